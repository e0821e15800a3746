import type { Diagnostic, Field, SchemaType } from '@kubewright/generator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySource, brokenSource } from './random/any-source.js';
import { readSource, sourcePath } from './random/source-files.js';

it('reads any types into a model, or says what is wrong and where', async () => {
  await fc.assert(
    fc.asyncProperty(anySource, async (source) => {
      const { model, findings } = await readSource(source);
      for (const { declaration } of model.roots) walk(declaration.declared, new Set());
      expect(findings.filter((finding) => !isPlaced(finding, source))).toEqual([]);
      if (findings.length === 0) expect(model.roots).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

it('reads what is being typed without falling over', async () => {
  await fc.assert(
    fc.asyncProperty(brokenSource, async (source) => {
      const { model, findings } = await readSource(source);
      for (const { declaration } of model.roots) walk(declaration.declared, new Set());
      expect(findings.filter((finding) => !isPlaced(finding, source))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('reads the same source to the same model', async () => {
  await fc.assert(
    fc.asyncProperty(anySource, async (source) => {
      const [one, other] = [await readSource(source), await readSource(source)];
      expect(other.findings).toEqual(one.findings);
    }),
    { numRuns: 10 },
  );
});

function isPlaced({ position, message }: Diagnostic, source: string): boolean {
  const lines = source.split('\n');
  if (position?.file !== sourcePath || message === '') return false;
  const line = lines[position.line - 1];
  return line !== undefined && position.column >= 1 && position.column <= line.length + 1;
}

/** Looks at all of a type; types that contain themselves end at their declarations. */
function walk(type: SchemaType, seen: Set<string>): void {
  switch (type.type) {
    case 'array':
      return walk(type.items, seen);
    case 'map':
      return walk(type.values, seen);
    case 'nullable':
      return walk(type.of, seen);
    case 'tuple':
      return type.items.forEach((item) => walk(item, seen));
    case 'union':
      expect(type.members.length).toBeGreaterThan(1);
      return type.members.forEach((member) => walk(member, seen));
    case 'object':
      return type.fields.forEach((field) => walkField(field, seen));
    case 'enum':
      return expect(type.values.length).toBeGreaterThan(0);
    case 'reference':
      if (seen.has(type.declaration.id)) return;
      seen.add(type.declaration.id);
      return walk(type.declaration.declared, seen);
    case 'scalar':
    case 'known':
    case 'any':
  }
}

function walkField(field: Field, seen: Set<string>): void {
  expect(typeof field.name).toBe('string');
  expect(typeof field.optional).toBe('boolean');
  expect(Array.isArray(field.markers)).toBe(true);
  walk(field.fieldType, seen);
}
