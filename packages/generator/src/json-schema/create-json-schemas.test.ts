import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { createCustomObjectValidator } from '@kubewright/apiserver/crd';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSample } from '../samples/create-sample.js';
import { createJsonSchemas } from './create-json-schemas.js';

const ORACLES =
  process.env['KUBEWRIGHT_ORACLES'] ?? path.resolve(import.meta.dirname, '../../../../../shared/oracles');
const goldens = path.join(ORACLES, 'crd-golden');

function definition(spec: JSONSchemaProps, kind = 'Thing'): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'things', kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

/** Validates by the file of all kinds, as an editor does. */
function validator(definitions: readonly CustomResourceDefinition[]): (object: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const { path: name, content } of createJsonSchemas(definitions))
    ajv.addSchema(JSON.parse(content) as object, name);
  return (object) => {
    ajv.validate('all.json', object);
    return (ajv.errors ?? [])
      .filter(({ keyword }) => keyword !== 'if')
      .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
  };
}
const thing = (spec: unknown, more: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
  ...more,
});
const text: JSONSchemaProps = { type: 'string' };
const object = (
  properties: Record<string, JSONSchemaProps>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...more,
});

describe('createJsonSchemas', () => {
  const cases: Array<[what: string, schema: JSONSchemaProps, good: unknown, bad: unknown, error: string]> = [
    ['a type', text, 'a', 1, '/spec type'],
    ['int-or-string', { 'x-kubernetes-int-or-string': true }, 1, true, '/spec type'],
    ['nullable', { ...text, nullable: true }, null, 1, '/spec type'],
    [
      'nullable literals',
      { ...text, nullable: true, allOf: [{ enum: ['a'] as never }] },
      null,
      'b',
      '/spec enum',
    ],
    [
      'an excluded minimum',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      2,
      1,
      '/spec exclusiveMinimum',
    ],
    ['an included one', { type: 'integer', minimum: 1 }, 1, 0, '/spec minimum'],
    ['an enum', { ...text, enum: ['a'] }, 'a', 'b', '/spec enum'],
    ['a pattern', { ...text, pattern: '^a+$' }, 'aa', 'b', '/spec pattern'],
    [
      'a field that the server would drop',
      object({ a: text }),
      { a: 'a' },
      { b: 'b' },
      '/spec additionalProperties',
    ],
    ['any field of an object without any', { type: 'object' }, {}, { b: 'b' }, '/spec additionalProperties'],
    ['a map', { type: 'object', additionalProperties: text }, { x: 'a' }, { x: 1 }, '/spec/x type'],
    ['a required field', object({ a: text }, { required: ['a'] }), { a: 'a' }, {}, '/spec required'],
    [
      'a set',
      { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      ['a'],
      ['a', 'a'],
      '/spec uniqueItems',
    ],
    [
      'a branch, which allows no fields',
      object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      { a: 'a' },
      { a: 'a', b: 'b' },
      '/spec oneOf',
    ],
    [
      'an embedded resource',
      { ...object({}), 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      { apiVersion: 'v1', kind: 'A', data: 1 },
      { kind: 'A' },
      '/spec required',
    ],
  ];
  it.each(cases)('says %s', (_, schema, good, bad, error) => {
    const validate = validator([definition(schema)]);
    expect(validate(thing(good))).toEqual([]);
    expect(validate(thing(bad))).toContain(error);
  });

  it('keeps unknown fields where the server does', () => {
    const validate = validator([
      definition({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    ]);
    expect(validate(thing({ any: { thing: 1 } }))).toEqual([]);
  });

  it('does not demand what the server fills in', () => {
    const spec = object({ a: { ...text, default: 'x' } }, { required: ['a'] });
    expect(validator([definition(spec)])(thing({}))).toEqual([]);
  });

  it('checks the kinds that it knows, and metadata, and lets others be', () => {
    const validate = validator([definition(text)]);
    expect(validate({ apiVersion: 'apps/v1', kind: 'Deployment', anything: 1 })).toEqual([]);
    expect(validate(thing('a', { metadata: { lables: {} } }))).toEqual(['/metadata additionalProperties']);
    expect(validate(thing('a', { metadata: undefined }))).toEqual([' required']);
    expect(validate(thing('a', { other: 1 }))).toEqual([' additionalProperties']);
  });

  it('leaves patterns out that JavaScript does not understand', () => {
    const validate = validator([definition({ ...text, pattern: '(?i)^[[:alpha:]]+$' })]);
    expect(validate(thing('1'))).toEqual([]);
  });

  it('has no file of versions that are not served, and none at all without kinds', () => {
    const unserved = definition(text);
    for (const version of unserved.spec.versions) version.served = false;
    expect(createJsonSchemas([unserved])).toEqual([]);
  });

  it.skipIf(!existsSync(goldens))(
    "accepts the samples of controller-gen's definitions, as the server does",
    () => {
      // A validator for the pod templates of a CronJob takes seconds to compile.
      for (const name of readdirSync(goldens).filter((file) => !file.includes('cronjobs'))) {
        const golden = parse(readFileSync(path.join(goldens, name), 'utf8')) as CustomResourceDefinition;
        const validate = validator([golden]);
        for (const { name: version, served, schema } of golden.spec.versions) {
          if (!served) continue;
          const { object: sample } = createSample(golden, version);
          expect(validate(sample), `${name} ${version}`).toEqual([]);
          const server = createCustomObjectValidator({ schema: schema?.openAPIV3Schema ?? {} });
          const broken = { ...sample, spec: 'none' };
          expect(validate(broken).length > 0).toBe(
            server.validate(broken).length > 0 || !('spec' in (schema?.openAPIV3Schema?.properties ?? {})),
          );
        }
      }
    },
  );
});
