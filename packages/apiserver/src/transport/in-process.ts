import { abortReason } from '@kubewright/api';
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '@kubewright/api';
import { concatBytes } from '../bytes/json.js';
import { bodyTooLargeError } from '../pipeline/limits.js';
import { isByteStream } from '../pipeline/server-request.js';
import type {
  ByteStream,
  ResponseBody,
  ServerRequest,
  ServerResponse,
  UserInfo,
} from '../pipeline/server-request.js';

export interface InProcessOptions {
  /** Who the requests come from. */
  readonly user: UserInfo;
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
}

/**
 * A transport that goes straight into the server: no socket, no copies. Closing it ends its open streams and refuses
 * further requests; the server goes on.
 */
export function createInProcessTransport({ user, handle }: InProcessOptions): Transport {
  const open = new Set<ByteStream>();
  let closed = false;

  const request = async (outgoing: TransportRequest): Promise<TransportResponse> => {
    const { signal } = outgoing;
    if (closed) throw new Error(`${outgoing.method} ${outgoing.path}: the transport is closed`);
    if (signal?.aborted === true) throw abortReason(signal);
    outgoing.beforeSend?.();
    const response = await handle(serverRequest(outgoing, user));
    if (isAborted(signal)) {
      if (isByteStream(response.body)) response.body.cancel();
      throw abortReason(signal as AbortSignal);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: transportBody(response.body, open, signal),
    };
  };
  const close = async (): Promise<void> => {
    closed = true;
    for (const stream of [...open]) stream.cancel();
  };
  return { request, close };
}

// A function, because the compiler believes that a signal does not change.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

function serverRequest(
  { method, path, headers = {}, body, signal }: TransportRequest,
  user: UserInfo,
): ServerRequest {
  return {
    method,
    path,
    headers: joinRepeated(headers),
    peer: user,
    signal,
    hasBody: body !== undefined && body.length > 0,
    async readBody(limitBytes) {
      if (body !== undefined && body.length > limitBytes) throw bodyTooLargeError(limitBytes);
      return body ?? new Uint8Array();
    },
  };
}

/** Repeated headers as Node hands them to a server: joined. The headers themselves when none is repeated. */
function joinRepeated(headers: NonNullable<TransportRequest['headers']>): ServerRequest['headers'] {
  for (const name in headers) {
    if (typeof headers[name] === 'string') continue;
    return Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : value.join(', '),
      ]),
    );
  }
  return headers as Readonly<Record<string, string>>;
}

function transportBody(
  body: ResponseBody,
  open: Set<ByteStream>,
  signal: AbortSignal | undefined,
): TransportBody {
  if (!isByteStream(body)) return wholeBody(body);
  open.add(body);
  async function* pieces(stream: ByteStream): AsyncGenerator<Uint8Array, void> {
    try {
      yield* stream;
      if (signal?.aborted === true) throw abortReason(signal);
    } finally {
      open.delete(stream);
    }
  }
  return {
    [Symbol.asyncIterator]: () => pieces(body)[Symbol.asyncIterator](),
    async bytes() {
      const all: Uint8Array[] = [];
      for await (const piece of pieces(body)) all.push(piece);
      return concatBytes(all);
    },
    cancel() {
      open.delete(body);
      body.cancel();
    },
  };
}

function wholeBody(pieces: readonly Uint8Array[]): TransportBody {
  return {
    async *[Symbol.asyncIterator]() {
      yield* pieces;
    },
    bytes: async () => concatBytes(pieces),
    cancel: () => undefined,
  };
}
