import type { Duplex } from 'node:stream';

import type { Clock, ObjectKey } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import { TransportError } from '../transport/errors.js';
import { podPath } from './pod-path.js';
import type { StreamClient } from './pod-path.js';
import { openWebSocket } from './web-socket.js';

/** Each port has two channels; both begin with its number, two bytes (kubelet's portforward/websocket.go). */
const DATA = 0;
const ERROR = 1;
const PROTOCOLS = ['v4.channel.k8s.io'];

export interface PortForwardOptions extends AbortOptions {
  /** The port of the pod. */
  port: number;
  /** For the check whether the server is alive. Defaults to the machine's. */
  clock?: Clock | undefined;
}

/**
 * One connection to a port of a pod, as a stream. The protocol cannot tell the pod that only one direction has ended:
 * ending the stream leaves the connection open until the pod ends it, destroying it ends both. The caller destroys it.
 *
 * @throws ApiError when the server refuses. A port where nobody listens is an error of the stream.
 */
export async function portForward(
  client: StreamClient,
  pod: string | ObjectKey,
  options: PortForwardOptions,
): Promise<Duplex> {
  const { port, signal, clock } = options;
  const path = podPath(client, pod, 'portforward', { ports: port });
  const what = `port-forward ${path.split('?', 1)[0] ?? path} to port ${port}`;
  const socket = await openWebSocket(client.transport, { path, protocols: PROTOCOLS, what, signal, clock });
  const { Duplex } = await import('node:stream');
  const channel = Buffer.from([DATA]);
  const announced = new Set<number>();
  const stream = new Duplex({
    allowHalfOpen: true,
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      const sent = socket.send(channel, chunk);
      if (sent === undefined) done();
      else void sent.then(() => done());
    },
    destroy: (error, done) => {
      socket.close();
      done(error);
    },
  });
  socket.listen({
    message(bytes) {
      const from = bytes[0];
      if (from !== DATA && from !== ERROR) return;
      if (!announced.has(from)) {
        announced.add(from);
        return;
      }
      const data = bytes.subarray(1);
      if (from === ERROR) {
        stream.destroy(new TransportError('ConnectionLost', `${what}: ${data.toString('utf8').trim()}`));
      } else if (data.length > 0 && !stream.push(data)) socket.pause();
    },
    closed(error) {
      if (error === undefined) stream.push(null);
      else stream.destroy(error);
    },
  });
  return stream;
}

export interface ListenPortForwardOptions extends PortForwardOptions {
  /** The port here; 0, the default, takes a free one. */
  localPort?: number | undefined;
  /** Where it listens. Defaults to 127.0.0.1: whoever connects acts on the cluster as this client. */
  localAddress?: string | undefined;
  /** Told of each connection that failed; the others go on. Defaults to nothing. */
  onError?: ((error: Error) => void) | undefined;
}

/** A local port whose connections lead to a pod. */
export interface ListeningPortForward {
  readonly address: string;
  readonly port: number;
  /** Ends the connections and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on a local port and forwards each connection to the pod, as `kubectl port-forward`. The caller closes it. */
export async function listenPortForward(
  client: StreamClient,
  pod: string | ObjectKey,
  options: ListenPortForwardOptions,
): Promise<ListeningPortForward> {
  const {
    localPort = 0,
    localAddress = '127.0.0.1',
    onError = () => undefined,
    signal,
    ...forward
  } = options;
  const { createServer } = await import('node:net');
  const stop = new AbortController();
  const open = new Set<Duplex>();
  const onConnection = async (near: Duplex): Promise<void> => {
    open.add(near);
    near.on('close', () => open.delete(near));
    // Until it is known where to, and afterwards, when it breaks.
    near.on('error', () => undefined);
    const far = await portForward(client, pod, { ...forward, signal: stop.signal });
    if (near.destroyed) {
      // It has gone meanwhile, and will not say so again.
      far.destroy();
      return;
    }
    far.on('error', (error) => {
      near.destroy();
      if (!stop.signal.aborted) onError(error);
    });
    near.on('close', () => far.destroy());
    // The pod's end ends both directions; it is the only one that can tell.
    far.on('end', () => near.end(() => near.destroy()));
    near.pipe(far);
    far.pipe(near, { end: false });
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    onConnection(near).catch((error: unknown) => {
      near.destroy();
      if (!stop.signal.aborted) onError(error as Error);
    });
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      stop.abort();
      signal?.removeEventListener('abort', onAbort);
      for (const connection of open) connection.destroy();
      server.close(() => resolve());
    });
  const onAbort = () => void close();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(localPort, localAddress, resolve);
  });
  signal?.addEventListener('abort', onAbort, { once: true });
  const { port } = server.address() as { port: number };
  return { address: localAddress, port, close, [Symbol.asyncDispose]: close };
}
