import { parseApiVersion } from '@kubewright/api';
import { decodeText } from '../bytes/json.js';
import { badRequestError, unsupportedMediaTypeError } from '../errors/status-error.js';
import { bodyFormat, MEDIA_TYPES } from './body-formats.js';
import type { Format } from './body-formats.js';
import { checkNestingDepth, MAX_BODY_BYTES } from './limits.js';
import type { ServerRequest } from './server-request.js';

/** The body is nothing that can be read; whoever wanted it says what was expected. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
}

/** A body as it came, within the limit of size. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly format: Format;
}

export interface ReadBodyOptions {
  /** Whether what is expected has a protobuf message. Defaults to true. */
  readonly protobuf?: boolean;
}

/** Reads the body of a request. Throws StatusError 413, or 415 for a type that is not understood. */
export async function readBody(
  request: ServerRequest,
  { protobuf = true }: ReadBodyOptions = {},
): Promise<RawBody> {
  const format = bodyFormat(request);
  if (format === 'protobuf' && !protobuf)
    throw unsupportedMediaTypeError([MEDIA_TYPES.json, MEDIA_TYPES.yaml]);
  return { format, bytes: await request.readBody(MAX_BODY_BYTES) };
}

/** The type that a body has when it does not name it. */
export interface ExpectedType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The value in a body. Throws UnreadableBodyError, or StatusError 400 when it nests too deeply. */
export async function parseBody({ bytes, format }: RawBody, expected: ExpectedType): Promise<unknown> {
  if (format === 'json') return parseJson(bytes);
  return format === 'yaml' ? parseYaml(bytes) : parseProtobuf(bytes, expected);
}

/** JSON within the limit of depth. Throws UnreadableBodyError, whose message begins with `context`, and StatusError 400. */
export function parseJson(
  bytes: Uint8Array,
  context = "couldn't get version/kind; json parse error: ",
): unknown {
  checkNestingDepth(bytes);
  const text = decodeText(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UnreadableBodyError(context + jsonFault(text, error));
  }
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
    throw new UnreadableBodyError(`error converting YAML to JSON: yaml: ${fault}`);
  }
  return parseJson(Buffer.from(json ?? 'null'));
}

async function parseProtobuf(bytes: Uint8Array, expected: ExpectedType): Promise<unknown> {
  // The shapes of all messages, for those who send them.
  const { decodeProtobuf } = await import('../protobuf/codec.js');
  const { isProtobufError } = await import('../protobuf/protobuf-error.js');
  try {
    return decodeProtobuf(bytes, expected);
  } catch (error) {
    if (!isProtobufError(error)) throw error;
    if (error.type === undefined) throw new UnreadableBodyError(error.message);
    // A wrong kind is told by the one who compares it with what was expected.
    if (error.code === 'UnknownKind') return error.type;
    const { apiVersion, kind } = error.type;
    const what = `${kind} in version ${JSON.stringify(parseApiVersion(apiVersion).version)}`;
    throw badRequestError(`${what} cannot be handled as a ${expected.kind}: ${error.message}`);
  }
}

/** What is wrong with JSON text; in the words of Go where it ends early, the most frequent fault. */
export function jsonFault(text: string, error: unknown): string {
  const { message } = error as Error;
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
  const endsEarly = position >= text.trimEnd().length || /end of JSON|Unterminated/.test(message);
  return endsEarly ? 'unexpected end of JSON input' : message;
}
