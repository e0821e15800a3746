import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ExchangeController, OutgoingRequest } from './messages.js';
import { Pool } from './pool.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const get = (path: string): OutgoingRequest => ({ method: 'GET', path, headers: ['accept', 'text/plain'] });

/** Timers that fire when told to. */
function manualClock(): Clock & { advance(ms: number): void } {
  let now = 0;
  let timers: Array<{ at: number; callback: () => void }> = [];
  return {
    now: () => now,
    setTimer: (callback, delayMs) => {
      const timer = { at: now + delayMs, callback };
      timers.push(timer);
      return { cancel: () => (timers = timers.filter((other) => other !== timer)) };
    },
    advance: (ms) => {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
    },
  };
}

describe('a pool of connections', () => {
  let server: Server;
  let port: number;
  let sockets: Socket[];
  /** Answers the requests of a socket, one call for each arriving head. */
  let answer: (socket: Socket, head: string) => void;
  let pools: Pool[];

  beforeEach(async () => {
    sockets = [];
    pools = [];
    answer = (socket) => socket.write(OK);
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => answer(socket, data.toString('latin1')));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterEach(async () => {
    for (const pool of pools) pool.destroy(new Error('the test is over'));
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  function createPool({
    clock = systemClock,
    maxConnections = 10,
    ...more
  }: Partial<ConstructorParameters<typeof Pool>[0]> = {}): Pool {
    const open = async (): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      return socket;
    };
    const limits = { headersTimeoutMs: 1000, keepAliveMs: 5000, maxConnections };
    const pool = new Pool({ host: 'server', connect: open, clock, ...limits, ...more });
    pools.push(pool);
    return pool;
  }

  const send = (pool: Pool, request: OutgoingRequest, onStart?: (controller: ExchangeController) => void) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      let status = 0;
      let body = '';
      pool.dispatch(request, {
        onRequestStart: (controller) => onStart?.(controller),
        onResponseStart: (_controller, code) => (status = code),
        onResponseData: (_controller, chunk) => (body += Buffer.from(chunk).toString()),
        onResponseEnd: () => resolve({ status, body }),
        onResponseError: (_controller, error) => reject(error),
      });
    });

  it('sends a whole message: head, headers, length, body', async () => {
    const heads: string[] = [];
    answer = (socket, head) => {
      heads.push(head);
      socket.write(OK);
    };
    const body = Buffer.from('{"a":1}');
    await send(createPool(), { method: 'POST', path: '/a?b=c', headers: ['x-y', 'z'], body });
    expect(heads).toEqual([
      'POST /a?b=c HTTP/1.1\r\nhost: server\r\nx-y: z\r\ncontent-length: 7\r\n\r\n{"a":1}',
    ]);
  });

  it('uses a connection again, and opens another only while all are occupied', async () => {
    const pool = createPool();
    await send(pool, get('/1'));
    await send(pool, get('/2'));
    expect(sockets).toHaveLength(1);
    await Promise.all([send(pool, get('/3')), send(pool, get('/4'))]);
    expect(sockets).toHaveLength(2);
  });

  it('lets requests wait in their order when there are enough connections', async () => {
    const order: string[] = [];
    const pool = createPool({ maxConnections: 1 });
    await Promise.all(
      ['/1', '/2', '/3'].map(async (path) => {
        await send(pool, get(path));
        order.push(path);
      }),
    );
    expect(order).toEqual(['/1', '/2', '/3']);
    expect(sockets).toHaveLength(1);
  });

  it('gives up a request that has waited for a connection as long as the server may take to answer', async () => {
    const clock = manualClock();
    const pool = createPool({ clock, maxConnections: 1 });
    const paths: string[] = [];
    let busy: Socket | undefined;
    const arrived = new Promise<void>((resolve) => {
      answer = (socket, head) => {
        paths.push(head.split(' ')[1] as string);
        busy = socket;
        socket.write(OK.slice(0, -1));
        resolve();
      };
    });
    const first = send(pool, { ...get('/1'), headersTimeout: 5000 });
    const late = expect(send(pool, get('/late'))).rejects.toThrow(
      'all 1 connections were busy until the time was up',
    );
    await arrived;
    clock.advance(600);
    const patient = send(pool, get('/patient'));
    clock.advance(400);
    await late;
    answer = (socket, head) => {
      paths.push(head.split(' ')[1] as string);
      socket.write(OK);
    };
    busy?.write('k');
    await Promise.all([first, patient]);
    expect(paths).toEqual(['/1', '/patient']);
  });

  it('borrows a connection at rest, and keeps it', async () => {
    const lender = createPool({ maxConnections: 1 });
    const borrower = createPool({ borrow: () => lender.lend() });
    await send(lender, get('/1'));
    await send(borrower, get('/2'));
    expect([sockets.length, lender.size, borrower.size]).toEqual([1, 0, 1]);
    await Promise.all([send(lender, get('/3')), send(borrower, get('/4'))]);
    expect([sockets.length, lender.size, borrower.size]).toEqual([2, 1, 1]);
    lender.destroy(new Error('over'));
    await send(borrower, get('/5'));
    expect(sockets).toHaveLength(2);
  });

  it('asks once more right before a request goes out, also of one that waited for its turn', async () => {
    const pool = createPool({ maxConnections: 1 });
    let allowed = true;
    const beforeSend = () => {
      if (!allowed) throw new Error('no longer');
    };
    const paths: string[] = [];
    answer = (socket, head) => {
      paths.push(head.split(' ')[1] as string);
      allowed = false;
      socket.write(OK);
    };
    const sent = send(pool, { ...get('/sent'), beforeSend });
    const refused = expect(send(pool, { ...get('/waiting'), beforeSend })).rejects.toThrow('no longer');
    const free = send(pool, get('/free'));
    await Promise.all([sent, refused, free]);
    await expect(send(pool, { ...get('/idle'), beforeSend })).rejects.toThrow('no longer');
    await send(pool, get('/last'));
    expect(paths).toEqual(['/sent', '/free', '/last']);
    expect(sockets).toHaveLength(1);
  });

  it('sends a GET once more when the server had closed the connection meanwhile', async () => {
    const pool = createPool();
    await send(pool, get('/1'));
    answer = (socket, head) =>
      head.includes('/2') && socket === sockets[0] ? socket.destroy() : socket.write(OK);
    await expect(send(pool, get('/2'))).resolves.toEqual({ status: 200, body: 'ok' });
  });

  it('sends a GET once more when its connection from rest was reset before anything was answered', async () => {
    const pool = createPool();
    await send(pool, get('/1'));
    answer = (socket, head) =>
      head.includes('/2') && socket === sockets[0] ? socket.resetAndDestroy() : socket.write(OK);
    await expect(send(pool, get('/2'))).resolves.toEqual({ status: 200, body: 'ok' });
  });

  it('takes nothing for an answer that came before the question', async () => {
    const pool = createPool({ maxConnections: 1 });
    answer = (socket, head) =>
      socket.write(head.includes('/1') ? `${OK}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfake` : OK);
    const [, second] = await Promise.all([send(pool, get('/1')), send(pool, get('/2'))]);
    expect(second).toEqual({ status: 200, body: 'ok' });
  });

  it('does not use a connection again whose request is still being sent', async () => {
    const pool = createPool({ maxConnections: 1 });
    answer = (socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno');
      answer = (other) => other.write(OK);
    };
    const body = Buffer.alloc(32 * 1024 * 1024);
    const early = send(pool, { method: 'POST', path: '/1', headers: [], body });
    await expect(early).resolves.toEqual({ status: 413, body: 'no' });
    await expect(send(pool, get('/2'))).resolves.toEqual({ status: 200, body: 'ok' });
  });

  it('does not blame the server for the silence of a body that the reader has stopped', async () => {
    const clock = manualClock();
    const pool = createPool({ clock });
    answer = (socket) => socket.write(OK.slice(0, -1));
    let controller: ExchangeController | undefined;
    const body = new Promise<string>((resolve, reject) => {
      let text = '';
      pool.dispatch(
        { ...get('/'), bodyTimeout: 300 },
        {
          onRequestStart: (own) => (controller = own),
          onResponseStart: () => undefined,
          onResponseData: (own, chunk) => {
            text += Buffer.from(chunk).toString();
            own.pause();
            clock.advance(400);
            own.resume();
            sockets[0]?.write('k');
          },
          onResponseEnd: () => resolve(text),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
    await expect(body).resolves.toBe('ok');
    expect(controller).toBeDefined();
  });

  it('gives up on a connection that was lost as soon as it was open', async () => {
    const clock = manualClock();
    const open = async (): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      socket.destroy();
      await once(socket, 'close');
      return socket;
    };
    const limits = { headersTimeoutMs: 1000, keepAliveMs: 5000, maxConnections: 1 };
    const pool = new Pool({ host: 'server', connect: open, clock, ...limits });
    pools.push(pool);
    await expect(send(pool, get('/'))).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(pool.size).toBe(0);
  });

  it('does not send anything else twice', async () => {
    const pool = createPool();
    await send(pool, get('/1'));
    answer = (socket) => socket.destroy();
    const post = { method: 'POST', path: '/2', headers: [] };
    await expect(send(pool, post)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('fails a response that is cut off, even of a GET', async () => {
    answer = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    await expect(send(createPool(), get('/'))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('fails a response that does not begin in time', async () => {
    const clock = manualClock();
    const pool = createPool({ clock });
    const arrived = new Promise<void>((resolve) => (answer = () => resolve()));
    const failed = expect(send(pool, get('/'))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await arrived;
    clock.advance(1000);
    await failed;
  });

  it('fails a body that falls silent, and not one that goes on', async () => {
    const clock = manualClock();
    const pool = createPool({ clock });
    let chunks = 0;
    const failed = new Promise<Error>((resolve) => {
      pool.dispatch(
        { ...get('/'), bodyTimeout: 300 },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => sockets[0]?.write('1\r\na\r\n'),
          onResponseData: () => {
            chunks += 1;
            clock.advance(200);
            if (chunks < 4) sockets[0]?.write('1\r\na\r\n');
            else clock.advance(300);
          },
          onResponseEnd: () => resolve(new Error('ended')),
          onResponseError: (_controller, error) => resolve(error),
        },
      );
    });
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(await failed).toMatchObject({ code: 'ETIMEDOUT' });
    expect(chunks).toBe(4);
  });

  it('closes what rested for too long', async () => {
    const clock = manualClock();
    const pool = createPool({ clock });
    await send(pool, get('/'));
    clock.advance(5000);
    expect(pool.size).toBe(0);
  });

  it('gives up what is aborted, and does not use its connection again', async () => {
    answer = () => undefined;
    const pool = createPool();
    const aborted = send(pool, get('/1'), (controller) => {
      answer = (socket) => {
        answer = () => socket.write(OK);
        controller.abort(new Error('enough'));
      };
    });
    await expect(aborted).rejects.toThrow('enough');
    answer = (socket) => socket.write(OK);
    await send(pool, get('/2'));
    expect(sockets).toHaveLength(2);
  });

  it.each([
    ['/a b', [] as string[], 'not percent-encoded'],
    ['/', ['x', 'a\r\nb: c'], '"x"'],
    ['/', ['x', 'š'], '"x"'],
  ])('refuses what cannot stand in a head: %j %j', async (path, headers, why) => {
    await expect(send(createPool(), { method: 'GET', path, headers })).rejects.toThrow(why);
    expect(sockets).toHaveLength(0);
  });

  it('fails everything under way when it is destroyed, and everything after', async () => {
    const arrived = new Promise<void>((resolve) => (answer = () => resolve()));
    const pool = createPool({ maxConnections: 1 });
    const requests = ['/1', '/2'].map((path) => expect(send(pool, get(path))).rejects.toThrow('closed'));
    await arrived;
    pool.destroy(new Error('closed'));
    await Promise.all([...requests, expect(send(pool, get('/3'))).rejects.toThrow('closed')]);
    expect(pool.size).toBe(0);
  });
});
