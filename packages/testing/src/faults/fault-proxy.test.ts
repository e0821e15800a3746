import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import type { Clock } from '@kubewright/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startFaultProxy } from './fault-proxy.js';
import type { FaultProxy } from './fault-proxy.js';

let server: Server;
let served: Socket[];
let dialled: Socket[];
let proxy: FaultProxy;
let timers: Array<{ callback: () => void; delayMs: number }>;
const clock: Clock = {
  now: () => 0,
  setTimer: (callback, delayMs) => {
    timers.push({ callback, delayMs });
    return { cancel: () => undefined };
  },
};

beforeEach(async () => {
  served = [];
  dialled = [];
  timers = [];
  server = createServer((socket) => {
    served.push(socket.on('error', () => undefined));
    socket.on('data', (chunk) => socket.write(`echo ${chunk.toString()}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultProxy({
    target: `https://127.0.0.1:${(server.address() as AddressInfo).port}/below/`,
    clock,
  });
});
afterEach(async () => {
  await proxy.stop();
  for (const socket of [...served, ...dialled]) socket.destroy();
  server.close();
});

async function dial(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  dialled.push(socket);
  return socket;
}

async function say(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

/** What the socket ended with: the code of its error, or 'end'. */
function ended(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('error', (error) => resolve(String((error as { code?: unknown }).code)));
    socket.on('end', () => resolve('end'));
  });
}

describe('a fault proxy', () => {
  it('passes bytes both ways until told otherwise, and each end', async () => {
    const socket = await dial();
    expect(await say(socket, 'a')).toBe('echo a');
    expect(proxy).toMatchObject({ connections: 1, accepted: 1 });
    const end = ended(socket);
    served[0]?.end();
    expect(await end).toBe('end');
  });

  it('keeps scheme and path of the target, and the name its certificate is checked for', () => {
    expect(proxy.url).toBe(`https://127.0.0.1:${proxy.port}/below`);
    expect(proxy.through({ server: 'https://api.example.com:6443', namespace: 'default' })).toMatchObject({
      server: proxy.url,
      tlsServerName: 'api.example.com',
    });
  });

  it.each([
    ['reset', 'ECONNRESET'],
    ['end', 'end'],
  ] as const)('cuts open connections with a %s, on both sides, and takes new ones', async (how, outcome) => {
    const socket = await dial();
    await say(socket, 'a');
    const outcomes = [ended(socket), ended(served[0] as Socket)];
    proxy.cut(how);
    expect(await Promise.all(outcomes)).toEqual([outcome, outcome]);
    expect(proxy.connections).toBe(0);
    expect(await say(await dial(), 'b')).toBe('echo b');
  });

  it('swallows what either side sends while it stalls; what was open stays dead, what comes later passes', async () => {
    const socket = await dial();
    await say(socket, 'a');
    proxy.stall();
    const late = await dial();
    const heard: string[] = [];
    for (const [name, end] of [
      ['open', socket],
      ['late', late],
    ] as const) {
      end.on('data', (chunk) => heard.push(`${name} ${String(chunk)}`));
      end.on('end', () => heard.push(`${name} end`));
      end.write('lost');
    }
    served[0]?.end('lost');
    await proxy.pass();
    expect(await say(await dial(), 'b')).toBe('echo b');
    expect(heard).toEqual([]);
    expect([socket.destroyed, late.destroyed]).toEqual([false, false]);
  });

  it('passes bytes later, in their order, when told to delay', async () => {
    const socket = await dial();
    await say(socket, 'a');
    proxy.delay(250);
    const arrived = once(served[0] as Socket, 'data');
    socket.write('b');
    while (timers.length === 0) await new Promise(setImmediate);
    expect(timers[0]?.delayMs).toBe(250);
    timers.shift()?.callback();
    expect(String((await arrived)[0])).toBe('b');
  });

  it('ends a connection after so many bytes of the server', async () => {
    proxy.truncate(8);
    const socket = await dial();
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.write('long enough');
    expect(await ended(socket)).toBe('end');
    expect(heard).toBe('echo lon');
    await proxy.pass();
    expect(await say(await dial(), 'long enough')).toBe('echo long enough');
  });

  it('refuses connections, and listens at the same port again afterwards', async () => {
    const { port } = proxy;
    await proxy.refuse();
    expect(await ended(connect(port, '127.0.0.1'))).toBe('ECONNREFUSED');
    await proxy.pass();
    expect(proxy.port).toBe(port);
    expect(await say(await dial(), 'a')).toBe('echo a');
  });

  it('has nothing open after it was stopped, stalled or not', async () => {
    const socket = await dial();
    await say(socket, 'a');
    proxy.stall();
    const outcomes = [ended(socket), ended(served[0] as Socket)];
    await proxy.stop();
    await proxy.stop();
    expect(await Promise.all(outcomes)).toEqual(['ECONNRESET', 'ECONNRESET']);
  });
});
