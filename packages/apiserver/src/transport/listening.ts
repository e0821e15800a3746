/** Where to listen. */
export interface ListenOptions {
  /** Defaults to `127.0.0.1`. */
  readonly host?: string;
  /** Defaults to 0: any free port. */
  readonly port?: number;
  /** More names and addresses for the server's certificate, besides the host and the loopback ones. */
  readonly serverNames?: readonly string[];
}

/** A port that is open, and what a client needs to use it. */
export interface Listening {
  /** `https://127.0.0.1:6443` */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Signs the server's certificate. */
  readonly caCertificatePem: string;
  /** A certificate and key of `kubernetes-admin` in group `system:masters`. */
  readonly clientCertificatePem: string;
  readonly clientKeyPem: string;
  /** A bearer token of the same user. */
  readonly token: string;
}

export type ListenErrorCode = 'PortInUse' | 'ListenFailed';

/** The server could not open its port. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: ListenErrorCode;

  constructor(code: ListenErrorCode, message: string, options: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Whether a thrown value is a ListenError, also of another copy of this package. */
export function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && error.name === 'ListenError';
}
