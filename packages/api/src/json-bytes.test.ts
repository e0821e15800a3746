import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfJsonValue, scanJsonArray, scanJsonObject, skipJsonSpace } from './json-bytes.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const parsed = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

function fieldsOf(json: Uint8Array): Array<[string, unknown]> {
  const fields: Array<[string, unknown]> = [];
  scanJsonObject(json, 0, (name, start) => {
    const end = endOfJsonValue(json, start);
    fields.push([name, parsed(json.subarray(start, end))]);
    return end;
  });
  return fields;
}

function itemsOf(json: Uint8Array): unknown[] {
  const items: unknown[] = [];
  scanJsonArray(json, 0, (start) => {
    const end = endOfJsonValue(json, start);
    items.push(parsed(json.subarray(start, end)));
    return end;
  });
  return items;
}

describe('JSON as bytes', () => {
  const spaces = fc.constantFrom(undefined, 1, '\t\r\n');

  it('is taken apart into the fields of an object, however it is written', () => {
    const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(object, spaces, (value, space) => {
        const json = JSON.stringify(value, undefined, space);
        expect(fieldsOf(bytesOf(json))).toEqual(Object.entries(JSON.parse(json) as object));
      }),
    );
  });

  it('is taken apart into the items of a list', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), spaces, (value, space) => {
        const json = JSON.stringify(value, undefined, space);
        expect(itemsOf(bytesOf(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('is gone over once: a field or an item may be skipped, or be gone over by who wants it', () => {
    const json = bytesOf('{ "skipped": [1, {"a": "]"}], "items": [ "x" , [2] , {"a": {}} ] } rest');
    const items: number[] = [];
    const end = scanJsonObject(json, 0, (name, start) =>
      name === 'items'
        ? scanJsonArray(json, start, (at) => {
            items.push(at);
            return json[at] === 0x5b ? at + '[2]'.length : undefined;
          })
        : undefined,
    );
    expect(items).toHaveLength(3);
    expect(skipJsonSpace(json, end)).toBe(json.length - 'rest'.length);
  });

  it.each([
    '',
    '[]',
    '{',
    '{"a"',
    '{"a":',
    '{"a":}',
    '{"a" 1}',
    '{"a":1,}',
    '{"a":1 2}',
    '{"a":[1}',
    '{"a',
    '{a:1}',
  ])('that is no object is refused: %j', (text) => {
    expect(() => fieldsOf(bytesOf(text))).toThrow(SyntaxError);
  });

  it.each(['', '{}', '[', '[1', '[1,', '[1,]', '[,]', '[1 2]', '["a'])(
    'that is no list is refused: %j',
    (text) => {
      expect(() => itemsOf(bytesOf(text))).toThrow(SyntaxError);
    },
  );
});
