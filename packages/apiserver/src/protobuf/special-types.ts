import { canonicalQuantity, isoTime } from '@kubewright/api';
import { decodeJson, encodeJson } from '../bytes/json.js';
import { checkNestingDepth } from '../pipeline/limits.js';
import type { FieldType } from './field-type.js';
import { malformed } from './protobuf-error.js';
import type { WireReader } from './wire-reader.js';
import type { WireWriter } from './wire-writer.js';

// Messages whose JSON is no object of their fields. Sources: apimachinery `apis/meta/v1/time_proto.go` and
// `micro_time_proto.go`, `api/resource/quantity_proto.go`, `util/intstr/intstr.go`, `runtime/extension.go`.

const message = { wireType: 2, nilable: false } as const;

/** Reads the fields of a message that `read` knows by number; the others are skipped. */
export function readFields(reader: WireReader, read: (number: number, message: WireReader) => boolean): void {
  const inner = reader.message();
  while (!inner.atEnd) {
    const tag = inner.tag();
    if (!read(tag.number, inner)) inner.skip(tag);
  }
}

// The zero time of Go, 0001-01-01T00:00:00Z.
const ZERO_SECONDS = -62135596800;
const LAST_SECONDS = 253402300799;

/** `metav1.Time` (whole seconds) and `metav1.MicroTime`: the zero time is null in JSON and an empty message. */
export function timeType(precision: 'time' | 'microTime'): FieldType {
  return {
    ...message,
    read(reader) {
      let seconds: number | undefined;
      let nanos = 0;
      readFields(reader, (number, inner) => {
        if (number === 1) seconds = inner.signed();
        else if (number === 2) nanos = inner.int32();
        else return false;
        seconds ??= 0;
        return true;
      });
      if (seconds === undefined || seconds === ZERO_SECONDS) return null;
      if (seconds < ZERO_SECONDS || seconds > LAST_SECONDS)
        throw malformed(`time ${seconds} is out of range`);
      const text = isoTime(seconds * 1000);
      if (precision === 'time') return text;
      return text.replace('Z', `.${String(Math.trunc(nanos / 1000)).padStart(6, '0')}Z`);
    },
    write(writer, value) {
      writer.message(() => {
        if (typeof value !== 'string') return;
        const fraction = /\.(\d+)/.exec(value)?.[1] ?? '';
        writer.varint(precision === 'time' ? 0 : Number(fraction.padEnd(6, '0').slice(0, 6)) * 1000);
        writer.tag(2, 0);
        writer.varint(Math.floor(Date.parse(value.replace(/\.\d+/, '')) / 1000));
        writer.tag(1, 0);
      });
    },
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}

/** `resource.Quantity`: its canonical text. */
export const quantityType: FieldType = {
  ...message,
  read(reader) {
    let quantity = '0';
    readFields(reader, (number, inner) => {
      if (number !== 1) return false;
      quantity = readQuantity(inner.string());
      return true;
    });
    return quantity;
  },
  write(writer, value) {
    writer.message(() => {
      writer.string((value ?? '0') as string);
      writer.tag(1, 2);
    });
  },
  zero: () => '0',
  isEmpty: () => false,
};

function readQuantity(text: string): string {
  try {
    return canonicalQuantity(text);
  } catch {
    throw malformed(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
}

const INT = 0;
const STRING = 1;

/** `intstr.IntOrString`. */
export const intOrStringType: FieldType = {
  ...message,
  read(reader) {
    let type = INT;
    let intVal = 0;
    let strVal = '';
    readFields(reader, (number, inner) => {
      if (number === 1) type = inner.signed();
      else if (number === 2) intVal = inner.int32();
      else if (number === 3) strVal = inner.string();
      else return false;
      return true;
    });
    if (type !== INT && type !== STRING) throw malformed('impossible IntOrString.Type');
    return type === INT ? intVal : strVal;
  },
  write(writer, value) {
    const isText = typeof value === 'string';
    writer.message(() => {
      writer.string(isText ? value : '');
      writer.tag(3, 2);
      writer.varint(isText ? 0 : ((value ?? 0) as number));
      writer.tag(2, 0);
      writer.varint(isText ? STRING : INT);
      writer.tag(1, 0);
    });
  },
  zero: () => 0,
  isEmpty: () => false,
};

/** Any JSON as its text (`runtime.RawExtension`, `metav1.FieldsV1`, `apiextensions.JSON`). */
export const jsonType: FieldType = {
  ...message,
  read(reader) {
    let value: unknown = null;
    readFields(reader, (number, inner) => {
      if (number !== 1) return false;
      value = readJson(inner.view());
      return true;
    });
    return value;
  },
  write(writer, value) {
    writer.message(() => writeJson(writer, value));
  },
  zero: () => null,
  isEmpty: () => false,
};

function readJson(raw: Uint8Array): unknown {
  if (raw.length === 0) return null;
  checkNestingDepth(raw);
  try {
    return decodeJson(raw);
  } catch (error) {
    throw malformed(`embedded JSON cannot be read: ${(error as Error).message}`);
  }
}

function writeJson(writer: WireWriter, value: unknown): void {
  if (value === undefined || value === null) return;
  writer.bytes(encodeJson(value));
  writer.tag(1, 2);
}
