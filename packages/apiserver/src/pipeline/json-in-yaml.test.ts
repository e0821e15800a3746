import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInYaml } from './json-in-yaml.js';
import { parseYamlText } from './parse-yaml.js';

const read = (text: string): unknown => jsonInYaml(Buffer.from(text));

describe('YAML that is JSON', () => {
  it('is what the parser of YAML reads in it', () => {
    const key = fc.string({ unit: 'grapheme' });
    const leaf = fc.oneof(
      key,
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const json = fc.jsonValue({ stringUnit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.oneof(leaf, json)),
        fc.constantFrom(undefined, 2),
        (object, indent) => {
          const text = JSON.stringify(object, undefined, indent);
          const value = read(text);
          if (value !== undefined) expect(value).toEqual(parseYamlText(text).value);
        },
      ),
    );
  });

  it.each([
    ['a document', '{"kind":"ConfigMap","data":{"a":"1e400","b":"yes"}}'],
    ['numbers', '{"a":[0,1.5,-1e3,9007199254740993]}'],
    ['lines', '{\n  "a": {}\n}\n'],
    ['a merge key in quotes', '{"<<":{"a":1}}'],
  ])('%s is read', (_, text) => {
    expect(read(text)).toEqual(JSON.parse(text));
    expect(parseYamlText(text).value).toEqual(JSON.parse(text));
  });

  it.each([
    ['what is no object', '[1]'],
    ['what is no JSON', '{a: 1}'],
    ['a second document', '{"a":1}\n---\n{}'],
    ['a key that comes twice', '{"a":1,"a":2}'],
    ['tabs', '{\t"a":1}'],
    ['a number beyond any float', '{"a":1e400}'],
    ['nesting beyond the limit', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`],
  ])('%s is left to the parser of YAML', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
