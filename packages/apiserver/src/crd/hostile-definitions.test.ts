import { deepClone } from '@kubewright/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import type { Answer, TestClient } from '../test-support/test-client.js';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const NAME = 'foos.e.com';

/** One of everything that a definition can say. */
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME, labels: { a: 'b' }, annotations: { 'api-approved.kubernetes.io': 'unapproved' } },
  spec: {
    group: 'e.com',
    scope: 'Namespaced',
    names: {
      plural: 'foos',
      singular: 'foo',
      kind: 'Foo',
      listKind: 'FooList',
      shortNames: ['f'],
      categories: ['all'],
    },
    preserveUnknownFields: false,
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { namespace: 'a', name: 'b', path: '/c', port: 443 }, caBundle: 'AAAA' },
      },
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.n',
            statusReplicasPath: '.status.n',
            labelSelectorPath: '.status.s',
          },
        },
        additionalPrinterColumns: [
          { name: 'N', type: 'integer', format: 'int32', jsonPath: '.spec.n', description: 'd', priority: 1 },
        ],
        selectableFields: [{ jsonPath: '.spec.color' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'a foo',
            properties: {
              spec: {
                type: 'object',
                required: ['n'],
                properties: {
                  n: { type: 'integer', format: 'int32', default: 1, minimum: 0, maximum: 9, multipleOf: 1 },
                  color: { type: 'string', enum: ['red', 'blue'], pattern: '^[a-z]+$', maxLength: 9 },
                  either: {
                    'x-kubernetes-int-or-string': true,
                    anyOf: [{ type: 'integer' }, { type: 'string' }],
                  },
                  list: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['k'],
                    items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
                  },
                  map: {
                    type: 'object',
                    'x-kubernetes-map-type': 'atomic',
                    additionalProperties: { type: 'string', nullable: true },
                    default: { a: 'b' },
                  },
                  embedded: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                  branches: {
                    type: 'object',
                    properties: { a: { type: 'string' } },
                    oneOf: [{ required: ['a'] }, { properties: { a: { maxLength: 1 } } }],
                    allOf: [{ not: { required: ['b'] } }],
                    'x-kubernetes-validations': [
                      { rule: 'self.a != ""', message: 'm', reason: 'FieldValueInvalid', fieldPath: '.a' },
                    ],
                  },
                },
              },
              status: { type: 'object', properties: { n: { type: 'integer' }, s: { type: 'string' } } },
            },
          },
        },
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: 'old',
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
  status: {
    acceptedNames: { plural: 'foos', kind: 'Foo' },
    storedVersions: ['v1'],
    conditions: [{ type: 'Established', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }],
  },
};

type Path = readonly string[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield [...path, key];
    yield* pathsOf(child, [...path, key]);
  }
}

/** What stands in the place of a part; undefined: nothing. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'x', -1, 1.5, 1e30, true, [], {}, [null], [[]], [{}], [1]),
  fc.constantFrom<unknown>(
    { type: 'object' },
    [{ type: 'string' }],
    { items: [] },
    { properties: { a: null } },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The same, of the type that the part must have, so that more than the decoder gets to see it. */
function fitting(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === 'boolean') return fc.constantFrom(undefined, null, !value);
  if (typeof value === 'number') return fc.constantFrom(undefined, null, -1, 0, 7, 2 ** 31 - 1);
  if (typeof value !== 'string') return fc.constantFrom(undefined, null, Array.isArray(value) ? [] : {});
  return fc.constantFrom(
    undefined,
    null,
    '',
    'x',
    '.',
    '(',
    '.spec',
    '.spec[',
    '.a[?(',
    'v2',
    'object',
    'array',
    'string',
    'set',
    'None',
  );
}

const at = (path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], definition);
const change = fc.constantFrom(...pathsOf(definition)).chain((path) =>
  fc.record({
    path: fc.constant(path),
    value: fc.oneof({ weight: 6, arbitrary: fitting(at(path)) }, { weight: 1, arbitrary: strange }),
  }),
);

function changed(changes: ReadonlyArray<{ path: Path; value: unknown }>): object {
  const copy = deepClone(definition);
  for (const { path, value } of changes) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((holder, key) => (isHolder(holder) ? holder[key] : undefined), copy);
    if (!isHolder(parent)) continue;
    const last = path.at(-1) as string;
    if (value === undefined) delete parent[last];
    else parent[last] = deepClone(value);
  }
  return copy;
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What can be asked of a definition that was taken, and of its objects. */
async function use(client: TestClient): Promise<Answer[]> {
  const objects = '/apis/e.com/v1/namespaces/default/foos';
  const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const object = {
    apiVersion: 'e.com/v1',
    kind: 'Foo',
    metadata: { name: 'a' },
    spec: { n: 1, color: 'red' },
  };
  return [
    await client.get('/apis/e.com/v1'),
    await client.get('/openapi/v3/apis/e.com/v1'),
    await client.create(objects, object),
    await client.get(objects, table),
    await client.patch('merge', `${objects}/a`, { spec: { n: 2, list: [{ k: 'a' }] }, status: { n: 1 } }),
    await client.get(`${objects}/a/scale`),
    await client.get(PATH, table),
    await client.patch('merge', `${PATH}/${NAME}`, { spec: { versions: [] } }),
    await client.delete(`${PATH}/${NAME}`),
  ];
}

/** What the real server answers with 500 too: a path of scale that leads nowhere, a webhook that cannot be asked. */
const EXPECTED = /the spec replicas field \S+ does not exist|conversion webhook for .* failed/;

function expectNoFault({ status, text }: Answer): void {
  if (!EXPECTED.test(text)) expect(status, text).toBeLessThan(500);
}

describe('definitions from outside', () => {
  const test = useServer();

  it('are accepted or refused, whatever is missing, null or of the wrong type in them', async () => {
    const broken: string[] = [];
    for (const path of pathsOf(definition)) {
      for (const value of [undefined, null, {}, [null]]) {
        const { status, body } = await test.client.create(`${PATH}?dryRun=All`, changed([{ path, value }]));
        if (status >= 500)
          broken.push(`${path.join('.')} = ${JSON.stringify(value)}: ${String(body['message'])}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('break nothing afterwards when they are accepted', async () => {
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const created = await test.client.create(PATH, changed(changes));
      expectNoFault(created);
      if (created.status === 201) (await use(test.client)).forEach(expectNoFault);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
