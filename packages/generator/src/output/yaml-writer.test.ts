import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { writeYaml, writeYamlDocument } from './yaml-writer.js';

const ORACLES =
  process.env['KUBEWRIGHT_ORACLES'] ?? path.resolve(import.meta.dirname, '../../../../../shared/oracles');
const goldens = ['crd-golden', 'rbac-golden'].flatMap((folder) => {
  const absolute = path.join(ORACLES, folder);
  return existsSync(absolute) ? readdirSync(absolute).map((name) => path.join(absolute, name)) : [];
});

describe('writeYaml', () => {
  it.skipIf(goldens.length === 0)('writes what controller-gen wrote, byte for byte', () => {
    for (const golden of goldens) {
      const text = readFileSync(golden, 'utf8');
      const documents: unknown[] = parseAllDocuments(text).map((document): unknown => document.toJS());
      // One of them was edited by hand at its ends.
      const expected = text.startsWith('---\n') ? text : `---\n${text}`;
      expect(writeYaml(documents), golden).toBe(`${expected.trimEnd()}\n`);
    }
  });

  const strings: Array<[what: string, value: string, written: string]> = [
    ['plain where nothing speaks against it', 'apps/v1', 'apps/v1'],
    ['an empty text', '', '""'],
    ['a boolean of YAML 1.1', 'yes', '"yes"'],
    ['a boolean', 'true', '"true"'],
    ['null', 'null', '"null"'],
    ['an integer', '1234', '"1234"'],
    ['a hexadecimal one', '0x1F', '"0x1F"'],
    ['one with underscores', '1_000', '"1_000"'],
    ['a float', '1e3', '"1e3"'],
    ['infinity', '-.inf', '"-.inf"'],
    ['a number to the base of 60', '12:30:45', '"12:30:45"'],
    ['a date', '2026-01-02', '"2026-01-02"'],
    ['a time', '2026-01-02T03:04:05Z', '"2026-01-02T03:04:05Z"'],
    ['a version', '1.2.3', '1.2.3'],
    ['a quantity', '500m', '500m'],
    ['a key-like text', 'a: b', "'a: b'"],
    ['a comment-like text', 'a #b', "'a #b'"],
    ['an indicator', '*', "'*'"],
    ['a list-like text', '- a', "'- a'"],
    ['an apostrophe within quotes', "'tis", "'''tis'"],
    ['spaces around', ' a ', "' a '"],
    ['a tab', 'a\tb', String.raw`"a\tb"`],
    ['a backslash alone', String.raw`^\d+$`, String.raw`^\d+$`],
    ['beyond the basic plane', '🚀', String.raw`"\U0001F680"`],
    ['a line separator', 'a\u2028b', String.raw`"a\Lb"`],
    ['umlauts', 'größer', 'größer'],
    ['two lines', 'a\nb', '|-\n  a\n  b'],
    ['a line break at the end', 'a\nb\n', '|\n  a\n  b'],
    ['several', 'a\n\n', '|+\n  a\n'],
    ['an indented first line', '  a\nb', '|2-\n    a\n  b'],
    ['an empty first line', '\na', '|2-\n\n  a'],
    ['spaces before a line break', 'a \nb', String.raw`"a \nb"`],
  ];
  it.each(strings)('writes %s as go-yaml does', (_, value, written) => {
    const text = writeYamlDocument({ key: value });
    expect(text).toBe(`key: ${written}\n`);
    expect(parse(text)).toEqual({ key: value });
  });

  const numbers: Array<[value: number, written: string]> = [
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [9_007_199_254_740_991, '9007199254740991'],
    [1e18, '1000000000000000000'],
    [1e21, '1e+21'],
    [0.0001, '0.0001'],
    [0.000015, '1.5e-05'],
    [1_234_567.5, '1.2345675e+06'],
    [123_456.5, '123456.5'],
  ];
  it.each(numbers)('writes the number %d as Go does', (value, written) => {
    expect(writeYamlDocument({ key: value })).toBe(`key: ${written}\n`);
  });

  it('orders keys by letters, what is no letter first, and digits as numbers', () => {
    const keys = ['v10', 'v2', 'B', 'a', '_', 'x-y', 'xa', 'v2beta1', '10', '9', 'a01', 'a1'];
    const text = writeYamlDocument(Object.fromEntries(keys.map((key) => [key, null])));
    const written = text.split('\n').map((line) => line.replace(/^"?(.*?)"?: null$/, '$1'));
    expect(written).toEqual(['_', '9', '10', 'B', 'a', 'a1', 'a01', 'v2', 'v2beta1', 'v10', 'x-y', 'xa', '']);
  });

  it('does not indent lists, and nests compactly', () => {
    const value = { list: [{ b: 1, a: [[1, 2], {}] }, [], 'x'], map: { empty: {}, none: undefined } };
    const lines = [
      'list:',
      '- a:',
      '  - - 1',
      '    - 2',
      '  - {}',
      '  b: 1',
      '- []',
      '- x',
      'map:',
      '  empty: {}',
      '',
    ];
    expect(writeYamlDocument(value)).toBe(lines.join('\n'));
  });

  it('writes what occurs twice twice', () => {
    const shared = { a: 1 };
    expect(writeYamlDocument({ b: shared, c: shared })).toBe('b:\n  a: 1\nc:\n  a: 1\n');
  });

  it('separates documents', () => {
    expect(writeYaml([{ a: 1 }, { b: 2 }])).toBe('---\na: 1\n---\nb: 2\n');
  });

  it.each([[Number.NaN], [Infinity], [() => 1], [10n]])('refuses %s, which JSON does not have', (value) => {
    expect(() => writeYamlDocument({ value })).toThrow(TypeError);
  });

  it('refuses a value that contains itself', () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(() => writeYamlDocument(value)).toThrow(/contains itself/);
  });

  it('loses nothing: what is read back is what was written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(' ', '\n', 'a', ':', '#', '-', "'", '"', '\\', '1', '\t', 'é'), {
          maxLength: 40,
        })
        .map((parts) => parts.join('')),
      fc.array(fc.lorem({ maxCount: 3 }), { maxLength: 40 }).map((words) => words.join(' ')),
      fc.constantFrom(
        'y',
        'null',
        '~',
        '0o17',
        '0b1',
        '1_0',
        '1e5',
        '.5',
        '2001-1-1',
        '<<',
        '---',
        '...',
        '=',
        '?',
      ),
    );
    const { document } = fc.letrec<{ document: unknown }>((tie) => ({
      document: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('document'), { maxLength: 5 }),
        fc.dictionary(text, tie('document'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 3 }), (documents) => {
        const readers = ['1.1', '1.2'] as const;
        for (const version of readers) {
          const read = parseAllDocuments(writeYaml(documents), { version }).map((found): unknown =>
            found.toJS(),
          );
          expect(read).toEqual(documents);
        }
      }),
      { numRuns: 300 },
    );
  });
});
