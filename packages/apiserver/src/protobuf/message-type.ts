import type { FieldType } from './field-type.js';
import { malformed } from './protobuf-error.js';
import type { WireReader } from './wire-reader.js';
import type { WireWriter } from './wire-writer.js';

type JsonObject = Record<string, unknown>;

/** One field of a message, and of the JSON object that it stands for. */
export interface MessageField {
  readonly number: number;
  /** `''` when the fields of the message stand in the JSON object around it (an embedded Go struct). */
  readonly name: string;
  readonly type: FieldType;
  readonly shape: 'value' | 'pointer' | 'list' | 'map';
  /** Left out of JSON when empty. */
  readonly omitEmpty: boolean;
}

/**
 * A message with named fields. What it reads is the JSON that Go would write for the struct: empty fields kept or left
 * out as its tags say. What it writes are the bytes that gogo/protobuf would write: fields in the order of their
 * numbers, maps in the order of their keys, zero values of what is no pointer included.
 */
export class MessageType implements FieldType {
  readonly wireType = 2;
  readonly nilable = false;
  private readonly fields: readonly MessageField[];
  private readonly indexByNumber = new Map<number, number>();

  constructor(fields: readonly MessageField[]) {
    this.fields = fields;
    fields.forEach(({ number }, i) => this.indexByNumber.set(number, i));
  }

  read(reader: WireReader): JsonObject {
    return this.readBody(reader.message());
  }

  /** Reads the fields up to the end. */
  readBody(reader: WireReader): JsonObject {
    const values = new Array<unknown>(this.fields.length);
    while (!reader.atEnd) {
      const tag = reader.tag();
      const i = this.indexByNumber.get(tag.number);
      if (i === undefined) reader.skip(tag);
      else values[i] = readField(this.fields[i] as MessageField, reader, tag.wireType, values[i]);
    }
    return this.toJson(values);
  }

  write(writer: WireWriter, value: unknown): void {
    writer.message(() => this.writeBody(writer, (value ?? {}) as JsonObject));
  }

  writeBody(writer: WireWriter, object: JsonObject): void {
    for (let i = this.fields.length - 1; i >= 0; i--) {
      const field = this.fields[i] as MessageField;
      writeField(writer, field, field.name === '' ? object : object[field.name]);
    }
  }

  zero(): JsonObject {
    return this.toJson([]);
  }

  isEmpty(): boolean {
    return false;
  }

  private toJson(values: readonly unknown[]): JsonObject {
    const object: JsonObject = {};
    this.fields.forEach((field, i) => {
      const { name, type, shape, omitEmpty } = field;
      const value = values[i] ?? (shape === 'value' ? type.zero() : null);
      if (name === '') Object.assign(object, value);
      else if (!omitEmpty || !isEmpty(field, value)) object[name] = value;
    });
    return object;
  }
}

function isEmpty({ shape, type }: MessageField, value: unknown): boolean {
  return value === null || (shape === 'value' && type.isEmpty(value));
}

function readField(
  { number, name, type, shape }: MessageField,
  reader: WireReader,
  wireType: number,
  before: unknown,
): unknown {
  const isPacked = shape === 'list' && wireType === 2 && type.wireType !== 2;
  if (wireType !== (shape === 'map' ? 2 : type.wireType) && !isPacked) {
    throw malformed(`proto: wrong wireType = ${wireType} for field ${name === '' ? number : name}`);
  }
  if (shape === 'map') return readEntry(type, reader, before as JsonObject | undefined);
  if (shape !== 'list') return type.read(reader);
  const list = (before ?? []) as unknown[];
  if (!isPacked) list.push(type.read(reader));
  else for (const inner = reader.message(); !inner.atEnd;) list.push(type.read(inner));
  return list;
}

const KEY = 1;
const VALUE = 2;

function readEntry(type: FieldType, reader: WireReader, before: JsonObject | undefined): JsonObject {
  const entry = reader.message();
  let key = '';
  let value: unknown;
  while (!entry.atEnd) {
    const tag = entry.tag();
    if (tag.number === KEY && tag.wireType === 2) key = entry.string();
    else if (tag.number === VALUE && tag.wireType === type.wireType) value = type.read(entry);
    else entry.skip(tag);
  }
  const map = before ?? {};
  // A plain assignment of `__proto__` would not add a key.
  Object.defineProperty(map, key, {
    value: value ?? type.zero(),
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return map;
}

function writeField(writer: WireWriter, { number, type, shape }: MessageField, value: unknown): void {
  const isAbsent = value === undefined || value === null;
  if (isAbsent && (shape !== 'value' || type.nilable)) return;
  if (shape === 'list') {
    const list = value as readonly unknown[];
    for (let i = list.length - 1; i >= 0; i--) {
      type.write(writer, list[i]);
      writer.tag(number, type.wireType);
    }
  } else if (shape === 'map') writeMap(writer, number, { type, map: value as JsonObject });
  else {
    type.write(writer, value);
    writer.tag(number, type.wireType);
  }
}

function writeMap(
  writer: WireWriter,
  number: number,
  { type, map }: { type: FieldType; map: JsonObject },
): void {
  const keys = sortedByBytes(Object.keys(map));
  for (let i = keys.length - 1; i >= 0; i--) {
    const key = keys[i] as string;
    writer.message(() => {
      if (map[key] !== null || !type.nilable) {
        type.write(writer, map[key]);
        writer.tag(VALUE, type.wireType);
      }
      writer.string(key);
      writer.tag(KEY, 2);
    });
    writer.tag(number, 2);
  }
}

// Go compares bytes, JavaScript UTF-16 units, which differ beyond ASCII.
function sortedByBytes(keys: string[]): string[] {
  const isAscii = keys.every((key) => !/[\u0080-\uffff]/.test(key));
  return isAscii ? keys.sort() : keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
