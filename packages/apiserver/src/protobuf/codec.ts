import { messageOfKind } from './messages.js';
import { isProtobufError, ProtobufError } from './protobuf-error.js';
import type { TypeMeta } from './protobuf-error.js';
import { WireReader } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

// Kubernetes' protobuf bodies: four bytes, then a message `runtime.Unknown` with the type and the bytes of the object
// (apimachinery `runtime/serializer/protobuf/protobuf.go`, `runtime/generated.proto`).

const MAGIC = Buffer.from('k8s\0', 'latin1');
const TYPE_META = 1;
const RAW = 2;
const CONTENT_ENCODING = 3;
const CONTENT_TYPE = 4;

/** An object as JSON has it: lists and options too. */
export interface TypedObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly [field: string]: unknown;
}

/** Whether kinds of this type can be sent as protobuf: the built-in ones, and those of meta/v1. */
export function hasProtobuf(apiVersion: string, kind: string): boolean {
  return messageOfKind(apiVersion, kind) !== undefined;
}

/**
 * The object in a body, as its JSON would have been: what Go leaves out when empty is left out, and what it always
 * writes is there. `expected` is its type where the body does not say. Unknown fields are skipped, as in Go.
 * Throws ProtobufError.
 */
export function decodeProtobuf(
  bytes: Uint8Array,
  expected: TypeMeta = { apiVersion: '', kind: '' },
): TypedObject & TypeMeta {
  checkMagic(bytes);
  const { type, raw } = readEnvelope(bytes, expected);
  const { apiVersion, kind } = type;
  if (kind === '') throw new ProtobufError('Malformed', "Object 'Kind' is missing");
  const message = messageOfKind(apiVersion, kind);
  if (message === undefined) {
    const text = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
    throw new ProtobufError('UnknownKind', text, type);
  }
  try {
    return { kind, apiVersion, ...message.readBody(new WireReader(raw)) };
  } catch (error) {
    if (!isProtobufError(error)) throw error;
    throw new ProtobufError(error.code, error.message, type);
  }
}

/**
 * The body for an object, byte for byte what the real server would send. Throws ProtobufError `UnknownKind` for a kind
 * without a message.
 */
export function encodeProtobuf(object: TypedObject): Uint8Array {
  const { apiVersion = '', kind = '' } = object;
  const message = messageOfKind(apiVersion, kind);
  if (message === undefined) {
    throw new ProtobufError(
      'UnknownKind',
      `object ${kind} of ${apiVersion} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
      { apiVersion, kind },
    );
  }
  const writer = new WireWriter();
  writeText(writer, CONTENT_TYPE, '');
  writeText(writer, CONTENT_ENCODING, '');
  writer.message(() => message.writeBody(writer, object));
  writer.tag(RAW, 2);
  writer.message(() => {
    writeText(writer, 2, kind);
    writeText(writer, 1, apiVersion);
  });
  writer.tag(TYPE_META, 2);
  writer.raw(MAGIC);
  return writer.finish();
}

function writeText(writer: WireWriter, number: number, text: string): void {
  writer.string(text);
  writer.tag(number, 2);
}

function checkMagic(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new ProtobufError('NotProtobuf', 'empty data');
  if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) {
    const expected = `expected prefix [${MAGIC.join(' ')}]`;
    throw new ProtobufError(
      'NotProtobuf',
      `provided data does not appear to be a protobuf message, ${expected}`,
    );
  }
  if (bytes.length === MAGIC.length) throw new ProtobufError('NotProtobuf', 'empty body');
}

function readEnvelope(bytes: Uint8Array, expected: TypeMeta): { type: TypeMeta; raw: Uint8Array } {
  const reader = new WireReader(bytes.subarray(MAGIC.length));
  let type: TypeMeta = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag.number === TYPE_META && tag.wireType === 2) type = readType(reader.message());
    else if (tag.number === RAW && tag.wireType === 2) raw = reader.view();
    else reader.skip(tag);
  }
  const kind = type.kind === '' ? expected.kind : type.kind;
  const apiVersion = type.apiVersion === '' ? expected.apiVersion : type.apiVersion;
  return { type: { apiVersion, kind }, raw };
}

function readType(reader: WireReader): TypeMeta {
  let apiVersion = '';
  let kind = '';
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag.number === 1 && tag.wireType === 2) apiVersion = reader.string();
    else if (tag.number === 2 && tag.wireType === 2) kind = reader.string();
    else reader.skip(tag);
  }
  return { apiVersion, kind };
}
