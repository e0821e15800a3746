/** A request as the pipeline sees it, whichever transport brought it. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, at most once. Throws StatusError 413 when it is longer than `limitBytes`. */
  readBody(limitBytes: number): Promise<Uint8Array>;
  /** Whether a body came along, even an empty one. */
  readonly hasBody: boolean;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal | undefined;
  /** Who the transport vouches for: the owner of the in-process transport, or of the client certificate. */
  readonly peer: UserInfo | undefined;
}

/** Who asks (authentication/v1 UserInfo). */
export interface UserInfo {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface ServerResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: ResponseBody;
}

/** Either the whole body in pieces, or a stream that goes on. */
export type ResponseBody = readonly Uint8Array[] | ByteStream;

/** Bytes as they come. Whoever reads it must read to the end or cancel. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  cancel(): void;
}

export function isByteStream(body: ResponseBody): body is ByteStream {
  return !Array.isArray(body);
}
