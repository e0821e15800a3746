/** One HTTP exchange, as the client means it and the API server answers it, whichever way it travels. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded: `/api/v1/pods?limit=500`. */
  path: string;
  /** Names in lower case; headers that are sent several times (`impersonate-group`) as an array. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: Uint8Array;
  /** Ends the request, or the stream of its response, wherever it is. */
  signal?: AbortSignal;
  /**
   * How long the body may be silent. A stream that says nothing for longer has lost its peer: reading it then throws a
   * TransportError 'Timeout'. Defaults to no limit. Transports within one process, which lose nobody, ignore it.
   */
  idleTimeoutMs?: number | undefined;
  /**
   * Called right before the request goes out, after every wait for credentials or a connection. When it throws, nothing is
   * sent, and the request fails with what it threw.
   */
  beforeSend?: (() => void) | undefined;
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
  /** Names the server, as metrics do: host and port. Undefined where there is no network. */
  readonly host?: string | undefined;
  request(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Switches a connection to another protocol, for exec, attach and port-forward. Transports that have no connections
   * lack it.
   */
  upgrade?(request: UpgradeRequest): Promise<UpgradeResponse>;
  /** Ends open requests and frees sockets. The owner of the transport calls it once. */
  close(): Promise<void>;
}

/** A GET that asks to go on in another protocol. */
export interface UpgradeRequest {
  /** Path and query, percent-encoded. */
  path: string;
  /** What to switch to: `websocket`. */
  protocol: string;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Ends the attempt; the connection, once there, is its receiver's. */
  signal?: AbortSignal;
}

/** The connection, paused, which is the caller's to destroy; or what the server answered instead. */
export type UpgradeResponse =
  | { upgraded: true; headers: TransportResponse['headers']; connection: DuplexConnection }
  | { upgraded: false; response: TransportResponse };

/** The part of Node's Duplex that protocols need. */
export interface DuplexConnection {
  /** False when more should wait for 'drain'. */
  write(bytes: Uint8Array): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  pause(): unknown;
  resume(): unknown;
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'drain' | 'end' | 'close', listener: () => void): unknown;
}
