/*
 * Errors carry codes as Node's own do, so that `toTransportError` has one table for what sockets, TLS and this protocol
 * say.
 */

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What came is no HTTP/1.1 response. */
export function malformed(why: string): Error {
  return withCode('HPE_INVALID_RESPONSE', `the response is malformed: ${why}`);
}

/** The connection ended before the response did. */
export function connectionLost(): Error {
  return withCode('ECONNRESET', 'the connection was closed by the other side');
}

export function timedOut(what: string): Error {
  return withCode('ETIMEDOUT', what);
}
