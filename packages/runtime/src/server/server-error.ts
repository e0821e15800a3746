export type ServerErrorCode = 'AddressInUse' | 'AddressNotAllowed' | 'ListenFailed' | 'BodyTooLarge';

/** An HTTP server could not open its port, or a request asks too much of it. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the error is of a server, with this code if one is given. */
export function isServerError(error: unknown, code?: ServerErrorCode): error is ServerError {
  if (!(error instanceof Error) || error.name !== 'ServerError') return false;
  return code === undefined || (error as ServerError).code === code;
}

/** What a failure to listen means, and what to do about it. */
export function listenError(
  what: { name: string; host: string; port: number },
  cause: NodeJS.ErrnoException,
): ServerError {
  const { name, host, port } = what;
  const at = `${name} cannot listen on ${host === '' ? `port ${port}` : `${host}:${port}`}`;
  switch (cause.code) {
    case 'EADDRINUSE':
      return new ServerError(
        'AddressInUse',
        `${at}: the port is in use: stop the program that has it, or choose another port (0 takes any free one)`,
        { cause },
      );
    case 'EACCES':
      return new ServerError(
        'AddressNotAllowed',
        `${at}: not allowed: ports below 1024 need rights that containers rarely have; choose a higher one`,
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ServerError('ListenFailed', `${at}: this machine has no such address`, { cause });
    default:
      return new ServerError('ListenFailed', `${at}: ${cause.message}`, { cause });
  }
}
