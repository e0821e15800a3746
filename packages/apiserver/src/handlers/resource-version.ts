import { badRequestError, StatusError } from '../errors/status-error.js';

/** The resource version of a list as a revision. Throws StatusError 400 for what is none. */
export function parseListRevision(text: string): number {
  if (isRevision(text)) return Number(text);
  throw badRequestError(`invalid resource version: ${parseFault(text)}`);
}

/** The resource version of a watch or of a get as a revision. Throws StatusError 500, as the real server does, for what is none. */
export function parseWatchRevision(text: string): number {
  if (isRevision(text)) return Number(text);
  throw new StatusError({ code: 500, reason: '', message: parseFault(text) });
}

/** A resource version from the future (apiserver `storage/errors.go`, NewTooLargeResourceVersionError). */
export function tooLargeResourceVersionError(asked: number, current: number): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

const isRevision = (text: string): boolean => /^\d{1,15}$/.test(text);

function parseFault(text: string): string {
  const quoted = JSON.stringify(text);
  const fault = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${fault}`;
}
