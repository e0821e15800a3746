import { isJsonObject, parseApiVersion } from '@kubewright/api';
import { jsonFault } from '../bytes/json-fault.js';
import { decodeText } from '../bytes/json.js';
import { unsupportedMediaTypeError, WrongObjectError } from '../errors/status-error.js';
import { bodyFormat, MEDIA_TYPES } from './body-formats.js';
import type { Format } from './body-formats.js';
import { jsonInYaml } from './json-in-yaml.js';
import { checkNestingDepth, MAX_BODY_BYTES, MAX_NESTING_DEPTH } from './limits.js';
import type { StrictFaults } from './strict-faults.js';
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

/**
 * The value in a body. What strict decoding would find in it goes to `strict`. Throws UnreadableBodyError, or
 * StatusError 400 when it nests too deeply.
 */
export async function parseBody(
  { bytes, format }: RawBody,
  expected: ExpectedType,
  strict?: StrictFaults,
): Promise<unknown> {
  if (format === 'yaml') return parseYaml(bytes, strict);
  if (format === 'protobuf') return parseProtobuf(bytes, expected);
  const value = parseJson(bytes);
  strict?.lookAt(bytes, value);
  return value;
}

/** JSON within the limit of depth. Throws UnreadableBodyError, whose message begins with `context`, and StatusError 400. */
export function parseJson(
  bytes: Uint8Array,
  context = "couldn't get version/kind; json parse error: ",
): unknown {
  checkNestingDepth(bytes);
  try {
    const text = decodeText(bytes);
    // Go has no halves of surrogate pairs; escapes are the only way to write one.
    return (SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)) as unknown;
  } catch (error) {
    throw new UnreadableBodyError(context + (jsonFault(bytes) ?? (error as Error).message));
  }
}

const SURROGATE = /\\u[dD][89a-fA-F]/;

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === 'string') return withoutHalves(value);
  if (!isJsonObject(value) || !Object.keys(value).some((key) => HALF.test(key))) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutHalves(key), inner]));
}

const HALF = /\p{Surrogate}/u;
const withoutHalves = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const SUMMARY_BYTES = 30;

/** The beginning of a body, for messages: as text when it looks like an object, otherwise in hexadecimal. */
export function summary(body: Uint8Array): string {
  if (body.length === 0) return '<empty>';
  const start = Buffer.from(body.subarray(0, SUMMARY_BYTES));
  return start.toString(body[0] === 0x7b ? 'utf8' : 'hex') + (body.length > SUMMARY_BYTES ? ' ...' : '');
}

async function parseYaml(bytes: Uint8Array, strict: StrictFaults | undefined): Promise<unknown> {
  const json = jsonInYaml(bytes);
  if (json !== undefined) return json;
  // Few write YAML to an API; the library weighs more than the rest of a request.
  const { parseYamlText, YamlError } = await import('./parse-yaml.js');
  try {
    const { value, duplicateKeys } = parseYamlText(decodeText(bytes));
    if (strict !== undefined) strict.yaml = duplicateKeys;
    return value;
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableBodyError(`yaml: exceeded max depth of ${MAX_NESTING_DEPTH}`);
    if (error instanceof YamlError) throw new UnreadableBodyError(error.message);
    throw error;
  }
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
    const { version } = parseApiVersion(apiVersion);
    throw new WrongObjectError({ version, kind }, expected.kind, error.message);
  }
}
