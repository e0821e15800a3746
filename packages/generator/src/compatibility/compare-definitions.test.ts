import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { compareDefinitions, compareDefinitionSets } from './compare-definitions.js';
import { isAtLeast } from './finding.js';
import { formatChanges } from './format-findings.js';

// Every rule is tried on servers in tests/generator/compatibility.env.test.ts; this is about what is said of it.

function definition(spec: JSONSchemaProps, name = 'widgets'): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${name}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: name, kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
});

describe('compareDefinitions', () => {
  it('names the field by its path, through lists, maps and names that are no identifiers', () => {
    const spec = (maxLength: number): JSONSchemaProps =>
      object({
        list: { type: 'array', items: object({ a: { type: 'string', maxLength } }) },
        map: { type: 'object', additionalProperties: { type: 'string', maxLength } },
        'a/b': { type: 'string', maxLength },
      });
    const findings = compareDefinitions(definition(spec(9)), definition(spec(5)));
    expect(findings.map(({ path, severity }) => [path, severity])).toEqual([
      ['.spec.list[*].a', 'breaksObjects'],
      ['.spec.map.*', 'breaksClients'],
      ['.spec["a/b"]', 'breaksClients'],
    ]);
    expect(findings[0]).toMatchObject({
      definition: 'widgets.example.com',
      version: 'v1',
      message: 'maxLength was 9 and is 5',
      hint: expect.stringContaining('add a new version') as string,
    });
  });

  it('is silent about descriptions, titles, examples and the order of fields', () => {
    const before = object({ a: { type: 'string', description: 'one' }, b: { type: 'string', title: 'x' } });
    const after = object({ b: { type: 'string', example: 1 }, a: { type: 'string', description: 'two' } });
    const documented = { ...after, externalDocs: { url: 'https://example.com' } };
    expect(compareDefinitions(definition(before), definition(documented))).toEqual([]);
  });

  it('tells the worst first', () => {
    const before = object({
      a: { type: 'string' },
      b: { type: 'integer', maximum: 1 },
      c: { type: 'string' },
    });
    const after = object({
      a: { type: 'string', maxLength: 3 },
      b: { type: 'integer' },
      d: { type: 'string' },
    });
    const severities = compareDefinitions(definition(before), definition(after)).map(
      ({ severity }) => severity,
    );
    expect(severities).toEqual(['breaksObjects', 'breaksClients', 'warning', 'harmless']);
  });

  it('believes a cluster about the versions in which objects are stored', () => {
    const [before, after] = [definition({ type: 'object' }), definition({ type: 'object' })];
    const [version] = before.spec.versions;
    before.spec.versions.push({ ...version!, name: 'v0', storage: false });
    const code = () => compareDefinitions(before, after).map((finding) => finding.code);
    expect(code()).toEqual(['VersionRemoved']);
    before.status = { storedVersions: ['v0', 'v1'] };
    expect(code()).toEqual(['StoredVersionRemoved']);
  });
});

describe('compareDefinitionSets', () => {
  it('finds definitions that came and went, by their names', () => {
    const before = ['a', 'b'].map((name) => definition({ type: 'object' }, name));
    const after = ['b', 'c'].map((name) => definition({ type: 'object' }, name));
    const findings = compareDefinitionSets(before, after);
    expect(findings.map(({ code, definition: name }) => [code, name])).toEqual([
      ['DefinitionRemoved', 'a.example.com'],
      ['DefinitionAdded', 'c.example.com'],
    ]);
  });

  it('compares a single definition with a single one, whatever their names are', () => {
    const codes = compareDefinitionSets([definition({}, 'a')], [definition({}, 'b')]).map(({ code }) => code);
    expect(codes).toEqual(['PluralChanged']);
  });
});

describe('formatChanges', () => {
  it('groups findings by what they break, with hints, and counts them', () => {
    const findings = compareDefinitions(
      definition(object({ a: { type: 'string' }, b: { type: 'string' } })),
      definition(object({ a: { type: 'string', enum: ['x'] }, c: { type: 'string' } })),
    );
    expect(formatChanges(findings)).toMatchInlineSnapshot(`
      "breaking for stored objects:
        widgets.example.com v1 .spec.b: the schema no longer has it (FieldRemoved)
          keep the field and say in its description that it is deprecated

      breaking for clients:
        widgets.example.com v1 .spec.a: it must be one of "x" (EnumAdded)
          add a new version with the tighter rule, or mend what is stored first

      harmless:
        widgets.example.com v1 .spec.c: it is new (string) (FieldAdded)

      3 changes: 1 breaking for stored objects, 1 breaking for clients, 0 to be aware of, 1 harmless
      "
    `);
    expect(findings.filter((finding) => isAtLeast(finding, 'breaksClients'))).toHaveLength(2);
  });

  it('says so when there is nothing', () => {
    expect(formatChanges([])).toBe('no change that objects or clients could notice\n');
  });
});
