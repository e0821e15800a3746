import type { Writable } from 'node:stream';

import type { Clock, ObjectKey, Status } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import { ApiError } from '../errors.js';
import { TransportError } from '../transport/errors.js';
import { podPath } from './pod-path.js';
import type { StreamClient } from './pod-path.js';
import { openWebSocket } from './web-socket.js';
import type { WebSocketConnection } from './web-socket.js';

/** Channels of a remote command (apimachinery's pkg/util/remotecommand/constants.go). */
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;
const RESIZE = 4;
const CLOSE = 255;

/** Only v5 can end the standard input. */
const V5 = 'v5.channel.k8s.io';
const PROTOCOLS = [V5, 'v4.channel.k8s.io'];

export interface TerminalSize {
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
}

export interface AttachOptions extends AbortOptions {
  /** Defaults to the only container, or the one its annotation names. */
  container?: string | undefined;
  /** Sent as it comes; its end ends the standard input. Readables fit. Defaults to none. */
  stdin?: AsyncIterable<Uint8Array | string> | undefined;
  /** Where output goes as it comes, and which may slow it down. It is not ended. Defaults to the result. */
  stdout?: Writable | undefined;
  /** The same for errors; with `tty` they are part of the output. */
  stderr?: Writable | undefined;
  /** Runs in a terminal. Defaults to false. */
  tty?: boolean | undefined;
  /** The sizes of the terminal, as they change. */
  resize?: AsyncIterable<TerminalSize> | undefined;
  /** For the check whether the server is alive. Defaults to the machine's. */
  clock?: Clock | undefined;
}

export interface ExecOptions extends AttachOptions {
  /** Program and arguments; no shell reads them. */
  command: readonly string[];
}

export interface RemoteCommandResult {
  exitCode: number;
  /** What was written, unless a stream took it. */
  stdout: string;
  stderr: string;
}

/**
 * Runs a command in a container until it ends, over a WebSocket as kubectl does. A command that fails is a result with
 * its exit code.
 *
 * @throws ApiError when the server refuses or cannot run the command; TransportError 'ConnectionLost' when the stream
 * breaks: the command may still be running. Aborting leaves it running, too.
 */
export function exec(
  client: StreamClient,
  pod: string | ObjectKey,
  options: ExecOptions,
): Promise<RemoteCommandResult> {
  return remoteCommand(client, pod, 'exec', options, options.command);
}

/** Attaches to the main process of a container, until that ends or the signal aborts; see `exec`. */
export function attach(
  client: StreamClient,
  pod: string | ObjectKey,
  options: AttachOptions = {},
): Promise<RemoteCommandResult> {
  return remoteCommand(client, pod, 'attach', options, undefined);
}

async function remoteCommand(
  client: StreamClient,
  pod: string | ObjectKey,
  subresource: 'exec' | 'attach',
  options: AttachOptions,
  command: readonly string[] | undefined,
): Promise<RemoteCommandResult> {
  const { container, stdin, tty = false, signal, clock } = options;
  const path = podPath(client, pod, subresource, {
    command,
    container,
    stdin: stdin !== undefined,
    stdout: true,
    stderr: !tty,
    tty,
  });
  const what = `${subresource} ${path.split('?', 1)[0] ?? path}`;
  const socket = await openWebSocket(client.transport, { path, protocols: PROTOCOLS, what, signal, clock });
  const sending = new AbortController();
  try {
    return await receive(socket, options, what, (fail) => {
      if (stdin !== undefined) sendInput(socket, stdin, sending.signal).catch(fail);
      if (options.resize !== undefined) sendSizes(socket, options.resize, sending.signal).catch(fail);
    });
  } finally {
    sending.abort();
    socket.close();
  }
}

/** Takes output until the end, and says how it ended. */
function receive(
  socket: WebSocketConnection,
  options: AttachOptions,
  what: string,
  start: (fail: (error: unknown) => void) => void,
): Promise<RemoteCommandResult> {
  const collected: { [STDOUT]: Buffer[]; [STDERR]: Buffer[]; [ERROR]: Buffer[] } = {
    [STDOUT]: [],
    [STDERR]: [],
    [ERROR]: [],
  };
  const sinks: Readonly<Record<number, Writable | undefined>> = {
    [STDOUT]: options.stdout,
    [STDERR]: options.stderr,
  };
  return new Promise((resolve, reject) => {
    socket.listen({
      message(bytes) {
        const channel = bytes[0];
        if (channel !== STDOUT && channel !== STDERR && channel !== ERROR) return;
        // Channels begin with an empty message.
        if (bytes.length === 1) return;
        const data = bytes.subarray(1);
        const sink = sinks[channel];
        if (sink === undefined) {
          collected[channel].push(data);
        } else if (!sink.write(data)) {
          socket.pause();
          sink.once('drain', () => socket.resume());
        }
      },
      closed(error) {
        const status = collected[ERROR];
        // A connection that breaks after the verdict has done its work.
        if (error !== undefined && status.length === 0) {
          reject(error);
          return;
        }
        try {
          resolve({
            exitCode: exitCodeOf(Buffer.concat(status).toString('utf8'), what),
            stdout: Buffer.concat(collected[STDOUT]).toString('utf8'),
            stderr: Buffer.concat(collected[STDERR]).toString('utf8'),
          });
        } catch (failure) {
          reject(failure as Error);
        }
      },
    });
    start((error) => {
      reject(error as Error);
      socket.close();
    });
  });
}

async function sendInput(
  socket: WebSocketConnection,
  stdin: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<void> {
  const channel = Buffer.from([STDIN]);
  await eachUntil(stdin, signal, (chunk) =>
    socket.send(channel, typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
  );
  if (socket.protocol === V5) await socket.send(Buffer.from([CLOSE, STDIN]));
}

async function sendSizes(
  socket: WebSocketConnection,
  sizes: AsyncIterable<TerminalSize>,
  signal: AbortSignal,
): Promise<void> {
  const channel = Buffer.from([RESIZE]);
  await eachUntil(sizes, signal, ({ width, height }) =>
    // The names of client-go's TerminalSize, which has no JSON tags.
    socket.send(channel, Buffer.from(JSON.stringify({ Width: width, Height: height }))),
  );
}

/** Takes items until there are no more or the signal aborts, also while it waits for one. */
async function eachUntil<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
  take: (item: T) => Promise<void> | undefined,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const stop = () => void iterator.return?.()?.then(undefined, () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true || signal.aborted) return;
      await take(next.value);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** client-go's tools/remotecommand/v4.go, `errorDecoderV4`. */
function exitCodeOf(text: string, what: string): number {
  if (text === '') return 0;
  let status: Status;
  try {
    status = JSON.parse(text) as Status;
  } catch (cause) {
    throw new TransportError('InvalidResponse', `${what}: the verdict is no Status: ${text.slice(0, 200)}`, {
      cause,
    });
  }
  if (status.status === 'Success') return 0;
  if ((status.reason as string) === 'NonZeroExitCode') {
    const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
    if (code !== undefined && /^\d+$/.test(code)) return Number(code);
  }
  throw new ApiError({ ...status, message: `${what}: ${status.message ?? 'it failed without saying why'}` });
}
