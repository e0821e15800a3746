import { readFileSync } from 'node:fs';
import { systemClock, systemRandom } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { fieldErrorCause, fieldErrorMessage } from '../errors/field-error.js';
import { customResourceDefinition } from '../kinds/apiextensions/custom-resource-definition.js';
import type { ApiObject, BehaviourContext } from '../kinds/behaviour.js';
import { crdStatus, servedResourcesOf } from './index.js';

const { crd: original } = JSON.parse(
  readFileSync(new URL('../openapi/testdata/custom-resource.json', import.meta.url), 'utf8'),
) as { crd: CustomResourceDefinition };

const NOW = Date.parse('2026-01-01T00:10:00Z');

function definition(): CustomResourceDefinition {
  const crd = structuredClone(original);
  customResourceDefinition.defaults?.(crd);
  crd.status = crdStatus(crd, [], NOW);
  return crd;
}

function served(crd = definition()) {
  const [v1, v1beta1] = servedResourcesOf(crd);
  return { v1: v1!, v1beta1: v1beta1! };
}

const app = (spec: Record<string, unknown>, more: Record<string, unknown> = {}): ApiObject => ({
  apiVersion: 'e.com/v1',
  kind: 'App',
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec,
  ...more,
});

function contextWith(warnings: string[] = []): BehaviourContext {
  return {
    clock: systemClock,
    random: systemRandom,
    user: { name: 'tester', groups: [] },
    dryRun: false,
    requestGroup: '',
    warn: (text) => warnings.push(text),
    objects: { get: () => undefined, list: () => [] },
  };
}

describe('servedResourcesOf', () => {
  it('serves each version with the names and subresources that discovery tells', () => {
    const { v1, v1beta1 } = served();
    const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
    expect(v1).toMatchObject({
      group: 'e.com',
      version: 'v1',
      kind: 'App',
      listKind: 'AppList',
      plural: 'apps',
      singular: 'app',
      namespaced: true,
      verbs,
      shortNames: ['ap'],
      categories: ['all'],
      storagePrefix: '/registry/e.com/apps/',
      storageVersion: 'v1',
      custom: true,
      subresources: [
        { name: 'status', group: 'e.com', version: 'v1', kind: 'App', verbs: ['get', 'patch', 'update'] },
        {
          name: 'scale',
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
    expect(v1beta1).toMatchObject({ version: 'v1beta1', storageVersion: 'v1', subresources: [] });
  });

  it('serves nothing until the names are accepted', () => {
    const crd = definition();
    crd.status = { conditions: [] };
    expect(servedResourcesOf(crd)).toEqual([]);
  });

  it('takes no new objects while the definition is being deleted', () => {
    const crd = definition();
    crd.metadata!.deletionTimestamp = '2026-01-01T00:00:00Z';
    expect(served(crd).v1.verbs).toEqual(['delete', 'deletecollection', 'get', 'list', 'watch']);
  });

  it('converts between versions by their name alone', () => {
    const { v1beta1 } = served();
    expect(v1beta1.convert(app({ n: 1 }))).toMatchObject({ apiVersion: 'e.com/v1beta1', spec: { n: 1 } });
  });

  it('refuses to guess what a conversion webhook would do', async () => {
    const crd = definition();
    crd.spec.conversion = { strategy: 'Webhook' };
    await expect(served(crd).v1beta1.convertRemotely!([app({})])).rejects.toThrow(
      'conversion webhook for e.com/v1, Kind=App failed',
    );
  });

  // Cells as kube-apiserver 1.36.1 prints them.
  it('prints the columns of the definition', () => {
    const { table } = served().v1.behaviour;
    const object = app(
      { n: 3, o: { a: 'b' }, b: true, f: 2.5, l: ['x', 'y'], z: null, s: '2026-01-01T00:00:00Z' },
      {
        status: {
          conditions: [
            { type: 'Foo', status: 'no' },
            { type: 'Ready', status: 'True' },
          ],
        },
      },
    );
    object.metadata.annotations = { 'a.b/c': 'ann' };
    const cells = table!.row(object, NOW);
    expect(Object.fromEntries(table!.columns.map(({ name }, i) => [name, cells[i]]))).toEqual({
      Name: 'a',
      N: 3,
      Ready: 'True',
      Obj: '{"a":"b"}',
      Age: '10m',
      B: true,
      BS: 'true',
      NS: '2.5',
      L: 'x',
      LS: '["x","y"]',
      F: 2,
      NF: 3,
      D: '10m',
      Ann: 'ann',
      A2: 'ann',
      last: 'y',
      all: 'x',
      null: '<no value>',
    });
    expect(table!.columns[1]!.description).toBe(
      'Custom resource definition column (in JSONPath format): .spec.n',
    );
  });

  it('prints name and age when the definition names no columns', () => {
    const { table } = served().v1beta1.behaviour;
    expect(table!.columns.map(({ name }) => name)).toEqual(['Name', 'Age']);
    expect(table!.row(app({}), NOW)).toEqual(['a', '10m']);
  });

  it('selects by the fields of the definition', () => {
    const { selectableFields } = served().v1.behaviour;
    expect(Object.keys(selectableFields ?? {})).toEqual(['spec.s']);
    expect(selectableFields!['spec.s']!(app({ s: 'x' }))).toBe('x');
    expect(selectableFields!['spec.s']!(app({}))).toBe('');
  });

  it('adds what the scale subresource asks of an object', () => {
    const rules = served().v1.behaviour;
    expect(rules.scale).toEqual({ specReplicas: 'spec.n', statusReplicas: 'status.n' });
    const old = app({ n: 1 });
    const errors = rules.validateStatusUpdate!(app({ n: 1 }, { status: { n: 'x' } }), old, contextWith());
    expect(errors.map(fieldErrorMessage)).toEqual([
      '.status.n: Invalid value: 0: .status.n accessor error: x is of the type string, expected int64',
    ]);
  });

  it('says that rules were not checked when other errors make them unreliable', () => {
    const errors = served().v1.behaviour.validate!(app({ n: -1, s: 1 }), contextWith());
    expect(errors.map(fieldErrorCause)).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'spec.n',
        message: 'Invalid value: -1: spec.n in body should be greater than or equal to 0',
      },
      {
        reason: 'FieldValueTypeInvalid',
        field: 'spec.s',
        message: 'Invalid value: "integer": spec.s in body must be of type string: "integer"',
      },
      {
        reason: 'FieldValueInvalid',
        field: '.spec.n',
        message: 'Invalid value: -1: should be a non-negative integer',
      },
      {
        reason: 'FieldValueInvalid',
        field: '<nil>',
        message:
          'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      },
    ]);
  });

  it('warns of finalizers that belong to no domain', () => {
    const warnings: string[] = [];
    const object = app({ n: 1 });
    object.metadata.finalizers = ['foo', 'a.b', 'e.com/fine'];
    expect(served().v1.behaviour.validate!(object, contextWith(warnings))).toEqual([]);
    expect(warnings).toEqual([
      'metadata.finalizers: "a.b": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
      'metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
    ]);
  });

  it.each([
    [{ name: 1 }, 'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string'],
    [
      { labels: { a: 1 } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    ['x', 'json: cannot unmarshal string into Go value of type v1.ObjectMeta'],
  ])('refuses the metadata %j', (metadata, message) => {
    const object = { ...app({}), metadata } as ApiObject;
    expect(() => served().v1.schema.decode(object)).toThrow(
      `App in version "v1" cannot be handled as a App: ${message}`,
    );
  });

  it('names unknown fields of metadata before others', () => {
    const object = app({ zz: 1 }, { yy: 1 });
    (object.metadata as Record<string, unknown>)['foo'] = 1;
    expect(served().v1.schema.decode(object)).toEqual(['metadata.foo', 'spec.zz', 'yy']);
  });
});
