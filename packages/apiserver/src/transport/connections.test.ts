import { once } from 'node:events';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import type { Listening } from './listening.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('connections that keep the server waiting', () => {
  const test = useServer();

  /** A connection that sends this text; what comes back gathers in `text`. */
  async function open(
    listening: Listening,
    bytes: string,
  ): Promise<{ socket: TLSSocket; text: () => string }> {
    const { port, caCertificatePem: ca, token } = listening;
    const socket = connect({ port, host: '127.0.0.1', ca, ALPNProtocols: ['http/1.1'] });
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString()));
    await once(socket, 'secureConnect');
    const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    socket.write(bytes.replaceAll('HEAD', head));
    return { socket, text: () => text };
  }

  it('one that never finishes the headers of its first request is closed after 32 seconds', async () => {
    const listening = await test.server.listen();
    const { socket } = await open(listening, 'GET /readyz HTTP/1.1\r\nHost: x');
    await expect.poll(() => test.clock.timers).toBe(1);
    test.clock.advance(30_000);
    expect(socket.destroyed).toBe(false);
    const closed = once(socket, 'close');
    test.clock.advance(7_000);
    await closed;
  });

  it('one that asks nothing any more is closed after 90 seconds, one that watches is not', async () => {
    const listening = await test.server.listen();
    const idle = await open(listening, 'GET /readyz HTTP/1.1\r\nHEAD\r\n');
    const watching = await open(listening, `GET ${MAPS}?watch=1 HTTP/1.1\r\nHEAD\r\n`);
    await expect.poll(idle.text).toContain('ok');
    await expect.poll(watching.text).toContain('200 OK');
    const closed = once(idle.socket, 'close');
    test.clock.advance(96_000);
    await closed;
    expect(watching.socket.destroyed).toBe(false);
    watching.socket.destroy();
  });

  it('a body that does not come within a minute is refused with 504', async () => {
    const listening = await test.server.listen();
    const { socket, text } = await open(
      listening,
      `POST ${MAPS} HTTP/1.1\r\nHEADContent-Length: 100\r\n\r\n{"metadata"`,
    );
    // The connection's, and the body's.
    await expect.poll(() => test.clock.timers).toBe(2);
    test.clock.advance(60_000);
    await expect.poll(text).toContain('"reason":"Timeout"');
    expect(text()).toMatch(/^HTTP\/1.1 504 /);
    socket.destroy();
  });

  it('many idle ones do not disturb others', async () => {
    const listening = await test.server.listen();
    const idle = await Promise.all(Array.from({ length: 40 }, () => open(listening, '')));
    const { text, socket } = await open(listening, 'GET /readyz HTTP/1.1\r\nHEAD\r\n');
    await expect.poll(text).toContain('ok');
    for (const one of [...idle, { socket }]) one.socket.destroy();
    await expect.poll(() => test.clock.timers).toBe(0);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    ['no Host', 'GET /readyz HTTP/1.1\r\n\r\n', '400 Bad Request: missing required Host header'],
    ['a path that is no encoding', 'GET /api/%zz HTTP/1.1\r\nHEAD\r\n', '400 Bad Request'],
    [
      'headers of more than a mebibyte',
      `GET /readyz HTTP/1.1\r\nX-A: ${'a'.repeat(1_100_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    [
      'a path of more than a mebibyte',
      `GET /readyz?x=${'a'.repeat(1_100_000)} HTTP/1.1\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s is answered in one line, and the connection closed', async (_, bytes, status) => {
    const listening = await test.server.listen();
    const { socket, text } = await open(listening, bytes);
    if (!socket.destroyed) await once(socket, 'close');
    expect(text()).toBe(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`,
    );
  });

  it.each([
    ['a whole address', 'GET https://x/readyz HTTP/1.1\r\nHEAD\r\n', /^HTTP\/1.1 200 [^]*ok$/],
    ['the server itself', 'OPTIONS * HTTP/1.1\r\nHEAD\r\n', /^HTTP\/1.1 200 /],
    ['two requests at once', 'GET /readyz HTTP/1.1\r\nHEAD\r\nGET /livez HTTP/1.1\r\nHEAD\r\n', /ok[^]*ok$/],
  ])('%s is served', async (_, bytes, expected) => {
    const listening = await test.server.listen();
    const { socket, text } = await open(listening, bytes);
    await expect.poll(text).toMatch(expected);
    socket.destroy();
  });

  it('a watch that nobody reads costs nobody else anything', async () => {
    const listening = await test.server.listen();
    const stuck = await open(listening, `GET ${MAPS}?watch=1 HTTP/1.1\r\nHEAD\r\n`);
    await expect.poll(stuck.text).toContain('200 OK');
    stuck.socket.pause();
    const { socket, text } = await open(listening, `GET ${MAPS}?watch=1 HTTP/1.1\r\nHEAD\r\n`);
    await expect.poll(text).toContain('200 OK');
    const data = { x: 'y'.repeat(500_000) };
    for (let i = 0; i < 20; i++) {
      const created = await test.client.create(MAPS, { metadata: { name: `map-${i}` }, data });
      expect(created.status).toBe(201);
    }
    await expect.poll(() => text().includes('"map-19"')).toBe(true);
    for (const one of [stuck, { socket }]) one.socket.destroy();
    // Nothing is left of the watch that was stuck.
    await expect.poll(() => test.clock.timers).toBe(0);
  });
});
