import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request as httpsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { configMap } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';
import { isListenError } from './listening.js';
import type { Listening } from './listening.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface HttpsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

interface Call extends RequestOptions {
  readonly body?: string | Buffer;
}

function call(
  { port, caCertificatePem, token }: Listening,
  path: string,
  options: Call = {},
): Promise<HttpsAnswer> {
  const { body, headers, ...rest } = options;
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        ca: caCertificatePem,
        agent: false,
        headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
        ...rest,
      },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes: Buffer.concat(pieces),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const json = ({ bytes }: HttpsAnswer): Record<string, unknown> =>
  JSON.parse(bytes.toString()) as Record<string, unknown>;

describe('the HTTPS port', () => {
  const test = useServer();

  it('serves on the loopback address with a certificate that its own authority signed', async () => {
    const listening = await test.server.listen();
    expect(listening.url).toBe(`https://127.0.0.1:${listening.port}`);
    const answer = await call(listening, '/api/v1/namespaces/default');
    expect([answer.status, json(answer)['kind']]).toEqual([200, 'Namespace']);
    const authority = new X509Certificate(listening.caCertificatePem);
    const client = new X509Certificate(listening.clientCertificatePem);
    expect(authority.ca).toBe(true);
    expect(client.verify(authority.publicKey)).toBe(true);
    expect(client.subject.split('\n').sort()).toEqual(['CN=kubernetes-admin', 'O=system:masters']);
  });

  it('knows users by bearer token and by client certificate, and nobody else', async () => {
    const listening = await test.server.listen();
    const status = async (options: Call) => (await call(listening, '/api/v1/namespaces', options)).status;
    expect(await status({})).toBe(200);
    expect(await status({ headers: { authorization: 'Bearer wrong' } })).toBe(401);
    expect(await status({ headers: { authorization: '' } })).toBe(401);
    const { clientCertificatePem: cert, clientKeyPem: key } = listening;
    expect(await status({ headers: { authorization: '' }, cert, key })).toBe(200);
  });

  it('does not believe a certificate that another authority signed', async () => {
    const listening = await test.server.listen();
    const { clientCertificatePem: cert, clientKeyPem: key } = await test.server.listen();
    const answer = await call(listening, '/api/v1/namespaces', { headers: { authorization: '' }, cert, key });
    expect(answer.status).toBe(401);
  });

  it('streams watches, and stops them when the client goes away', async () => {
    const listening = await test.server.listen();
    const timersBefore = test.clock.timers;
    const { port, caCertificatePem: ca, token } = listening;
    const line = await new Promise<string>((resolve, reject) => {
      const outgoing = httpsRequest(
        {
          host: '127.0.0.1',
          port,
          ca,
          agent: false,
          path: `${MAPS}?watch=true`,
          headers: { authorization: `Bearer ${token}` },
        },
        (incoming) => {
          incoming.once('data', (piece: Buffer) => {
            resolve(piece.toString());
            outgoing.destroy();
          });
          incoming.on('error', () => undefined);
          void test.client.create(MAPS, configMap('a'));
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
    expect(JSON.parse(line)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    await expect.poll(() => test.clock.timers).toBe(timersBefore);
  });

  it('compresses large answers for those who accept gzip', async () => {
    const listening = await test.server.listen();
    await test.client.create(MAPS, configMap('big', { x: 'y'.repeat(200_000) }));
    const zipped = await call(listening, `${MAPS}/big`, { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const plain = await call(listening, `${MAPS}/big`);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    const small = await call(listening, '/api/v1/namespaces/default', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('refuses a body that is too large, whether its length is told or not', async () => {
    const listening = await test.server.listen();
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    const headers = { 'content-type': 'application/json' };
    const told = await call(listening, MAPS, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-length': String(body.length) },
    }).catch((error: unknown) => error);
    const chunked = await call(listening, MAPS, {
      method: 'POST',
      body,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    }).catch((error: unknown) => error);
    // The server may answer and hang up while the client still sends.
    for (const answer of [told, chunked]) {
      if (answer instanceof Error) expect((answer as NodeJS.ErrnoException).code).toMatch(/EPIPE|ECONNRESET/);
      else expect((answer as HttpsAnswer).status).toBe(413);
    }
    expect((await call(listening, '/readyz')).status).toBe(200);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['half a request', 'GET /api/v1/namespaces HTTP/1.1\r\nHost: x'],
    [
      'half a body',
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{"a`,
    ],
    ['a length that is none', `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n`],
    ['a binary header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: \u0000\u0001\r\n\r\n'],
  ])('survives %s', async (_, bytes) => {
    const listening = await test.server.listen();
    await new Promise<void>((resolve) => {
      const socket = connect(
        { port: listening.port, host: '127.0.0.1', ca: listening.caCertificatePem },
        () => {
          const head = bytes.replace(
            'Host: x\r\n',
            `Host: x\r\nAuthorization: Bearer ${listening.token}\r\n`,
          );
          socket.write(head, () => socket.end());
        },
      );
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.resume();
    });
    expect((await call(listening, '/readyz')).status).toBe(200);
  });

  it('says so when the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const error: unknown = await test.server.listen({ port }).catch((reason: unknown) => reason);
    await new Promise((resolve) => other.close(resolve));
    expect(isListenError(error) && error.code).toBe('PortInUse');
    expect((error as Error).message).toBe(
      `port ${port} of 127.0.0.1 is already in use: stop the program that listens there, or choose another port (0 takes any free one)`,
    );
  });

  it('closes with everything that is open: watches, idle connections, tokens', async () => {
    const listening = await test.server.listen();
    const watch = call(listening, `${MAPS}?watch=true&resourceVersion=${test.server.revision}`).catch(
      (error: unknown) => error,
    );
    const idle = connect({ port: listening.port, host: '127.0.0.1', ca: listening.caCertificatePem });
    const idleClosed = new Promise<void>((resolve) => idle.once('close', () => resolve()));
    idle.on('error', () => undefined);
    await new Promise<void>((resolve) => idle.once('secureConnect', () => resolve()));
    await test.server.close();
    await test.server.close();
    await idleClosed;
    await watch;
    await expect(call(listening, '/readyz')).rejects.toThrow('ECONNREFUSED');
  });
});
