import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import type { Atoms } from './atoms.js';
import { typeKey } from './atoms.js';
import { CheckerTypes } from './checker-types.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { createReading } from './create-reading.js';
import { FileMarkers } from './file-markers.js';
import { KubernetesModules } from './kubernetes-modules.js';
import { ModuleStore } from './module-store.js';
import type { Reading, Scope } from './reading.js';
import { Resolver } from './resolver.js';
import { fileSystem } from './source-host.js';
import type { SourceHost } from './source-host.js';

const header = `
interface Source { name: string; size?: number; color: 'red' | 'green'; tags: string[] | undefined; deep: { x: 1; y?: 'n' | null } }
interface Circle { kind: 'circle'; radius: number }
interface Square { kind: 'square'; side?: number }
type Shape = Circle | Square;
type Element<T> = T extends (infer U)[] ? U : T;
type TextKeys<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T];
type Flags<T> = { [K in keyof T]?: boolean };
type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;
type Getters<T> = { [K in keyof T as \`get\${Capitalize<K & string>}\`]: T[K] };
type IsText<T> = T extends string ? true : false;
type IsTextAsOne<T> = [T] extends [string] ? true : false;
type Merge<A, B> = Omit<A, keyof B> & B;
interface Page<T, C extends string = 'end'> { items: T[]; cursor?: C }
const zones = ['a', 'b', 'c'] as const;
const limits = { small: 1, large: 2, nested: { on: true } } as const;
const loose = { name: 'x', sizes: [1, 2], on: true };
enum Color { Red = 'red', Green = 'green' }
enum Level { Low, High = 5 }
`;

/** Types that are computed here; the checker of TypeScript must find the same. */
const types = [
  'Source',
  'Partial<Source>',
  'Required<Source>',
  'Readonly<Partial<Source>>',
  "Pick<Source, 'name' | 'tags'>",
  "Omit<Source, 'name' | 'deep'>",
  "Partial<Pick<Source, 'name'>> & Omit<Source, 'name'>",
  "Record<'a' | 'b', Circle>",
  'Record<string, Circle>',
  'Record<Color, number>',
  "Record<keyof Source, 'x'>",
  "Exclude<Source['color'], 'red'>",
  "Extract<Shape, { kind: 'square' }>",
  'Exclude<Shape, Circle>',
  'Exclude<string | number | null, null>',
  "NonNullable<Source['tags']>",
  'keyof Source',
  'keyof Shape',
  "keyof Shape | 'more'",
  "Source['deep']['x']",
  "Source['name' | 'color']",
  "Shape['kind']",
  "Source['size']",
  '(typeof zones)[number]',
  '(typeof zones)[1]',
  'keyof typeof limits',
  '(typeof limits)[keyof typeof limits]',
  'typeof limits',
  'typeof loose',
  'keyof typeof Color',
  'Color',
  'Level.High',
  'Element<Source[]>',
  'Element<string>',
  'Element<string[] | number[]>',
  'Element<[1, 2]>',
  'TextKeys<Source>',
  'Pick<Source, TextKeys<Source>>',
  'Flags<Source>',
  'Flags<Shape>',
  'DeepPartial<Source>',
  'Getters<Circle>',
  'IsText<string | number>',
  'IsText<never>',
  'IsTextAsOne<string>',
  'IsTextAsOne<string | number>',
  'Merge<Source, Circle>',
  "Merge<Source, { size: 'big' }>",
  'Page<Circle>',
  "Page<string, 'next'>",
  'Circle & { name: string }',
  "Source & { color: 'red' }",
  'Shape & { id: number }',
  "('a' | 'b' | 'c') & ('b' | 'c' | 'd')",
  'string & {}',
  "{ [K in 'a' | 'b' as K extends 'a' ? never : K]: K }",
  '{ -readonly [K in keyof Source]-?: Source[K] }',
  '`$' + "{'a' | 'b'}-$" + '{1 | 2}`',
  "Uppercase<'ab' | 'c'>",
  "Capitalize<Source['color']>",
  'boolean',
  'Exclude<boolean, true>',
  'string | null | undefined',
  'unknown',
  'Array<Array<number>>',
  '[string, ...string[]]',
  "Awaited<'x'>",
];

describe('what a type stands for', () => {
  let compare: (name: string) => { computed: string; checked: string };
  beforeAll(() => {
    const path = join(import.meta.dirname, 'testdata/of-the-checker.ts');
    const text = header + types.map((type, index) => `export type T${index} = ${type};`).join('\n');
    compare = comparison(path, text);
  });

  it.each(types.map((type, index) => [type, `T${index}`]))('is what the checker finds: %s', (_, name) => {
    const { computed, checked } = compare(name);
    expect(computed).toBe(checked);
  });
});

function comparison(path: string, text: string): (name: string) => { computed: string; checked: string } {
  const host: SourceHost = {
    ...fileSystem,
    readFile: (name) => (name === path ? text : fileSystem.readFile(name)),
    fileVersion: (name) => (name === path ? '1' : fileSystem.fileVersion(name)),
  };
  const diagnostics = new Diagnostics();
  const store = new ModuleStore(host);
  const compilerOptions: TypeScript.CompilerOptions = { target: ts.ScriptTarget.ES2023, strict: true };
  const kubernetes = new KubernetesModules(host);
  const readComments = () => ({ documentation: '', markers: [] });
  const reading: Reading = createReading({
    resolver: new Resolver({ host, store, compilerOptions, kubernetes, hasCoreType: () => false }),
    diagnostics,
    coreType: () => undefined,
    readComments,
    fileMarkers: new FileMarkers(createMarkerRegistry(), readComments),
    checkerAtoms: () => {
      throw new Error('this type should be computed without the checker');
    },
  });
  const checker = new CheckerTypes({ host, store, kubernetes, compilerOptions, files: [path], reading });
  const module = store.module(path);
  if (module === undefined) throw new Error('no source');
  const scope: Scope = { module, namespaces: [], bindings: new Map() };
  return (name) => {
    const alias = module.names.declarations.get(name)?.[0];
    if (alias === undefined || !ts.isTypeAliasDeclaration(alias)) throw new Error(`no ${name}`);
    const key = (atoms: Atoms): string => [...new Set(keys(reading, atoms))].sort().join(' | ');
    const before = diagnostics.all().length;
    const computed = key(reading.evaluate(alias.type, scope));
    const checked = key(checker.atomsOf(alias.type, scope));
    expect(diagnostics.all().slice(before)).toEqual([]);
    return { computed, checked };
  };
}

/** The alternatives, with the fields of objects, so that it makes no difference which of them have names. */
function keys(reading: Reading, atoms: Atoms): string[] {
  const isAnyText = atoms.some((atom) => atom.atom === 'type' && typeKey(atom.type) === 'string');
  return reading.expand(atoms).flatMap((atom): string[] => {
    if (atom.atom === 'literal')
      return isAnyText && typeof atom.value === 'string' ? [] : [JSON.stringify(atom.value)];
    if (atom.atom !== 'type') return [atom.atom];
    if (atom.type.type === 'scalar' && atom.type.scalar === 'boolean') return ['true', 'false'];
    const fields = reading.fieldsOf(atom.type);
    if (fields === undefined) return [typeKey(atom.type)];
    const parts = fields.map((field) => {
      const of = [...new Set(keys(reading, reading.atomsOf(field)))]
        .filter((key) => key !== 'undefined')
        .sort();
      return `${field.name}${field.optional ? '?' : ''}: ${of.join(' | ')}`;
    });
    return [`{ ${parts.sort().join('; ')} }`];
  });
}
