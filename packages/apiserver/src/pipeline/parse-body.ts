import { decodeText } from '../bytes/json.js';
import { unsupportedMediaTypeError } from '../errors/status-error.js';
import { parseMediaType } from '../representation/media-types.js';
import { checkNestingDepth, MAX_BODY_BYTES } from './limits.js';
import type { ServerRequest } from './server-request.js';

/** The body is nothing that can be read; whoever wanted it says what was expected. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
}

/** A body as it came, within the limit of size. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly format: 'json' | 'yaml';
}

const ACCEPTED = ['application/json', 'application/yaml'];

/** Reads the body of a request. Throws StatusError 413, or 415 for a type that is not understood. */
export async function readBody(request: ServerRequest): Promise<RawBody> {
  const format = bodyFormat(contentType(request));
  return { format, bytes: await request.readBody(MAX_BODY_BYTES) };
}

/** The value in a body. Throws UnreadableBodyError, or StatusError 400 when it nests too deeply. */
export async function parseBody({ bytes, format }: RawBody): Promise<unknown> {
  return format === 'json' ? parseJson(bytes) : await parseYaml(bytes);
}

/** JSON within the limit of depth. Throws UnreadableBodyError, StatusError 400. */
export function parseJson(bytes: Uint8Array): unknown {
  checkNestingDepth(bytes);
  const text = decodeText(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UnreadableBodyError(jsonFault(text, error), { cause: error });
  }
}

/** The media type of the body, without parameters; `''` when the request names none. */
export function contentType(request: ServerRequest): string {
  return parseMediaType(request.headers['content-type'] ?? '').type;
}

const SUMMARY_BYTES = 30;

/** The beginning of a body, for messages: as text when it looks like an object, otherwise in hexadecimal. */
export function summary(body: Uint8Array): string {
  if (body.length === 0) return '<empty>';
  const start = Buffer.from(body.subarray(0, SUMMARY_BYTES));
  return start.toString(body[0] === 0x7b ? 'utf8' : 'hex') + (body.length > SUMMARY_BYTES ? ' ...' : '');
}

async function parseYaml(bytes: Uint8Array): Promise<unknown> {
  const { parse } = await import('yaml');
  let json: string | undefined;
  try {
    // Through JSON text, so that nothing comes further that JSON cannot hold: dates, big integers, cycles.
    json = JSON.stringify(parse(decodeText(bytes), { maxAliasCount: 100, logLevel: 'error' }));
  } catch (error) {
    const fault = error instanceof RangeError ? 'nested too deeply' : (error as Error).message;
    throw new UnreadableBodyError(`error converting YAML to JSON: yaml: ${fault}`, { cause: error });
  }
  return parseJson(Buffer.from(json ?? 'null'));
}

function bodyFormat(type: string): RawBody['format'] {
  if (type === '' || type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaTypeError(ACCEPTED);
}

// In the words of Go where the text ends early, the most frequent fault.
function jsonFault(text: string, error: unknown): string {
  const { message } = error as Error;
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
  const endsEarly = position >= text.trimEnd().length || /end of JSON|Unterminated/.test(message);
  return endsEarly ? 'unexpected end of JSON input' : message;
}
