import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';

import { systemClock } from '@kubewright/api';
import type { Clock, Transport } from '@kubewright/api';
import { afterEach, describe, expect, it } from 'vitest';

import { createClient } from '../client/create-client.js';
import { isApiError, isInvalidRequest } from '../errors.js';
import { isForbidden } from '../reasons.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { startWebSocketServer } from '../test-support/web-socket-server.js';
import type { ServerSocket } from '../test-support/web-socket-server.js';
import { createHttpTransport } from '../transport/http.js';
import { isTransportError } from '../transport/errors.js';
import { podLogLines, podLogs } from './pod-logs.js';
import { listenPortForward, portForward } from './port-forward.js';
import { attach, exec } from './remote-command.js';

const cleanUps: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type ServerOptions = Parameters<typeof startWebSocketServer>[0];

/** A client of a kubelet that behaves as the test says; no connection may be left at the end. */
async function clientOf(serve: ServerOptions['serve'], options: Omit<ServerOptions, 'serve'> = {}) {
  const server = await startWebSocketServer({ serve, ...options });
  cleanUps.push(() => server.stop());
  const transport = createHttpTransport({ server: server.url, namespace: 'default', token: 'secret' });
  cleanUps.push(() => transport.close());
  return { client: createClient({ transport }), server };
}

const success = JSON.stringify({ metadata: {}, status: 'Success' });
const exited = (code: number) =>
  JSON.stringify({
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  });

/** Ends a command as kubelets do. */
function end(socket: ServerSocket, verdict: string): void {
  socket.send(3, verdict);
  socket.close();
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

async function* inputs(...chunks: string[]): AsyncGenerator<string, void, undefined> {
  yield* chunks;
}

describe('exec', () => {
  it('runs a command, sends its input and the end of it, and brings output and exit code', async () => {
    const heard: unknown[] = [];
    const { client, server } = await clientOf(async (socket) => {
      heard.push(socket.url.pathname, [...socket.url.searchParams], socket.request.headers.authorization);
      for (const channel of [1, 2, 3]) socket.send(channel, '');
      for (;;) {
        const message = await socket.next();
        if (message === undefined) return;
        heard.push(message.payload.toString('latin1'));
        if (message.payload[0] === 255) break;
      }
      socket.send(1, 'out');
      socket.send(2, 'err');
      socket.send(1, 'put');
      end(socket, exited(3));
    });
    const command = ['sh', '-c', 'exit 3 & x'];
    const result = await exec(client, 'ns/pod', { command, container: 'c', stdin: inputs('a', 'b') });
    expect(result).toEqual({ exitCode: 3, stdout: 'output', stderr: 'err' });
    expect(heard).toEqual([
      '/api/v1/namespaces/ns/pods/pod/exec',
      [
        ['command', 'sh'],
        ['command', '-c'],
        ['command', 'exit 3 & x'],
        ['container', 'c'],
        ['stdin', 'true'],
        ['stdout', 'true'],
        ['stderr', 'true'],
        ['tty', 'false'],
      ],
      'Bearer secret',
      '\0a',
      '\0b',
      '\xff\0',
    ]);
    expect(await server.open()).toBe(0);
  });

  it('speaks v4 where v5 is not known, which cannot end the input', async () => {
    const offers: Array<readonly string[]> = [];
    let last = '';
    const { client } = await clientOf(
      async (socket) => {
        last = (await socket.nextText()) ?? '';
        end(socket, success);
      },
      { choose: (offered) => (offers.push(offered), 'v4.channel.k8s.io') },
    );
    const stdin = inputs('a');
    expect((await exec(client, 'pod', { command: ['cat'], stdin })).exitCode).toBe(0);
    expect(offers).toEqual([['v5.channel.k8s.io', 'v4.channel.k8s.io']]);
    expect(last).toBe('0 a');
  });

  it('tells a terminal its sizes, and asks for no errors beside the output', async () => {
    const sizes = [
      { width: 80, height: 24 },
      { width: 120, height: 40 },
    ];
    const heard: Array<string | undefined | null> = [];
    const { client } = await clientOf(async (socket) => {
      heard.push(socket.url.searchParams.get('stderr'), await socket.nextText(), await socket.nextText());
      end(socket, success);
    });
    const resize = (async function* () {
      yield* sizes;
    })();
    await exec(client, 'pod', { command: ['top'], tty: true, resize });
    expect(heard).toEqual(['false', '4 {"Width":80,"Height":24}', '4 {"Width":120,"Height":40}']);
  });

  it('is slowed down by who takes the output, and loses nothing', async () => {
    const total = 8 * 1024 * 1024;
    let sent = 0;
    let taken = 0;
    let release: () => void = () => undefined;
    const { client } = await clientOf(async (socket) => {
      const piece = Buffer.alloc(32 * 1024, 'x');
      while (sent < total) {
        sent += piece.length;
        if (!socket.send(1, piece)) await once(socket.socket, 'drain');
      }
      end(socket, success);
    });
    const stdout = new Writable({
      highWaterMark: 1024,
      write: (chunk: Buffer, _encoding, done) => {
        taken += chunk.length;
        if (release === held) done();
        else release = () => ((release = held), done());
      },
    });
    const held = () => undefined;
    const running = exec(client, 'pod', { command: ['yes'], stdout });
    // It stands still when many turns have brought nothing more.
    for (let still = 0, before = -1; still < 200; still = before === sent && sent > 0 ? still + 1 : 0) {
      before = sent;
      await new Promise(setImmediate);
    }
    expect(sent).toBeLessThan(total);
    release();
    expect(await running).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await new Promise((resolve) => stdout.end(resolve));
    expect(taken).toBe(total);
  });

  it('joins messages whose frames and bytes come in pieces, and answers pings', async () => {
    let pongs = 0;
    const { client } = await clientOf(async (socket) => {
      socket.frame(2, Buffer.from('\x01he'), false);
      socket.frame(9, Buffer.from('?'));
      socket.frame(0, Buffer.from('ll'), false);
      socket.frame(0, Buffer.from('o'), true);
      const large = Buffer.concat([
        Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x71]),
        Buffer.from([1]),
        Buffer.alloc(70_000, '!'),
      ]);
      for (let at = 0; at < large.length; at += 9_999) {
        socket.socket.write(large.subarray(at, at + 9_999));
        await new Promise(setImmediate);
      }
      while (socket.pongs === 0) await new Promise(setImmediate);
      pongs = socket.pongs;
      end(socket, success);
    });
    expect((await exec(client, 'pod', { command: ['x'] })).stdout).toBe(`hello${'!'.repeat(70_000)}`);
    expect(pongs).toBe(1);
  });

  it('is refused with the words of the server', async () => {
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'pods "pod" is forbidden: no',
      reason: 'Forbidden',
      code: 403,
    };
    const { client, server } = await clientOf(() => undefined, {
      refuse: () => ({ status: 403, body: JSON.stringify(status) }),
    });
    const error = await failure(exec(client, 'pod', { command: ['x'] }));
    expect(isForbidden(error)).toBe(true);
    expect(error.message).toContain('pods "pod" is forbidden: no');
    expect(await server.open()).toBe(0);
  });

  it('that cannot be run is an error with the verdict', async () => {
    const { client } = await clientOf((socket) =>
      end(socket, JSON.stringify({ status: 'Failure', reason: 'InternalError', message: 'no such file' })),
    );
    const error = await failure(exec(client, 'pod', { command: ['x'] }));
    expect(isApiError(error)).toBe(true);
    expect(error.message).toBe('exec /api/v1/namespaces/default/pods/pod/exec: no such file');
  });

  it.each([
    ['cut', (socket: ServerSocket) => socket.socket.resetAndDestroy(), 'ConnectionLost'],
    ['ended without a word', (socket: ServerSocket) => socket.socket.end(), 'ConnectionLost'],
    ['closed with a code', (socket: ServerSocket) => socket.close(1011, 'kubelet is gone'), 'ConnectionLost'],
    ['nonsense', (socket: ServerSocket) => socket.socket.write(Buffer.alloc(4, 0xff)), 'InvalidResponse'],
  ] as const)('whose stream is %s is an error', async (_how, act, code) => {
    const { client, server } = await clientOf((socket) => void act(socket));
    const error = await failure(exec(client, 'pod', { command: ['x'] }));
    expect(isTransportError(error, code)).toBe(true);
    expect(error.message).toContain('exec /api/v1/namespaces/default/pods/pod/exec');
    expect(await server.open()).toBe(0);
  });

  it('needs a protocol that both understand', async () => {
    const { client } = await clientOf(() => undefined, { choose: () => '' });
    const error = await failure(exec(client, 'pod', { command: ['x'] }));
    expect(isTransportError(error, 'InvalidResponse')).toBe(true);
  });

  it('ends when its signal aborts, while it waits for input too', async () => {
    const stop = new AbortController();
    const { client, server } = await clientOf(() => stop.abort(new Error('enough')));
    const stdin = new PassThrough();
    const error = await failure(exec(client, 'pod', { command: ['x'], stdin, signal: stop.signal }));
    expect(error.message).toBe('enough');
    expect(await server.open()).toBe(0);
  });

  it('asks whether the server is there, and gives up after a minute of silence', async () => {
    let now = 0;
    const unset = () => undefined;
    let tick: () => void = unset;
    const clock: Clock = {
      ...systemClock,
      now: () => now,
      setTimer: (callback) => ((tick = callback), { cancel: () => undefined }),
    };
    let opened: (socket: ServerSocket) => void = () => undefined;
    const open = new Promise<ServerSocket>((resolve) => (opened = resolve));
    const { client } = await clientOf((socket) => opened(socket));
    const running = failure(exec(client, 'pod', { command: ['x'], clock }));
    const socket = await open;
    while (tick === unset) await new Promise(setImmediate);
    tick();
    while (socket.pings === 0) await new Promise(setImmediate);
    now += 70_000;
    tick();
    const error = await running;
    expect(isTransportError(error, 'Timeout')).toBe(true);
    expect(error.message).toContain('silent for a minute');
  });

  it('acts as whom the client impersonates', async () => {
    let who: unknown;
    const { client } = await clientOf((socket) => {
      who = socket.request.headers['impersonate-user'];
      end(socket, success);
    });
    await exec(client.with({ impersonate: { username: 'bob' } }), 'pod', { command: ['x'] });
    expect(who).toBe('bob');
  });

  it('needs a transport with connections', async () => {
    const client = createClient({ transport: new FakeTransport() });
    const error = await failure(exec(client, 'pod', { command: ['x'] }));
    expect(isInvalidRequest(error)).toBe(true);
    expect(error.message).toContain('connect over HTTPS');
  });
});

describe('attach', () => {
  it('asks for the running process', async () => {
    let asked = '';
    const { client } = await clientOf((socket) => {
      asked = socket.url.pathname;
      socket.send(1, 'hello');
      end(socket, success);
    });
    expect(await attach(client, 'ns/pod')).toEqual({ exitCode: 0, stdout: 'hello', stderr: '' });
    expect(asked).toBe('/api/v1/namespaces/ns/pods/pod/attach');
  });
});

/** Announces the port as kubelets do, then echoes. */
async function echo(socket: ServerSocket): Promise<void> {
  const port = Buffer.alloc(2);
  port.writeUInt16LE(Number(socket.url.searchParams.get('ports')));
  socket.send(0, port);
  socket.send(1, port);
  for (;;) {
    const message = await socket.next();
    if (message === undefined || message.opcode === 8) return;
    socket.send(0, `echo ${message.payload.subarray(1).toString()}`);
  }
}

describe('portForward', () => {
  it('is a stream to a port of the pod, and ends with it', async () => {
    let ended: ServerSocket | undefined;
    const { client, server } = await clientOf((socket) => {
      ended = socket;
      return echo(socket);
    });
    const stream = await portForward(client, 'pod', { port: 8080 });
    expect(ended?.url.search).toBe('?ports=8080');
    stream.write('a');
    expect(String((await once(stream, 'data'))[0])).toBe('echo a');
    const over = once(stream, 'end');
    ended?.close();
    await over;
    stream.destroy();
    expect(await server.open()).toBe(0);
  });

  it('fails with what the kubelet says of the port', async () => {
    const { client } = await clientOf((socket) => {
      socket.send(0, '\0\0');
      socket.send(1, '\0\0');
      socket.send(1, 'connect: connection refused\n');
    });
    const stream = await portForward(client, 'pod', { port: 8080 });
    const [error] = (await once(stream.resume(), 'error')) as [Error];
    expect(error.message).toBe(
      'port-forward /api/v1/namespaces/default/pods/pod/portforward to port 8080: connect: connection refused',
    );
  });

  it('listens on loopback and forwards each connection by its own, until it is closed', async () => {
    const { client, server } = await clientOf(echo);
    const forward = await listenPortForward(client, 'pod', { port: 80 });
    expect(forward.address).toBe('127.0.0.1');
    const say = async (socket: Socket, text: string) => {
      socket.write(text);
      return String((await once(socket, 'data'))[0]);
    };
    const sockets = [connect(forward.port, '127.0.0.1'), connect(forward.port, '127.0.0.1')] as const;
    expect(await Promise.all([say(sockets[0], 'a'), say(sockets[1], 'b')])).toEqual(['echo a', 'echo b']);
    const closed = sockets.map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    );
    await forward.close();
    await Promise.all(closed);
    expect(await server.open()).toBe(0);
  });

  it('lets go of the pod when the connection has gone before it was reached', async () => {
    const { client, server } = await clientOf(echo);
    const { transport } = client;
    const nearby: Socket[] = [];
    const upgrade: NonNullable<Transport['upgrade']> = async (request) => {
      const answer = await transport.upgrade!(request);
      nearby[0]?.resetAndDestroy();
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      return answer;
    };
    const slow = createClient({
      transport: {
        request: (request) => transport.request(request),
        upgrade,
        close: () => Promise.resolve(),
      },
    });
    const errors: Error[] = [];
    const onError = (error: Error) => void errors.push(error);
    await using forward = await listenPortForward(slow, 'pod', { port: 80, onError });
    const near = connect(forward.port, '127.0.0.1').on('error', () => undefined);
    nearby.push(near);
    await once(near, 'close');
    while ((await server.open()) > 0) await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });

  it('tells of a connection that failed, and goes on', async () => {
    let refusing = true;
    const { client } = await clientOf(echo, {
      refuse: () => (refusing ? { status: 404, body: '' } : undefined),
    });
    const errors: Error[] = [];
    const onError = (error: Error) => void errors.push(error);
    await using forward = await listenPortForward(client, 'pod', { port: 80, onError });
    const first = connect(forward.port, '127.0.0.1').on('error', () => undefined);
    await once(first, 'close');
    expect(errors.map((error) => (isApiError(error) ? error.status.code : error))).toEqual([404]);
    refusing = false;
    const second = connect(forward.port, '127.0.0.1');
    second.write('x');
    expect(String((await once(second, 'data'))[0])).toBe('echo x');
    second.destroy();
  });
});

describe('podLogs', () => {
  const logs = (transport: Transport) => createClient({ transport });

  it('asks for what is wanted and brings it in pieces', async () => {
    const transport = new FakeTransport({
      request:
        'GET /api/v1/namespaces/ns/pods/pod/log?container=c&follow=true&tailLines=5&timestamps=true&sinceTime=2026-01-02T03%3A04%3A05.000Z',
      chunks: ['one\ntw', 'o\n\nth', 'ree'],
    });
    const options = {
      container: 'c',
      follow: true,
      tailLines: 5,
      timestamps: true,
      sinceTime: new Date('2026-01-02T03:04:05Z'),
    };
    const lines: string[] = [];
    for await (const line of podLogLines(logs(transport), 'ns/pod', options)) lines.push(line);
    expect(lines).toEqual(['one', 'two', '', 'three']);
    transport.assertConsumed();
  });

  it('gives the connection back when nobody reads on', async () => {
    const transport = new FakeTransport({
      request: 'GET /api/v1/namespaces/default/pods/pod/log',
      chunks: ['a', 'b'],
    });
    for await (const chunk of podLogs(logs(transport), 'pod')) {
      expect(String.fromCharCode(...chunk)).toBe('a');
      break;
    }
    transport.assertConsumed();
  });

  it('throws what the server answers', async () => {
    const transport = new FakeTransport({
      request: 'GET /api/v1/namespaces/default/pods/pod/log',
      status: 400,
      answer: { kind: 'Status', status: 'Failure', message: 'container "c" is waiting to start', code: 400 },
    });
    const error = await failure(podLogs(logs(transport), 'pod').next());
    expect(isApiError(error)).toBe(true);
    expect(error.message).toContain('waiting to start');
  });
});
