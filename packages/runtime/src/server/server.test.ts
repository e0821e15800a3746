import { request as httpRequest, Agent } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, Server as NetServer } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { systemClock, systemRandom } from '@kubewright/api';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createAuthority } from '../certificates/authority.js';
import type { CertificatePair, CertificateSource } from '../certificates/certificate-source.js';
import { selfSignedCertificates } from '../certificates/self-signed.js';
import { deferred } from '../internal/deferred.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import type { ServerHandler } from './handler.js';
import { createServer } from './server.js';
import type { Server, ServerOptions } from './server.js';

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function run(options: Partial<ServerOptions> = {}) {
  const abort = new AbortController();
  const server = createServer({ name: 'test server', port: 0, ...options });
  const ended = server.start(abort.signal);
  const stop = async () => {
    abort.abort();
    await ended;
  };
  stops.push(stop);
  await Promise.race([server.whenReady(), ended]);
  return { server, abort, ended, stop };
}

function call(server: Server, path: string, options: RequestOptions & { body?: string | Buffer } = {}) {
  const { body, ...rest } = options;
  const { host, port, url } = server.address!;
  const send = url.startsWith('https') ? httpsRequest : httpRequest;
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = send(
      { host, port, path, agent: false, rejectUnauthorized: false, ...rest } as RequestOptions,
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const says =
  (text: string): ServerHandler =>
  () => ({ body: text });

describe('a server', () => {
  it('answers by path: the exact one first, then the longest that ends with a slash', async () => {
    const { server } = await run({
      handlers: { '/a': says('a'), '/a/': says('below a'), '/a/b/': says('below b'), '/a/b/c': says('c') },
    });
    const texts = [];
    for (const path of ['/a', '/a?x=1', '/a/', '/a/x', '/a/b/x', '/a/b/c', '/a/b'])
      texts.push((await call(server, path)).text);
    expect(texts).toEqual(['a', 'a', 'below a', 'below a', 'below b', 'c', 'below a']);
    expect(await call(server, '/other')).toMatchObject({ status: 404, text: '404 page not found\n' });
  });

  it('refuses a second handler for a path, and a path without a slash', () => {
    const server = createServer({ name: 's', port: 0, handlers: { '/a': says('a') } });
    expect(() => server.handle('/a', says('b'))).toThrow('two handlers for the path /a');
    expect(() => server.handle('a', says('b'))).toThrow('the path "a" must begin with "/"');
  });

  it('serves a handler from when it is added, and refuses a second one for its path then too', async () => {
    const { server } = await run();
    expect((await call(server, '/late')).status).toBe(404);
    server.handle('/late', says('late'));
    expect((await call(server, '/late')).text).toBe('late');
    expect(() => server.handle('/late', says('later'))).toThrow('two handlers for the path /late');
  });

  it('hands over method, path, query, headers and body, and sends status and headers', async () => {
    const { server } = await run({
      handlers: {
        '/echo': async (request) => {
          const { method, path, query, headers } = request;
          const question = headers['x-question'];
          return {
            status: 201,
            headers: { 'x-answer': 'yes', 'content-type': 'application/json' },
            body: JSON.stringify([method, path, query.get('a'), question, String(await request.body())]),
          };
        },
      },
    });
    const answer = await call(server, '/echo?a=%201', {
      method: 'PUT',
      headers: { 'x-question': 'q' },
      body: 'hello',
    });
    expect(JSON.parse(answer.text)).toEqual(['PUT', '/echo', ' 1', 'q', 'hello']);
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'x-answer': 'yes', 'content-type': 'application/json' },
    });
  });

  it('sends a body in pieces, and cuts the answer when a piece fails', async () => {
    const { server } = await run({
      handlers: {
        '/pieces': () => ({
          body: (async function* () {
            yield 'one ';
            yield Buffer.from('two');
          })(),
        }),
        '/broken': () => ({
          body: (async function* () {
            yield 'half';
            await Promise.reject(new Error('no more'));
          })(),
        }),
      },
    });
    expect((await call(server, '/pieces')).text).toBe('one two');
    await expect(call(server, '/broken')).rejects.toThrow();
  });

  it('refuses bodies beyond the limit', async () => {
    const { server } = await run({
      maxBodyBytes: 10,
      handlers: { '/': async (request) => ({ body: String((await request.body()).length) }) },
    });
    expect((await call(server, '/', { method: 'POST', body: '0123456789' })).text).toBe('10');
    expect(await call(server, '/', { method: 'POST', body: '0123456789x' })).toMatchObject({
      status: 413,
      text: 'request entity is too large; limit is 10 bytes\n',
    });
  });

  it('answers 500 without details when a handler throws, and logs the error', async () => {
    const { logger, records } = recordingLogger();
    const failing = () => {
      throw new Error('secret');
    };
    const { server } = await run({ logger, handlers: { '/': failing } });
    expect(await call(server, '/')).toMatchObject({ status: 500, text: 'Internal Server Error\n' });
    expect(records.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'HTTP handler failed', fields: { path: '/', error: { message: 'secret' } } },
    ]);
  });

  it('tells handlers when their client goes', async () => {
    const asked = deferred<void>();
    const gone = deferred<unknown>();
    const { server } = await run({
      handlers: {
        '/': async ({ signal }) => {
          asked.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          gone.resolve(signal.reason);
          return {};
        },
      },
    });
    const client = new AbortController();
    const outcome = call(server, '/', { signal: client.signal }).catch(() => undefined);
    await asked.promise;
    client.abort();
    expect(await gone.promise).toMatchObject({ message: 'the client has gone' });
    await outcome;
  });

  it('does not let a handler wait for the body of a client that has gone', async () => {
    const asked = deferred<void>();
    const read = deferred<unknown>();
    const late: ServerHandler = async (request) => {
      const gone = new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      asked.resolve();
      await gone;
      read.resolve(await request.body().catch((error: unknown) => error));
      return {};
    };
    const { server } = await run({ handlers: { '/late': late } });
    const { host, port } = server.address!;
    const socket = connect(port, host);
    socket.write('POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await asked.promise;
    socket.destroy();
    expect(await read.promise).toMatchObject({ message: 'the client has gone' });
  });

  it('goes on when connections cannot be accepted, and says so', async () => {
    const listen = vi.spyOn(NetServer.prototype, 'listen');
    const { logger, records } = recordingLogger();
    const { server } = await run({ handlers: { '/': says('here') }, logger });
    const node = listen.mock.contexts[0] as NetServer;
    listen.mockRestore();
    for (const code of ['EMFILE', 'ENFILE']) node.emit('error', new Error(`accept ${code}`));
    expect(await call(server, '/')).toMatchObject({ text: 'here' });
    expect(records.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('gives up on requests that do not arrive in time', async () => {
    const { server } = await run({ readTimeoutMs: 20 });
    const { host, port } = server.address!;
    const text = await new Promise<string>((resolve) => {
      let received = '';
      connect({ host, port })
        .on('data', (piece: Buffer) => (received += piece.toString()))
        .on('close', () => resolve(received))
        .write('GET / HTTP/1.1\r\nHo');
    });
    expect(text).toMatch(/^HTTP\/1.1 408 /);
  });

  it('listens on loopback unless told otherwise, and says in a sentence when the port is taken', async () => {
    const { server } = await run();
    const { host, port, url } = server.address!;
    expect([host, url]).toEqual(['127.0.0.1', `http://127.0.0.1:${port}`]);
    await expect(run({ name: 'second server', port })).rejects.toMatchObject({
      name: 'ServerError',
      code: 'AddressInUse',
      message: `second server cannot listen on 127.0.0.1:${port}: the port is in use: stop the program that has it, or choose another port (0 takes any free one)`,
    });
    stops.pop();
    const { server: everywhere } = await run({ host: '' });
    expect(['::', '0.0.0.0']).toContain(everywhere.address!.host);
  });
});

describe('the end of a server', () => {
  it('answers what was asked, and closes connections that ask nothing or never asked', async () => {
    const asked = deferred<void>();
    const release = deferred<void>();
    const { server, stop } = await run({
      handlers: {
        '/slow': async () => {
          asked.resolve();
          await release.promise;
          return { body: 'done' };
        },
        '/': says('quick'),
      },
    });
    const agent = new Agent({ keepAlive: true });
    expect((await call(server, '/', { agent })).text).toBe('quick');
    const { host, port } = server.address!;
    const silent = connect({ host, port });
    await new Promise((resolve) => silent.once('connect', resolve));
    const silentClosed = new Promise((resolve) => silent.resume().once('close', resolve));
    const slow = call(server, '/slow');
    await asked.promise;
    const stopping = stop();
    await silentClosed;
    await expect(call(server, '/')).rejects.toThrow('ECONNREFUSED');
    release.resolve();
    expect(await slow).toMatchObject({ text: 'done', headers: { connection: 'close' } });
    await stopping;
    expect(server.address).toBeUndefined();
    agent.destroy();
  });

  it('cuts what is not answered in time', async () => {
    const clock = new ManualClock();
    const asked = deferred<void>();
    const { server, stop } = await run({
      clock,
      closeTimeoutMs: 5000,
      handlers: {
        '/': () => {
          asked.resolve();
          return new Promise(() => undefined);
        },
      },
    });
    const outcome = call(server, '/').catch((error: unknown) => (error as Error).message);
    await asked.promise;
    const stopping = stop();
    await clock.advance(5000);
    await stopping;
    expect([await outcome, clock.pending]).toEqual(['socket hang up', 0]);
  });

  it('may come before the certificate', async () => {
    const abort = new AbortController();
    const tls: CertificateSource = {
      follow: (_onPair, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const server = createServer({ name: 's', port: 0, tls });
    const ended = server.start(abort.signal);
    abort.abort();
    await ended;
  });
});

describe('a server with TLS', () => {
  const pairOf = async (name: string): Promise<CertificatePair> => {
    const done = new AbortController();
    let made: CertificatePair | undefined;
    await selfSignedCertificates({ names: [name] }).follow((pair) => {
      made = pair;
      done.abort();
    }, done.signal);
    return made!;
  };

  const subjectNames = (server: Server) =>
    new Promise<string>((resolve, reject) => {
      const { host, port } = server.address!;
      const socket = tlsConnect({ host, port, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subjectaltname ?? '');
        socket.destroy();
      }).on('error', reject);
    });

  it('serves a new certificate to new connections, and goes on with the last one when it cannot be used', async () => {
    const { logger, records } = recordingLogger();
    const [first, second] = [await pairOf('first.example.com'), await pairOf('second.example.com')];
    let change: (pair: CertificatePair) => void = () => undefined;
    const tls: CertificateSource = {
      follow: (onPair, signal) => {
        (change = onPair)(first);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      },
    };
    const { server } = await run({ tls, logger, handlers: { '/': says('hello') } });
    expect(server.address!.url).toMatch(/^https:/);
    const agent = new (await import('node:https')).Agent({ keepAlive: true });
    expect((await call(server, '/', { agent })).text).toBe('hello');
    expect(await subjectNames(server)).toBe('DNS:first.example.com');
    change(second);
    expect(await subjectNames(server)).toBe('DNS:second.example.com');
    change({ certificate: first.certificate, key: second.key });
    expect(await subjectNames(server)).toBe('DNS:second.example.com');
    expect((await call(server, '/', { agent })).text).toBe('hello');
    agent.destroy();
    expect(records.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'certificate cannot be used' },
    ]);
  });

  it('refuses versions before 1.2', async () => {
    const { server } = await run({ tls: selfSignedCertificates({ names: ['localhost'] }) });
    const { host, port } = server.address!;
    const outcome = await new Promise<string>((resolve) => {
      tlsConnect(
        {
          host,
          port,
          rejectUnauthorized: false,
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'ALL@SECLEVEL=0',
        },
        () => resolve('connected'),
      ).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    expect(outcome).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  it('speaks TLS as it is told to', async () => {
    const ciphers = 'TLS_AES_256_GCM_SHA384';
    const { server } = await run({
      tls: selfSignedCertificates({ names: ['localhost'] }),
      tlsOptions: { minVersion: 'TLSv1.3', ciphers },
    });
    const connect = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const { host, port } = server.address!;
        const socket = tlsConnect({ host, port, rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol() ?? ''} ${socket.getCipher().standardName}`);
          socket.destroy();
        }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      });
    expect(await connect({})).toBe(`TLSv1.3 ${ciphers}`);
    expect(await connect({ maxVersion: 'TLSv1.2' })).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(await connect({ ciphers: 'TLS_AES_128_GCM_SHA256' })).toMatch(/HANDSHAKE_FAILURE$/);
  });

  it('takes clients with a certificate of the authority of clients, and no others', async () => {
    const authority = (commonName: string) =>
      createAuthority({ clock: systemClock, random: systemRandom, commonName, validityMs: 60_000 });
    const [own, stranger] = [await authority('client'), await authority('stranger')];
    const pair = { ...(await pairOf('localhost')), clientCa: own.certificate };
    const tls: CertificateSource = {
      follow: (onPair, signal) => {
        onPair(pair);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      },
    };
    const { server } = await run({ tls, handlers: { '/': says('hello') } });
    const ask = ({ certificate, key }: Partial<CertificatePair>) =>
      call(server, '/', { cert: certificate, key } as RequestOptions).then(
        ({ text }) => text,
        () => 'refused',
      );
    expect([await ask(own), await ask(stranger), await ask({})]).toEqual(['hello', 'refused', 'refused']);
  });

  it('fails when there is no certificate to begin with', async () => {
    const tls: CertificateSource = { follow: () => Promise.reject(new Error('no such file: tls.crt')) };
    const server = createServer({ name: 's', port: 0, tls });
    const ready = server.whenReady();
    await expect(server.start(new AbortController().signal)).rejects.toThrow('no such file: tls.crt');
    await expect(ready).rejects.toThrow('no such file: tls.crt');
  });
});
