import fc from 'fast-check';

/** Names that the declarations of a random source have; types refer to them, to each other and to themselves. */
const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta'] as const;
const GENERICS = ['Box', 'Pair'] as const;
const FIELDS = ['a', 'b', 'name', 'kind'] as const;

const KEYWORDS = [
  ...[
    'string',
    'number',
    'boolean',
    'unknown',
    'object',
    'null',
    'undefined',
    'any',
    'never',
    'bigint',
    'symbol',
  ],
  ...[
    'void',
    'int32',
    'dateTime',
    'Quantity',
    'IntOrString',
    'EnvVar',
    'Date',
    'Missing',
    'Colors',
    'Colors.Red',
  ],
  ...[
    'typeof list',
    'typeof settings',
    'typeof settings.name',
    'keyof any',
    'this',
    '{}',
    "'a'",
    "'b'",
    '1',
    '-2',
    'true',
  ],
  ...['() => void', 'new () => string', 'unique symbol', "typeof import('node:fs')", 'asserts x is string'],
];

const { type } = fc.letrec<{ type: string }>((tie) => {
  const inner = tie('type');
  const name = fc.constantFrom(...NAMES);
  const field = fc.constantFrom(...FIELDS);
  const key = fc.oneof(
    field.map((one) => `'${one}'`),
    fc.constant("'a' | 'b'"),
    inner,
  );
  const of = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
      .map((texts) => texts.join(''));
  return {
    type: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...KEYWORDS),
      name,
      of(fc.constantFrom(...GENERICS), '<', inner, '>'),
      of('(', inner, ')[]'),
      of('readonly (', inner, ')[]'),
      of('Array<', inner, '>'),
      of('[', inner, ', (', inner, ')?, ...', inner, '[]]'),
      of('(', inner, ') | (', inner, ')'),
      of('(', inner, ') & (', inner, ')'),
      of('{ ', field, ': ', inner, '; ', field, '?: ', inner, ' }'),
      of('{ [key: string]: ', inner, ' }'),
      of('Record<', key, ', ', inner, '>'),
      of(
        fc.constantFrom('Partial', 'Required', 'Readonly', 'NonNullable', 'Awaited', 'Uppercase'),
        '<',
        inner,
        '>',
      ),
      of(fc.constantFrom('Pick', 'Omit', 'Exclude', 'Extract'), '<', inner, ', ', key, '>'),
      of('keyof (', inner, ')'),
      of('(', inner, ')[', key, ']'),
      of('{ [K in keyof (', inner, ')]?: ', inner, ' }'),
      of('{ [K in ', key, ' as `x$' + '{K & string}`]-?: ', inner, ' }'),
      of('(', inner, ') extends (', inner, ') ? ', inner, ' : ', inner),
      of('(', inner, ') extends (infer U)[] ? U : ', inner),
      of('`x${', inner, '}y`'),
    ),
  };
});

const marker = fc.constantFrom(
  '',
  '/** Text. */',
  '// +optional',
  '/** +kubebuilder:validation:Minimum=1  +kubebuilder:validation:Maxmum=2 */',
  '/** @default {a: 1 */',
  '\n// detached +listType=set\n\n',
);

const declaration = fc
  .tuple(fc.constantFrom('interface', 'class', 'alias', 'extends'), marker, type, type)
  .map(([form, comment, one, other]) => (name: string) => {
    const fields = `  ${comment}\n  a: ${one};\n  b?: ${other};\n`;
    if (form === 'alias') return `${comment}\nexport type ${name} = ${one};`;
    if (form === 'class') return `${comment}\nexport class ${name} {\n${fields}}`;
    return `${comment}\nexport interface ${name}${form === 'extends' ? ' extends Base' : ''} {\n${fields}}`;
  });

const header = `import { defineKind } from '@kubewright/api';
import type { CustomResource, dateTime, int32, IntOrString, Quantity } from '@kubewright/api';
import type { EnvVar } from '@kubewright/api/core/v1';
export const Thing = defineKind<CustomResource<Alpha, Beta>>({ group: 'example.com', version: 'v1', kind: 'Thing' });
const list = ['a', 'b'] as const;
const settings = { name: 'x', size: 1, deep: { a: 'x' } };
enum Colors { Red = 'red', Green = 'green' }
interface Base { a: unknown; base: string }
interface Box<T> { content: T; next?: Box<T[]> }
type Pair<T> = [T, T];
`;

/** A source that defines a kind of any types that TypeScript has words for, sensible or not. */
export const anySource: fc.Arbitrary<string> = fc
  .tuple(...NAMES.map(() => declaration))
  .map(
    (declarations) =>
      `${header}${declarations.map((declare, index) => declare(NAMES[index] ?? '')).join('\n')}\n`,
  );

/** The same with a piece cut out, as it is while somebody types. */
export const brokenSource: fc.Arbitrary<string> = fc
  .tuple(anySource, fc.nat(), fc.integer({ min: 1, max: 40 }))
  .map(([source, at, length]) => {
    const start = at % source.length;
    return source.slice(0, start) + source.slice(start + length);
  });
