import { getEventListeners, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
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

async function listen(server: TcpServer): Promise<number> {
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

  it('sends nothing when it may not be sent any more, and fails with that reason itself', async () => {
    let requests = 0;
    const { config } = await serve((_request, response) => {
      requests += 1;
      response.end('x');
    });
    const reason = new RangeError('too late');
    const beforeSend = () => {
      throw reason;
    };
    const request = transportTo(config).request({ method: 'POST', path: '/x', beforeSend });
    await expect(request).rejects.toBe(reason);
    expect(requests).toBe(0);
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

  it('is not waited for by a request that was given up', async () => {
    const { config } = await serve(echo);
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'login',
      interactiveMode: 'Never',
    } as const;
    let onStarted: () => void;
    const started = new Promise<void>((resolve) => (onStarted = resolve));
    const runPlugin = () => {
      onStarted();
      return new Promise<never>(() => undefined);
    };
    const transport = transportTo({ ...config, exec }, { runPlugin });
    const stop = new AbortController();
    const waiting = transport.request({ method: 'GET', path: '/', signal: stop.signal });
    await started;
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('may fail to be made when nobody waits for it', async () => {
    const { config } = await serve(echo);
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    let now = 0;
    let stdout = '';
    const status = { token: 't', expirationTimestamp: new Date(1000).toISOString() };
    const apiVersion = 'client.authentication.k8s.io/v1' as const;
    stdout = JSON.stringify({ apiVersion, kind: 'ExecCredential', status });
    const transport = transportTo(
      { ...config, exec: { apiVersion, command: 'login', interactiveMode: 'Never' } },
      { clock: { ...systemClock, now: () => now }, runPlugin: async () => ({ exitCode: 0, stdout }) },
    );
    await get(transport);
    now = 2000;
    stdout = '';
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(transport.request({ method: 'GET', path: '/', signal })).rejects.toThrow('enough');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
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

describe('a storm', () => {
  it.each([401, 403, 429, 500, 503])(
    'of answers %i takes no more connections than allowed, and leaves nothing behind',
    async (status) => {
      const { signal } = new AbortController();
      let most = 0;
      const { config, sockets } = await serve((_request, response) => {
        most = Math.max(most, sockets.size);
        response.writeHead(status, { 'retry-after': '1' }).end('x'.repeat(1000));
      });
      const transport = transportTo(config, { maxConnections: 4 });
      const ask = async () => {
        const response = await transport.request({ method: 'GET', path: '/', signal });
        // Some are not interested in why.
        if (seen % 10 === 0) response.body.cancel();
        else await response.body.bytes();
        seen += 1;
        return response.status;
      };
      let seen = 0;
      const statuses = await Promise.all(Array.from({ length: 100 }, ask));
      expect(new Set(statuses)).toEqual(new Set([status]));
      // One that was cancelled may still be closing when its successor is opened.
      expect(most).toBeLessThanOrEqual(8);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      const gone = [...sockets].map((socket) => once(socket, 'close'));
      await transport.close();
      await Promise.all(gone);
      expect(sockets.size).toBe(0);
    },
  );

  it('of large and slow bodies brings all of them whole', async () => {
    const piece = 'x'.repeat(64 * 1024);
    const { config } = await serve((_request, response) => {
      let left = 16;
      const more = () => {
        left -= 1;
        if (left === 0) response.end(piece);
        else response.write(piece, () => setImmediate(more));
      };
      more();
    });
    const transport = transportTo(config, { maxConnections: 3 });
    const bodies = await Promise.all(
      Array.from({ length: 12 }, async () =>
        (await transport.request({ method: 'GET', path: '/' })).body.bytes(),
      ),
    );
    expect(bodies.map((body) => body.length)).toEqual(Array(12).fill(1024 * 1024));
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

describe('a client certificate in files', () => {
  it('is replaced while the transport lives: new connections show the new one', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'certificate-test-'));
    cleanUps.push(() => rm(directory, { recursive: true }));
    const clientCertificateFile = path.join(directory, 'me.crt');
    const clientKeyFile = path.join(directory, 'me.key');
    const replace = async (pair: Pair) => {
      await writeFile(clientCertificateFile, pair.certificatePem);
      await writeFile(clientKeyFile, pair.keyPem);
    };
    await replace(clientPair);
    const { config } = await serve((request, response) => {
      if (request.url === '/watch') response.write('one');
      else response.end((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
    });
    let now = 0;
    const transport = transportTo(
      {
        ...config,
        clientCertificatePem: clientPair.certificatePem,
        clientKeyPem: clientPair.keyPem,
        clientCertificateFile,
        clientKeyFile,
      },
      { clock: { ...systemClock, now: () => now } },
    );
    expect(await get(transport)).toBe('alice');
    const watch = await transport.request({ method: 'GET', path: '/watch' });
    const lost = failure(watch.body.bytes());
    // Half of the new pair is no pair: the old one stays.
    await writeFile(clientCertificateFile, (await authority.issue('half')).certificatePem);
    now += 300_000;
    expect(await get(transport)).toBe('alice');
    await replace(await authority.issue('bob'));
    expect(await get(transport)).toBe('alice');
    now += 300_000;
    expect(await get(transport)).toBe('bob');
    await transport.close();
    expect(await lost).toMatchObject({ code: 'Closed' });
  });
});

/** Forwards bytes both ways. */
function join(near: Socket, far: Socket): void {
  far.pipe(near).pipe(far);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
}

describe('a proxy', () => {
  const echo: Handler = (request, response) => response.end(request.headers.authorization);

  it('is asked for a tunnel to the server', async () => {
    const tunnels: unknown[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request: IncomingMessage, near: Socket, head: Buffer) => {
      tunnels.push([request.url, request.headers['proxy-authorization']]);
      const [host, port] = (request.url ?? '').split(':');
      const far = connect(Number(port), host, () => {
        near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        far.write(head);
        join(near, far);
      });
    });
    cleanUps.push(() => shutDown(proxy));
    const proxyUrl = `http://me:p%40w@127.0.0.1:${await listen(proxy)}`;
    const { config } = await serve(echo);
    expect(await get(transportTo({ ...config, proxyUrl, token: 'secret' }))).toBe('Bearer secret');
    const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`;
    expect(tunnels).toEqual([[new URL(config.server).host, login]]);
  });

  it.each([
    [
      'HTTP/1.1 407 Proxy Authentication Required',
      'it wants a user name and password: put them into its URL',
    ],
    ['HTTP/1.1 502 Bad Gateway', 'it answered "HTTP/1.1 502 Bad Gateway"'],
    ['', 'it hung up'],
  ])('that answers %j is told of', async (answer, message) => {
    const proxy = createTcpServer((socket) => {
      socket.once('data', () => socket.end(answer === '' ? '' : `${answer}\r\n\r\n`));
    });
    cleanUps.push(() => new Promise((resolve) => proxy.close(resolve)));
    const proxyUrl = `http://me:sekret@127.0.0.1:${await listen(proxy)}`;
    const { config } = await serve(echo);
    const error = await failure(get(transportTo({ ...config, proxyUrl })));
    expect(isTransportError(error, 'ConnectionFailed')).toBe(true);
    expect(error.message).toContain(`the proxy http://${new URL(proxyUrl).host} failed: ${message}`);
    expect(error.message).not.toContain('sekret');
  });

  it.each([
    ['without a login', '', '050100 05010001'],
    ['with a login', 'me:pw@', '05020002 01026d65027077 05010001'],
  ])('may speak SOCKS5, %s', async (_what, login, said) => {
    const heard: string[] = [];
    const proxy = createTcpServer((near) => {
      const answers = login === '' ? ['0500'] : ['0502', '0100'];
      near.on('data', function onData(chunk: Buffer) {
        const answer = answers.shift();
        heard.push(chunk.toString('hex').slice(0, answer === undefined ? 8 : undefined));
        if (answer !== undefined) {
          near.write(Buffer.from(answer, 'hex'));
          return;
        }
        near.off('data', onData);
        const far = connect(chunk.readUInt16BE(8), [...chunk.subarray(4, 8)].join('.'), () => {
          near.write(Buffer.from('05000001000000000000', 'hex'));
          join(near, far);
        });
      });
    });
    cleanUps.push(() => new Promise((resolve) => proxy.close(resolve)));
    const proxyUrl = `socks5://${login}127.0.0.1:${await listen(proxy)}`;
    const { config } = await serve(echo);
    const transport = transportTo({ ...config, proxyUrl, token: 'secret' });
    expect(await get(transport)).toBe('Bearer secret');
    expect(heard.join(' ')).toBe(said);
    await transport.close();
  });

  it('that refuses over SOCKS5 says why', async () => {
    const proxy = createTcpServer((near) => {
      near.once('data', () => {
        near.write(Buffer.from('0500', 'hex'));
        near.once('data', () => near.end(Buffer.from('05020001000000000000', 'hex')));
      });
    });
    cleanUps.push(() => new Promise((resolve) => proxy.close(resolve)));
    const { config } = await serve(echo);
    const proxyUrl = `socks5://127.0.0.1:${await listen(proxy)}`;
    const error = await failure(get(transportTo({ ...config, proxyUrl })));
    expect(error.message).toContain('its rules do not allow the connection');
  });
});
