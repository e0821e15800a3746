import { describe, expect, it } from 'vitest';

import { isTransportError, toTransportError } from './errors.js';

const where = { host: 'https://10.0.0.1:6443', method: 'GET', path: '/api' };
const failure = (code: string, message = 'what Node says') => Object.assign(new Error(message), { code });

describe('toTransportError', () => {
  it.each([
    ['ECONNREFUSED', 'ConnectionRefused'],
    ['ECONNRESET', 'ConnectionLost'],
    ['ENOTFOUND', 'HostNotFound'],
    ['EHOSTUNREACH', 'HostUnreachable'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TlsFailed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TlsFailed'],
    ['CERT_HAS_EXPIRED', 'TlsFailed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TlsFailed'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'TlsFailed'],
    ['HPE_INVALID_CONSTANT', 'InvalidResponse'],
    ['ESOMETHINGELSE', 'ConnectionFailed'],
  ])('turns %s into %s', (nodeCode, code) => {
    const cause = failure(nodeCode);
    const error = toTransportError(cause, where);
    expect(error).toMatchObject({ code, host: where.host, cause });
    expect(error.message).toMatch(/^GET https:\/\/10\.0\.0\.1:6443\/api: [a-zT]/);
  });

  it('finds the code of several addresses tried, and of a cause', () => {
    const several = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
    expect(toTransportError(several, where).code).toBe('ConnectionRefused');
    expect(toTransportError(new TypeError('terminated', { cause: failure('ECONNRESET') }), where).code).toBe(
      'ConnectionLost',
    );
  });

  it('keeps a TransportError as it is', () => {
    const error = toTransportError(failure('ECONNREFUSED'), where);
    expect(toTransportError(error, where)).toBe(error);
  });

  it('knows nothing of an error without a code but its message', () => {
    const error = toTransportError(new Error('odd'), where);
    expect(error).toMatchObject({
      code: 'ConnectionFailed',
      message: expect.stringContaining('odd') as string,
    });
    expect(isTransportError(new Error('wrapped', { cause: error }), 'ConnectionFailed')).toBe(true);
    expect(isTransportError(error, 'Timeout')).toBe(false);
  });
});
