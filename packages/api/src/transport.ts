/** One HTTP exchange, as the client means it and the API server answers it, whichever way it travels. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded: `/api/v1/pods?limit=500`. */
  path: string;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Ends the request, or the stream of its response, wherever it is. */
  signal?: AbortSignal;
}

export interface TransportResponse {
  status: number;
  /** Names in lower case; repeated headers (`warning`) as an array. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The body as it arrives. Read it to the end, or call `cancel`, or abort the request's signal: otherwise a
   * connection stays occupied. Iterating throws when the connection breaks before the end.
   */
  body: TransportBody;
}

export interface TransportBody extends AsyncIterable<Uint8Array> {
  /** Everything that is left, in one piece. */
  bytes(): Promise<Uint8Array>;
  /** Gives up on the rest; never throws. */
  cancel(): void;
}

/**
 * Carries requests to an API server: over HTTPS, or straight into the embedded server. Everything above cannot tell
 * which. `request` throws only when no response came (refused, broken, aborted); an error status is a response.
 */
export interface Transport {
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Ends open requests and frees sockets. The owner of the transport calls it once. */
  close(): Promise<void>;
}
