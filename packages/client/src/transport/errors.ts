export type TransportErrorCode =
  | 'ConnectionRefused'
  | 'ConnectionLost'
  | 'ConnectionFailed'
  | 'HostNotFound'
  | 'HostUnreachable'
  | 'TlsFailed'
  | 'Timeout'
  | 'InvalidResponse'
  | 'CredentialUnreadable'
  | 'Closed';

export interface TransportErrorOptions extends ErrorOptions {
  /** The server, for example `https://10.0.0.1:6443`; unset where it is not known. */
  host?: string | undefined;
}

/**
 * No complete response came from the server. A retry may help for all codes but `TlsFailed`, `CredentialUnreadable`
 * and `Closed`; whether the request was carried out is unknown with `ConnectionLost` and `Timeout`.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  /** The server, for example `https://10.0.0.1:6443`; undefined for what an in-process server answered. */
  readonly host: string | undefined;

  constructor(code: TransportErrorCode, message: string, options: TransportErrorOptions = {}) {
    const { host, ...errorOptions } = options;
    super(message, errorOptions);
    this.code = code;
    this.host = host;
  }
}

/** Whether the error, or a cause of it, is a `TransportError`, of that code if one is given. */
export function isTransportError(error: unknown, code?: TransportErrorCode): error is TransportError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TransportError') return code === undefined || (at as TransportError).code === code;
  }
  return false;
}

const CODES: Readonly<Record<string, TransportErrorCode>> = {
  ECONNREFUSED: 'ConnectionRefused',
  ECONNRESET: 'ConnectionLost',
  ECONNABORTED: 'ConnectionLost',
  EPIPE: 'ConnectionLost',
  HPE_INVALID_EOF_STATE: 'ConnectionLost',
  ENOTFOUND: 'HostNotFound',
  EAI_AGAIN: 'HostNotFound',
  EHOSTUNREACH: 'HostUnreachable',
  ENETUNREACH: 'HostUnreachable',
  EHOSTDOWN: 'HostUnreachable',
  ENETDOWN: 'HostUnreachable',
  EADDRNOTAVAIL: 'HostUnreachable',
  ETIMEDOUT: 'Timeout',
  EPROTO: 'TlsFailed',
};

/** The verdicts of OpenSSL on a certificate (X509_V_ERR_...) as Node names them, and Node's own. */
const CERTIFICATE_VERDICT =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|ERR_CRYPTO_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_|ERROR_IN_CERT_|CA_MD_|EE_KEY_)/;

const SAY: Readonly<Record<TransportErrorCode, string>> = {
  ConnectionRefused: 'connection refused: is the API server running, and is the address right?',
  ConnectionLost: 'the connection was lost before the response was complete',
  ConnectionFailed: 'no connection',
  HostNotFound: 'the host name is not known: check the address and DNS',
  HostUnreachable: 'the host cannot be reached: check network and VPN',
  TlsFailed: 'TLS failed',
  Timeout: 'no answer in time',
  InvalidResponse: 'what answered does not speak HTTP as an API server does',
  CredentialUnreadable: 'the credential cannot be read',
  Closed: 'the transport was closed',
};

const TLS_HINT =
  'check the certificate authority, the server name, and the client certificate in the kubeconfig';

/** The one place where errors of Node and of HTTP become ours. `host` is `https://host:port`, `path` has no query. */
export function toTransportError(
  error: unknown,
  where: { host: string; method: string; path: string },
): TransportError {
  if (isTransportError(error)) return error;
  const nodeCode = codeOf(error);
  const code = classify(nodeCode);
  const detail = error instanceof Error && error.message !== '' ? error.message : String(nodeCode ?? error);
  const say =
    code === 'TlsFailed'
      ? `TLS failed: ${detail}; ${TLS_HINT}`
      : code === 'ConnectionFailed' || code === 'InvalidResponse'
        ? `${SAY[code]}: ${detail}`
        : SAY[code];
  return new TransportError(code, `${where.method} ${where.host}${where.path}: ${say}`, {
    host: where.host,
    cause: error,
  });
}

export function closedError(host: string): TransportError {
  return new TransportError('Closed', `${host}: ${SAY.Closed}`, { host });
}

function classify(nodeCode: string | undefined): TransportErrorCode {
  if (nodeCode === undefined) return 'ConnectionFailed';
  const known = CODES[nodeCode];
  if (known !== undefined) return known;
  if (CERTIFICATE_VERDICT.test(nodeCode)) return 'TlsFailed';
  return nodeCode.startsWith('HPE_') ? 'InvalidResponse' : 'ConnectionFailed';
}

/** The code of the error, of the first of several tried addresses, or of a cause. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
    if (at instanceof AggregateError) {
      const first = at.errors.map(codeOf).find((found) => found !== undefined);
      if (first !== undefined) return first;
    }
  }
  return undefined;
}
