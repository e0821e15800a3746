import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.js';

const fault = (text: string): string | undefined => jsonFault(Buffer.from(text));

// What encoding/json says, by way of a kube-apiserver 1.36.1.
describe('a fault of JSON in the words of Go', () => {
  it.each([
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[1 2]', "invalid character '2' after array element"],
    ['tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['foo', "invalid character 'o' in literal false (expecting 'a')"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['{}{}', "invalid character '{' after top-level value"],
    ['{"a":01}', "invalid character '1' after object key:value pair"],
    ['{"a":1.}', "invalid character '}' after decimal point in numeric literal"],
    ['{"a":-}', "invalid character '}' in numeric literal"],
    ['{"a":1e}', "invalid character '}' in exponent of numeric literal"],
    ['{"a":"\\x"}', "invalid character 'x' in string escape code"],
    ['{"a":"\\u12"}', "invalid character '\"' in \\u hexadecimal character escape"],
    ['{"a":"\n"}', "invalid character '\\n' in string literal"],
    ['{"a":\'b\'}', "invalid character '\\'' looking for beginning of value"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['\u0000', "invalid character '\\x00' looking for beginning of value"],
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['"abc', 'unexpected end of JSON input'],
  ])('of %j', (text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  it('is there exactly when JSON.parse throws', () => {
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '0', ' '))
      .map(([text, at, by]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + by + text.slice(position + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(fault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 500 },
    );
  });
});
