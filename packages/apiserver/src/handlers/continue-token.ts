import { jsonType } from '../errors/go-text.js';
import { jsonFault } from '../bytes/json-fault.js';
import { decodeText } from '../bytes/json.js';
import { badRequestError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';

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

/** Throws StatusError 400 for what is no token of this server, in the words of Go's decoders. */
export function decodeContinueToken(text: string): ContinueToken {
  const { v = '', rv = 0, start = '' } = parse(text);
  if (v !== VERSION) throw invalidToken(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw invalidToken(`incorrect encoded start resourceVersion (version ${VERSION})`);
  if (start === '') throw invalidToken(`encoded start key empty (version ${VERSION})`);
  // Nothing above the prefix of the list may be reached.
  const key = start.replace(/^\//, '');
  if (
    key
      .split('/')
      .some((part, i, all) => part === '.' || part === '..' || (part === '' && i < all.length - 1))
  )
    throw invalidToken(start);
  return { after: key.replace(/\u0000$/, ''), revision: rv };
}

const invalidToken = (fault: string): StatusError =>
  badRequestError(`invalid continue token: continue key is not valid: ${fault}`);

interface TokenFields {
  readonly v?: string;
  readonly rv?: number;
  readonly start?: string;
}

const FIELD_TYPES = { v: 'string', rv: 'int64', start: 'string' } as const;

function parse(text: string): TokenFields {
  const bytes = decodeBase64(text);
  const fault = jsonFault(bytes);
  if (fault !== undefined) throw invalidToken(fault);
  const value: unknown = JSON.parse(decodeText(bytes));
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidToken(
      `json: cannot unmarshal ${jsonType(value)} into Go value of type storage.continueToken`,
    );
  for (const [name, type] of Object.entries(FIELD_TYPES)) {
    const field = (value as Record<string, unknown>)[name] ?? undefined;
    if (field === undefined || typeof field === (type === 'int64' ? 'number' : 'string')) continue;
    throw invalidToken(
      `json: cannot unmarshal ${jsonType(field)} into Go struct field continueToken.${name} of type ${type}`,
    );
  }
  return value as TokenFields;
}

// Go refuses what Node skips: characters outside of the alphabet, and a last character without the rest of its group.
function decodeBase64(text: string): Uint8Array {
  const wrong = /[^A-Za-z0-9_-]/.exec(text)?.index ?? (text.length % 4 === 1 ? text.length - 1 : undefined);
  if (wrong !== undefined) throw invalidToken(`illegal base64 data at input byte ${wrong}`);
  return Buffer.from(text, 'base64url');
}
