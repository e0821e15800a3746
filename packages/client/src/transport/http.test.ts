import { getEventListeners, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';

import type { Clock, Transport } from '@kubewright/api';
import { systemClock } from '@kubewright/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { ClusterConfig } from '../kubeconfig/types.js';
import { createAuthority } from '../test-support/certificates.js';
import type { Authority, Pair } from '../test-support/certificates.js';
import { isTransportError } from './errors.js';
import type { TransportError } from './errors.js';
import { createHttpTransport } from './http.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let authority: Authority;
let serverPair: Pair;
let clientPair: Pair;
const cleanUps: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  authority = await createAuthority('servers and clients');
  serverPair = await authority.issue('server');
  clientPair = await authority.issue('alice');
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** An HTTPS server that is gone after the test, with the sockets it has open. */
async function serve(
  handler: Handler,
  pair: Pair = serverPair,
): Promise<{ config: ClusterConfig; sockets: Set<Socket>; stop: () => Promise<void> }> {
  const server = createServer(
    {
      key: pair.keyPem,
      cert: pair.certificatePem,
      ca: authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    handler,
  );
  const port = await listen(server);
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const stop = () => shutDown(server);
  cleanUps.push(stop);
  const config = {
    server: `https://127.0.0.1:${port}`,
    namespace: 'default',
    caCertificatePem: authority.certificatePem,
  };
  return { config, sockets, stop };
}

async function listen(server: HttpServer | HttpsServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function shutDown(server: HttpServer | HttpsServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

function transportTo(
  config: ClusterConfig,
  options: Parameters<typeof createHttpTransport>[1] = {},
): Transport {
  const transport = createHttpTransport(config, options);
  cleanUps.push(() => transport.close());
  return transport;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function get(transport: Transport, at = '/version'): Promise<string> {
  return text(await (await transport.request({ method: 'GET', path: at })).body.bytes());
}

async function failure(promise: Promise<unknown>): Promise<TransportError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Error);
  return error as TransportError;
}

describe('a request over HTTPS', () => {
  it('carries method, path, headers and body, and brings back status, headers and body', async () => {
    const { config } = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(
          201,
          [
            ['Content-Type', 'application/json'],
            ['Warning', '299 - "a"'],
            ['Warning', '299 - "b"'],
          ].flat(),
        );
        const { method, url, headers } = request;
        response.end(
          JSON.stringify({
            method,
            url,
            type: headers['content-type'],
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
    });
    const response = await transportTo(config).request({
      method: 'POST',
      path: '/api/v1/pods?dryRun=All',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode('{"ä":1}'),
    });
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toBe('application/json');
    expect([response.headers['warning']].flat()).toEqual(['299 - "a"', '299 - "b"']);
    expect(JSON.parse(text(await response.body.bytes()))).toEqual({
      method: 'POST',
      url: '/api/v1/pods?dryRun=All',
      type: 'application/json',
      body: '{"ä":1}',
    });
  });

  it('goes below the path of the server URL', async () => {
    const { config } = await serve((request, response) => response.end(request.url));
    expect(await get(transportTo({ ...config, server: `${config.server}/clusters/c-1` }), '/api')).toBe(
      '/clusters/c-1/api',
    );
  });

  it('gives an error status as a response', async () => {
    const { config } = await serve((_request, response) => response.writeHead(404).end('no'));
    const response = await transportTo(config).request({ method: 'GET', path: '/x' });
    expect([response.status, text(await response.body.bytes())]).toEqual([404, 'no']);
  });

  it('reuses connections: one may still be finishing, so one after the other takes two at most', async () => {
    const ports = new Set<number | undefined>();
    const { config } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x');
    });
    const transport = transportTo(config);
    for (let round = 0; round < 10; round += 1) await get(transport);
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('is not held up by a stream that stays open', async () => {
    const { config } = await serve((request, response) => {
      if (request.url === '/watch') response.write('line\n');
      else response.end('x');
    });
    const transport = transportTo(config);
    const watch = await transport.request({ method: 'GET', path: '/watch' });
    expect(await get(transport)).toBe('x');
    watch.body.cancel();
  });
});

describe('who is asking', () => {
  const echo: Handler = (request, response) => response.end(JSON.stringify(request.headers));
  const headersSeen = async (transport: Transport) =>
    JSON.parse(await get(transport)) as Record<string, string>;

  it('is shown by a bearer token', async () => {
    const { config } = await serve(echo);
    expect(await headersSeen(transportTo({ ...config, token: 'secret' }))).toMatchObject({
      authorization: 'Bearer secret',
    });
  });

  it('is shown by user name and password', async () => {
    const { config } = await serve(echo);
    const seen = await headersSeen(transportTo({ ...config, username: 'me', password: 'p:w' }));
    expect(seen.authorization).toBe(`Basic ${Buffer.from('me:p:w').toString('base64')}`);
  });

  it('is shown by a client certificate', async () => {
    const { config } = await serve((request, response) => {
      const socket = request.socket as TLSSocket;
      response.end(`${socket.authorized} ${socket.getPeerCertificate().subject?.CN}`);
    });
    const withCertificate = {
      ...config,
      clientCertificatePem: clientPair.certificatePem,
      clientKeyPem: clientPair.keyPem,
    };
    expect(await get(transportTo(withCertificate))).toBe('true alice');
    expect(await get(transportTo(config))).toMatch(/^false/);
  });

  it('may be someone else', async () => {
    const { config } = await serve(echo);
    const impersonate = {
      username: 'bob',
      uid: '7',
      groups: ['a', 'b'],
      extra: { 'example.com/Scope': ['x'] },
    };
    expect(await headersSeen(transportTo({ ...config, impersonate }))).toMatchObject({
      'impersonate-user': 'bob',
      'impersonate-uid': '7',
      'impersonate-group': 'a, b',
      'impersonate-extra-example.com%2fscope': 'x',
    });
  });

  it('is read from a token file again after a minute, and at once when refused', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'token-test-'));
    cleanUps.push(() => rm(directory, { recursive: true }));
    const tokenFile = path.join(directory, 'token');
    const { config } = await serve((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer three' ? 401 : 200;
      response.end(request.headers.authorization);
    });
    let now = 0;
    const clock: Clock = { ...systemClock, now: () => now };
    const transport = transportTo({ ...config, tokenFile, token: 'old' }, { clock });
    expect(await get(transport)).toBe('Bearer old');
    await writeFile(tokenFile, 'one\n');
    expect(await get(transport)).toBe('Bearer one');
    await writeFile(tokenFile, 'two');
    expect(await get(transport)).toBe('Bearer one');
    now = 60_000;
    expect(await get(transport)).toBe('Bearer two');
    await writeFile(tokenFile, 'three');
    now = 120_000;
    expect(await get(transport)).toBe('Bearer three');
    await writeFile(tokenFile, 'four');
    expect(await get(transport)).toBe('Bearer four');
    await rm(tokenFile);
    now = 180_000;
    expect(await get(transport)).toBe('Bearer four');
  });

  it('cannot be said when there is no token at all', async () => {
    const { config } = await serve(echo);
    const error = await failure(get(transportTo({ ...config, tokenFile: '/nonexistent/token' })));
    expect(isTransportError(error, 'CredentialUnreadable')).toBe(true);
    expect(error.message).toContain('the token file /nonexistent/token cannot be read: it does not exist');
  });
});

describe('TLS', () => {
  const hello: Handler = (_request, response) => response.end('hello');

  it('refuses a server whose certificate another authority signed, and says how to mend it', async () => {
    const { config } = await serve(hello);
    const stranger = await createAuthority('someone else');
    const error = await failure(get(transportTo({ ...config, caCertificatePem: stranger.certificatePem })));
    expect(isTransportError(error, 'TlsFailed')).toBe(true);
    expect(error.message).toMatch(
      new RegExp(`^GET ${config.server}/version: TLS failed: .*; check the certificate authority`),
    );
    expect(error.host).toBe(config.server);
  });

  it('refuses a server with another name, unless that name is expected', async () => {
    const { config } = await serve(hello, await authority.issue('server', 'api.internal'));
    expect(isTransportError(await failure(get(transportTo(config))), 'TlsFailed')).toBe(true);
    expect(await get(transportTo({ ...config, tlsServerName: 'api.internal' }))).toBe('hello');
  });

  it('takes any certificate when told not to verify', async () => {
    const { config } = await serve(hello);
    const { caCertificatePem: _unused, ...insecure } = config;
    expect(isTransportError(await failure(get(transportTo(insecure))), 'TlsFailed')).toBe(true);
    expect(await get(transportTo({ ...insecure, insecureSkipTlsVerify: true }))).toBe('hello');
  });

  it('is not spoken to a server of plain HTTP', async () => {
    const server = createHttpServer(hello);
    cleanUps.push(() => shutDown(server));
    const port = await listen(server);
    const plain = { server: `http://127.0.0.1:${port}`, namespace: 'default' };
    expect(await get(transportTo(plain))).toBe('hello');
    expect(
      isTransportError(
        await failure(get(transportTo({ ...plain, server: `https://127.0.0.1:${port}` }))),
        'TlsFailed',
      ),
    ).toBe(true);
  });
});

describe('a body', () => {
  it('arrives as it is sent', async () => {
    let more: () => void = () => undefined;
    const { config } = await serve((_request, response) => {
      response.write('one');
      more = () => response.end('two');
    });
    const response = await transportTo(config).request({ method: 'GET', path: '/watch' });
    const chunks: string[] = [];
    for await (const chunk of response.body) {
      chunks.push(text(chunk));
      if (chunks.length === 1) more();
    }
    expect(chunks).toEqual(['one', 'two']);
  });

  it('is what is left when part of it was read before', async () => {
    let more: () => void = () => undefined;
    const { config } = await serve((_request, response) => {
      response.write('one');
      more = () => response.end('two');
    });
    const { body } = await transportTo(config).request({ method: 'GET', path: '/watch' });
    expect(text((await body[Symbol.asyncIterator]().next()).value as Uint8Array)).toBe('one');
    more();
    expect(text(await body.bytes())).toBe('two');
  });

  it('that is cut in the middle throws ConnectionLost, however it is read', async () => {
    const { config } = await serve((request, response) => {
      response.writeHead(200, request.url === '/length' ? { 'content-length': '100' } : {});
      response.write('part', () => setImmediate(() => request.socket.destroy()));
    });
    const transport = transportTo(config);
    for (const at of ['/chunked', '/length']) {
      const error = await failure(get(transport, at));
      expect(error).toMatchObject({ name: 'TransportError', code: 'ConnectionLost' });
      expect(error.message).toBe(
        `GET ${config.server}${at}: the connection was lost before the response was complete`,
      );
      const { body } = await transport.request({ method: 'GET', path: at });
      const chunks: string[] = [];
      const read = async () => {
        for await (const chunk of body) chunks.push(text(chunk));
      };
      expect(isTransportError(await failure(read()), 'ConnectionLost')).toBe(true);
      expect(chunks).toEqual(['part']);
    }
  });

  it('that is cancelled frees the connection, once or twice, before and after its end', async () => {
    const { config, sockets } = await serve((request, response) => {
      if (request.url === '/short') response.end('short');
      else response.write('more to come');
    });
    const transport = transportTo(config);
    const long = await transport.request({ method: 'GET', path: '/long' });
    const [socket] = sockets;
    const closed = once(socket as Socket, 'close');
    long.body.cancel();
    long.body.cancel();
    await closed;
    const short = await transport.request({ method: 'GET', path: '/short' });
    expect(text(await short.body.bytes())).toBe('short');
    short.body.cancel();
  });
});

describe('an aborted signal', () => {
  const reason = new Error('enough');

  it('ends a request before it is sent', async () => {
    let asked = 0;
    const { config } = await serve(() => (asked += 1));
    const request = { method: 'GET', path: '/', signal: AbortSignal.abort(reason) } as const;
    expect(await failure(transportTo(config).request(request))).toBe(reason);
    expect(asked).toBe(0);
  });

  it('ends a request that waits for its response', async () => {
    const stop = new AbortController();
    const { config, sockets } = await serve(() => stop.abort(reason));
    expect(
      await failure(transportTo(config).request({ method: 'GET', path: '/', signal: stop.signal })),
    ).toBe(reason);
    await Promise.all([...sockets].map((socket) => once(socket, 'close')));
  });

  it('ends a stream in the middle, and the connection', async () => {
    const stop = new AbortController();
    const { config, sockets } = await serve((_request, response) => response.write('one'));
    const { body } = await transportTo(config).request({
      method: 'GET',
      path: '/watch',
      signal: stop.signal,
    });
    const [socket] = sockets;
    const closed = once(socket as Socket, 'close');
    const chunks: string[] = [];
    const read = async () => {
      for await (const chunk of body) {
        chunks.push(text(chunk));
        stop.abort(reason);
      }
    };
    expect(await failure(read())).toBe(reason);
    expect(chunks).toEqual(['one']);
    await closed;
  });

  it('is left without listeners by requests that are over, and may be shared by many', async () => {
    const { signal } = new AbortController();
    const warnings: unknown[] = [];
    const onWarning = (warning: unknown) => warnings.push(warning);
    process.on('warning', onWarning);
    const { config } = await serve((request, response) => {
      if (request.url === '/cut') response.write('x', () => setImmediate(() => request.socket.destroy()));
      else response.end('x');
    });
    const transport = transportTo(config);
    const read = async (at: string) =>
      (await transport.request({ method: 'GET', path: at, signal })).body.bytes();
    await Promise.all(Array.from({ length: 12 }, () => read('/')));
    await failure(read('/cut'));
    (await transport.request({ method: 'GET', path: '/', signal })).body.cancel();
    await get(transport);
    process.off('warning', onWarning);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('ends nothing when nobody reads the body any more', async () => {
    const stop = new AbortController();
    const { config } = await serve((_request, response) => response.end('x'));
    const transport = transportTo(config);
    const { body } = await transport.request({ method: 'GET', path: '/', signal: stop.signal });
    await body.bytes();
    stop.abort(reason);
    expect(await get(transport)).toBe('x');
  });
});

describe('when there is no answer', () => {
  it('a refused connection says so and names the host', async () => {
    const { config, stop } = await serve(() => undefined);
    await stop();
    const error = await failure(get(transportTo(config)));
    expect(error).toMatchObject({ code: 'ConnectionRefused', host: config.server });
    expect(error.message).toBe(
      `GET ${config.server}/version: connection refused: is the API server running, and is the address right?`,
    );
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('a server that hangs up is a lost connection', async () => {
    const { config } = await serve((request) => request.socket.destroy());
    expect(isTransportError(await failure(get(transportTo(config))), 'ConnectionLost')).toBe(true);
  });

  it('a server that says nothing is a timeout', async () => {
    const { config } = await serve(() => undefined);
    const error = await failure(get(transportTo(config, { headersTimeoutMs: 1 })));
    expect(isTransportError(error, 'Timeout')).toBe(true);
  });
});

describe('close', () => {
  it('ends open requests and streams, and every request after it', async () => {
    const { config, sockets } = await serve((request, response) => {
      if (request.url === '/watch') response.write('one');
    });
    const transport = transportTo(config);
    const watch = await transport.request({ method: 'GET', path: '/watch' });
    const reading = failure(watch.body.bytes());
    const waiting = failure(transport.request({ method: 'GET', path: '/never' }));
    const gone = [...sockets].map((socket) => once(socket, 'close'));
    await transport.close();
    await transport.close();
    for (const error of [await reading, await waiting, await failure(get(transport))]) {
      expect(error).toMatchObject({
        code: 'Closed',
        message: expect.stringContaining('the transport was closed') as string,
      });
    }
    await Promise.all(gone);
  });

  it('needs no request before it', async () => {
    const { config } = await serve(() => undefined);
    await transportTo(config).close();
  });
});

describe('a proxy', () => {
  it('is asked for a tunnel to the server', async () => {
    const tunnels: Array<string | undefined> = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request: IncomingMessage, near: Socket, head: Buffer) => {
      tunnels.push(request.url);
      const [host, port] = (request.url ?? '').split(':');
      const far = connect(Number(port), host, () => {
        near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        far.write(head);
        far.pipe(near).pipe(far);
      });
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    });
    cleanUps.push(() => shutDown(proxy));
    const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`;
    const { config } = await serve((request, response) => response.end(request.headers.authorization));
    expect(await get(transportTo({ ...config, proxyUrl, token: 'secret' }))).toBe('Bearer secret');
    expect(tunnels).toEqual([new URL(config.server).host]);
  });
});
