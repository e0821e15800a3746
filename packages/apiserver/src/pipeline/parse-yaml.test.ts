import { describe, expect, it } from 'vitest';
import { parseYamlText } from './parse-yaml.js';

const read = (text: string): unknown => parseYamlText(text).value;

// What a kube-apiserver 1.36.1 makes of these.
describe('YAML as sigs.k8s.io/yaml reads it', () => {
  it.each([
    ['yes', true],
    ['Off', false],
    ['y', true],
    ['yEs', 'yEs'],
    ['010', 8],
    ['0o17', 15],
    ['09', 9],
    ['0x1F', 31],
    ['-0x1f', -31],
    ['0b11', 3],
    ['0b2', '0b2'],
    ['1_000', 1000],
    ['1_0.5', 10.5],
    ['_1', '_1'],
    ['1e3', 1000],
    ['1e400', '1e400'],
    ['.5', 0.5],
    ['1.', 1],
    ['+1', 1],
    ['~', null],
    ['Null', null],
    ['12:30:45', '12:30:45'],
    ['2001-01-01', '2001-01-01'],
    ['!!str 5', '5'],
    ['!!int "7"', 7],
    ['!!bool yes', true],
    ['!!binary aGk=', 'hi'],
    ['!!timestamp 2001-01-01', '2001-01-01'],
    ['"yes"', 'yes'],
    ["'010'", '010'],
  ])('%s', (text, expected) => {
    expect(read(`a: ${text}`)).toEqual({ a: expected });
  });

  it.each([
    ['no document is null', '', null],
    ['the first document counts', '---\na: 1\n---\nb: 2\n', { a: 1 }],
    ['keys are text', '1: a\ntrue: b\n1.5: c\n0x10: d\nyes: e', { 1: 'a', true: 'e', 1.5: 'c', 16: 'd' }],
    [
      'maps are merged, their own keys first',
      'b: &b {x: 1, z: 1}\nm: {<<: *b, z: 2}',
      { b: { x: 1, z: 1 }, m: { x: 1, z: 2 } },
    ],
    ['JSON is YAML', '{"a":{"b":[1,"2",null,true]}}', { a: { b: [1, '2', null, true] } }],
    ['blocks of text', 'a: |\n  x\n  y\nb: >-\n  x\n  y\n', { a: 'x\ny\n', b: 'x y' }],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('__proto__ is a key like any other', () => {
    expect(Object.keys(read('__proto__: {a: 1}') as object)).toEqual(['__proto__']);
  });

  it.each([
    ['a: .inf', 'json: unsupported value: +Inf'],
    ['~: x', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
    ['a: [b', "yaml: line 1: did not find expected ',' or ']'"],
    ['\ta: b', 'yaml: found character that cannot start any token'],
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['*a', "yaml: unknown anchor 'a' referenced"],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('names keys that come twice, and takes the last', () => {
    const { value, duplicateKeys } = parseYamlText('metadata:\n  name: a\n  name: b\ndata: {x: y, x: z}\n');
    expect(value).toEqual({ metadata: { name: 'b' }, data: { x: 'z' } });
    expect(duplicateKeys).toBe(
      'yaml: unmarshal errors:\n  line 3: key "name" already set in map\n  line 4: key "x" already set in map',
    );
  });

  it('ends what multiplies itself', () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
      );
    expect(() => read(lines.join('\n'))).toThrow('yaml: document contains excessive aliasing');
  });
});
