import { badRequestError } from '../errors/status-error.js';

/** Where the next page of a list begins, and the revision of the snapshot it belongs to (apiserver `storage/continue.go`). */
export interface ContinueToken {
  /** The last key of the page before, relative to the prefix of the list. */
  readonly after: string;
  /** Below zero: the latest state, when the snapshot is forgotten. */
  readonly revision: number;
}

const VERSION = 'meta.k8s.io/v1';

export function encodeContinueToken({ after, revision }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start: `${after}\u0000` })).toString(
    'base64url',
  );
}

/** Throws StatusError 400 for what is no token of this server. */
export function decodeContinueToken(text: string): ContinueToken {
  const token = parse(text);
  const { v, rv, start } = token;
  if (v !== VERSION || typeof rv !== 'number' || typeof start !== 'string' || !start.endsWith('\u0000')) {
    throw badRequestError(
      'invalid continue token: continue key is not valid: server does not recognize this encoded version',
    );
  }
  return { after: start.slice(0, -1), revision: rv };
}

function parse(text: string): { v?: unknown; rv?: unknown; start?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw badRequestError(
      'invalid continue token: continue key is not valid: the token is not base64 of JSON',
    );
  }
}
