/*
 * Half of a stored object is often `metadata.managedFields[].fieldsV1`, which hardly anybody reads, and which is the most
 * expensive part to parse and to copy: its keys (`k:{"uid":"..."}`) are others in each object. It is therefore kept as
 * JSON until somebody reads it. For everyone but `deepClone` and `jsonEquals`, which need not parse it, it is an ordinary
 * field: own, enumerable, writable, parsed once.
 */

/** Where the JSON is, from which the field is made. */
const json = Symbol('the JSON of fieldsV1');

type Entry = Record<string, unknown> & { [json]?: string | undefined };

const unread: PropertyDescriptor & ThisType<Entry> = {
  enumerable: true,
  configurable: true,
  get() {
    const text = this[json];
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    // What is frozen stays as it is, and is parsed each time.
    Reflect.defineProperty(this, 'fieldsV1', { ...plain, value });
    return value;
  },
  set(value: unknown) {
    Object.defineProperty(this, 'fieldsV1', { ...plain, value });
  },
};

const plain = { enumerable: true, configurable: true, writable: true };

/** Gives an entry of `managedFields` the field `fieldsV1`, which is parsed from its JSON when it is first read. */
export function setUnreadFields(entry: Record<string, unknown>, text: string): void {
  Object.defineProperty(entry, 'fieldsV1', unread);
  Object.defineProperty(entry, json, { value: text });
}

/** The JSON of the field `fieldsV1` that was given so and that nobody has read or set. */
export function unreadFields(entry: Record<string, unknown>): string | undefined {
  const text = (entry as Entry)[json];
  if (text === undefined) return undefined;
  return Object.getOwnPropertyDescriptor(entry, 'fieldsV1')?.get === unread.get ? text : undefined;
}
