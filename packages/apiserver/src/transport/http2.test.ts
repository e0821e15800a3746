import { once } from 'node:events';
import { constants } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { configMap } from '../test-support/bodies.js';
import { http2Client, http2Request, nextPiece } from '../test-support/http2-client.js';
import { useServer } from '../test-support/use-server.js';
import type { Listening } from './listening.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const authorized = ({ token }: Listening, path: string, method = 'GET') => ({
  ':path': path,
  ':method': method,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

describe('HTTP/2 on the same port', () => {
  const test = useServer();

  it('is offered, and answers as HTTP/1.1 does', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    const created = await http2Request(
      session,
      authorized(listening, MAPS, 'POST'),
      JSON.stringify(configMap('a')),
    );
    expect([created.status, session.alpnProtocol]).toEqual([201, 'h2']);
    const { text } = await test.client.get(`${MAPS}/a`);
    expect(await http2Request(session, authorized(listening, `${MAPS}/a`))).toEqual({ status: 200, text });
    session.close();
  });

  it('knows users by client certificate', async () => {
    const listening = await test.server.listen();
    const { clientCertificatePem: cert, clientKeyPem: key } = listening;
    const session = http2Client(listening, { cert, key });
    expect((await http2Request(session, { ':path': MAPS })).status).toBe(200);
    session.close();
    const nobody = http2Client(listening);
    expect((await http2Request(nobody, { ':path': MAPS })).status).toBe(401);
    nobody.close();
  });

  it('carries many requests at once', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    const names = Array.from({ length: 300 }, (_, i) => `map-${i}`);
    const answers = await Promise.all(
      names.map((name) =>
        http2Request(session, authorized(listening, MAPS, 'POST'), JSON.stringify(configMap(name))),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await test.client.get(MAPS)).body['items']).toHaveLength(300);
    session.close();
  });

  it('streams watches next to other requests, and stops them when their stream is reset', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    await once(session, 'connect');
    await http2Request(session, authorized(listening, MAPS));
    const timersBefore = test.clock.timers;
    const watch = session.request(authorized(listening, `${MAPS}?watch=true`));
    await once(watch, 'response');
    const first = nextPiece(watch);
    await http2Request(session, authorized(listening, MAPS, 'POST'), JSON.stringify(configMap('a')));
    expect(JSON.parse(await first)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    watch.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => test.clock.timers).toBe(timersBefore);
    session.close();
  });

  it('a body that stops halfway keeps no other stream waiting, and is refused with 504 in the end', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    const stuck = session.request(authorized(listening, MAPS, 'POST'));
    stuck.write('{"metadata"');
    const answer = once(stuck, 'response') as Promise<[{ ':status': number }]>;
    for (let i = 0; i < 3; i++) {
      expect((await http2Request(session, authorized(listening, MAPS))).status).toBe(200);
    }
    test.clock.advance(60_000);
    expect((await answer)[0][':status']).toBe(504);
    stuck.close();
    session.close();
  });

  it('refuses a body that is too large with 413, and serves on', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    const large = await http2Request(
      session,
      authorized(listening, MAPS, 'POST'),
      'x'.repeat(4 * 1024 * 1024),
    );
    expect(large.status).toBe(413);
    expect((await http2Request(session, authorized(listening, '/readyz'))).status).toBe(200);
    session.close();
  });

  it('a client that opens streams only to reset them loses its connection, and nobody else does', async () => {
    const listening = await test.server.listen();
    const [attacker, other] = [http2Client(listening), http2Client(listening)];
    const closed = new Promise<void>((resolve) => attacker.once('close', () => resolve()));
    await once(attacker, 'connect');
    for (let round = 0; round < 60 && !attacker.destroyed; round++) {
      const streams = Array.from({ length: 50 }, () => {
        const stream = attacker.request(authorized(listening, MAPS, 'POST'));
        stream.on('error', () => undefined);
        return stream;
      });
      // They must have left before they are taken back.
      await new Promise<void>((resolve) => void (attacker.ping(() => resolve()) || resolve()));
      for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
    }
    await closed;
    expect((await http2Request(other, authorized(listening, '/readyz'))).status).toBe(200);
    other.close();
  });

  it('ends with a goodbye, after the last event of a watch', async () => {
    const listening = await test.server.listen();
    const session = http2Client(listening);
    const goaway = once(session, 'goaway') as Promise<[number]>;
    const watch = session.request(authorized(listening, `${MAPS}?watch=true`));
    await once(watch, 'response');
    let text = '';
    watch.on('data', (piece: Buffer) => (text += piece.toString()));
    const ended = once(watch, 'end');
    await test.client.create(MAPS, configMap('last'));
    await test.server.close();
    await ended;
    expect(text).toContain('"last"');
    expect((await goaway)[0]).toBe(constants.NGHTTP2_NO_ERROR);
  });
});
