import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseWatchLine } from './watch-line.js';

const encode = (text: string) => new TextEncoder().encode(text);

function parse(text: string): { type: string; object: string } {
  const { type, bytes } = parseWatchLine(encode(text));
  return { type, object: new TextDecoder().decode(bytes) };
}

describe('parseWatchLine', () => {
  it.each(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])(
    'cuts the object of %s out of the line',
    (type) => {
      const object = '{"kind":"Pod","metadata":{"name":"}\\"{"}}';
      expect(parse(`{"type":"${type}","object":${object}}`)).toEqual({ type, object });
    },
  );

  it('does not copy the object', () => {
    const line = encode('{"type":"ADDED","object":{"a":1}}');
    expect(parseWatchLine(line).bytes.buffer).toBe(line.buffer);
  });

  it.each([
    ['white space', '{ "type" : "ADDED" , "object" : {"a" : [1, 2]} }', '{"a" : [1, 2]}'],
    ['the other order', '{"object":{"a":1},"type":"ADDED"}', '{"a":1}'],
    ['a further field before', '{"x":[{"object":3}],"type":"ADDED","object":{"a":1}}', '{"a":1}'],
    ['an escaped type', '{"type":"\\u0041DDED","object":{"a":1}}', '{"a":1}'],
    ['a line end of Windows', '{"type":"ADDED","object":{"a":1}}\r', '{"a":1}'],
    ['a line end within', '{"type":"ADDED","object":{"a":1} }', '{"a":1}'],
    ['a scalar', '{"type":"ADDED","object": 12 }', '12'],
    ['an empty object', '{"type":"ADDED","object":{}}', '{}'],
  ])('reads %s', (_what, line, object) => {
    expect(parse(line)).toEqual({ type: 'ADDED', object });
  });

  it('reads any type, known or not', () => {
    expect(parse('{"type":"RENAMED","object":{}}').type).toBe('RENAMED');
  });

  it('finds the object of any JSON, in any spelling', () => {
    const spelling = fc.constantFrom(0, 1, 2);
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        spelling,
        fc.boolean(),
        (object, indent, typeFirst) => {
          const event = typeFirst ? { type: 'MODIFIED', object } : { object, type: 'MODIFIED' };
          const { type, bytes } = parseWatchLine(encode(JSON.stringify(event, null, indent)));
          expect(type).toBe('MODIFIED');
          expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(JSON.parse(JSON.stringify(object)));
        },
      ),
    );
  });

  it.each([
    'null',
    '[]',
    '{}',
    '',
    '{"type":"ADDED"}',
    '{"object":{}}',
    '{"type":1,"object":{}}',
    '{"type":"ADDED","object":}',
    '{"type":"ADDED","object":{"a":1}',
    '{"type":"ADDED","object":{"a":"',
    '{"type":"ADDED" "object":{}}',
    '{"type":"RENAMED","object":{}} trailing',
  ])('refuses %s', (line) => {
    expect(() => parseWatchLine(encode(line))).toThrow(SyntaxError);
  });
});
