import type { WireReader, WireType } from './wire-reader.js';
import type { WireWriter } from './wire-writer.js';

/** The type of a field: its form in protobuf, and its form in JSON. */
export interface FieldType {
  readonly wireType: WireType;
  /** The JSON value of the bytes that follow the tag. Throws ProtobufError. */
  read(reader: WireReader): unknown;
  /** Writes a JSON value, length included; null and undefined stand for Go's zero value. */
  write(writer: WireWriter, value: unknown): void;
  /** Go's zero value as JSON; a fresh one for objects. */
  zero(): unknown;
  /** Whether the JSON value is one that Go's `omitempty` leaves out. */
  isEmpty(value: unknown): boolean;
  /** Whether Go leaves the zero value out of the message as well: its slices, which can be nil. */
  readonly nilable: boolean;
}

const scalar = { nilable: false } as const;

export const stringType: FieldType = {
  ...scalar,
  wireType: 2,
  read: (reader) => reader.string(),
  write: (writer, value) => writer.string((value ?? '') as string),
  zero: () => '',
  isEmpty: (value) => value === '',
};

export const boolType: FieldType = {
  ...scalar,
  wireType: 0,
  read: (reader) => reader.signed() !== 0,
  write: (writer, value) => writer.varint(value === true ? 1 : 0),
  zero: () => false,
  isEmpty: (value) => value === false,
};

const numberType = (wireType: WireType): Omit<FieldType, 'read' | 'write'> => ({
  ...scalar,
  wireType,
  zero: () => 0,
  isEmpty: (value) => value === 0,
});

export const int32Type: FieldType = {
  ...numberType(0),
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.varint((value ?? 0) as number),
};

export const int64Type: FieldType = {
  ...numberType(0),
  read: (reader) => reader.signed(),
  write: (writer, value) => writer.varint((value ?? 0) as number),
};

export const doubleType: FieldType = {
  ...numberType(1),
  read: (reader) => reader.double(),
  write: (writer, value) => writer.double((value ?? 0) as number),
};

/** `[]byte`: base64 in JSON. */
export const bytesType: FieldType = {
  nilable: true,
  wireType: 2,
  read: (reader) => reader.base64(),
  write: (writer, value) => writer.bytes(Buffer.from((value ?? '') as string, 'base64')),
  zero: () => null,
  isEmpty: (value) => value === '' || value === null,
};

const ITEMS = 1;

/** A list of strings in a message of its own (`metav1.Verbs`, `ExtraValue`): protobuf has no lists of lists. */
export const stringsType: FieldType = {
  nilable: true,
  wireType: 2,
  read(reader) {
    const message = reader.message();
    const items: string[] = [];
    while (!message.atEnd) {
      const tag = message.tag();
      if (tag.number === ITEMS && tag.wireType === 2) items.push(message.string());
      else message.skip(tag);
    }
    return items;
  },
  write(writer, value) {
    const items = (value ?? []) as readonly string[];
    writer.message(() => {
      for (let i = items.length - 1; i >= 0; i--) {
        writer.string(items[i] as string);
        writer.tag(ITEMS, 2);
      }
    });
  },
  zero: () => null,
  isEmpty: (value) => value === null || (value as readonly unknown[]).length === 0,
};
