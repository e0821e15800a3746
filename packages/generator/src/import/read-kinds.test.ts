import { describe, expect, it } from 'vitest';
import { ImportError } from './import-error.js';
import { importTypes } from './import-types.js';
import { readKinds } from './read-kinds.js';

const crd = (spec: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: as.example.com }
spec: ${spec}
`;
const version = '{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }';
const whole = crd(
  `{ group: example.com, scope: Namespaced, names: { kind: A, plural: as }, versions: [${version}] }`,
);

describe('reading kinds', () => {
  it('finds those of definitions among other objects, in YAML and JSON', () => {
    const json = JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } });
    expect(readKinds(json, 'a.json')).toEqual([]);
    const yaml = `# comment\n---\n---\n${json}\n---${whole}`;
    expect(readKinds(yaml, 'a.yaml')).toMatchObject([
      { group: 'example.com', version: 'v1', kind: 'A', plural: 'as', namespaced: true, source: 'a.yaml' },
    ]);
  });

  it('takes lists as a server answers with them, whose items do not say what they are', () => {
    const list = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinitionList',
      items: [
        {
          metadata: { name: 'as.example.com' },
          spec: {
            group: 'example.com',
            scope: 'Cluster',
            names: { kind: 'A', plural: 'as' },
            versions: [
              { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
            ],
          },
        },
      ],
    };
    expect(readKinds(JSON.stringify(list), 'list')).toMatchObject([{ kind: 'A', namespaced: false }]);
  });

  it.each([
    ['{', 'InvalidDocument', /^a\.yaml: .+ at line 1, column \d+$/],
    ['a: b: c', 'InvalidDocument', /^a\.yaml: .+ at line 1, column \d+$/],
    ['a: *b', 'InvalidDocument', /^a\.yaml: Unresolved alias/],
    ['- 1', 'InvalidDocument', /^a\.yaml: not a Kubernetes object or an OpenAPI document$/],
    ['just text', 'InvalidDocument', /^a\.yaml: not a Kubernetes object or an OpenAPI document$/],
    [
      whole.replace('/v1', '/v1beta1'),
      'UnsupportedDocument',
      /as\.example\.com is of apiextensions\.k8s\.io\/v1beta1, which Kubernetes dropped in 1\.22/,
    ],
    [crd('1'), 'InvalidDocument', /as\.example\.com has no spec$/],
    [crd('{ group: g }'), 'InvalidDocument', /has no spec\.names$/],
    [
      crd(`{ names: { kind: A, plural: as }, versions: [${version}] }`),
      'InvalidDocument',
      /: spec\.group is missing$/,
    ],
    [crd('{ group: g, names: { kind: A, plural: as } }'), 'InvalidDocument', /has no spec\.versions$/],
    [
      crd('{ group: g, names: { kind: A, plural: as }, versions: [{ name: v1 }] }'),
      'InvalidDocument',
      /spec\.versions\[0\] has no schema\.openAPIV3Schema$/,
    ],
    [
      'swagger: "2.0"',
      'UnsupportedDocument',
      /OpenAPI 2\.0 is not supported: take the document of version 3/,
    ],
    ['openapi: 3.0.0', 'InvalidDocument', /has no components\.schemas$/],
  ])('refuses %j with a sentence', (text, code, message) => {
    const read = (): unknown => readKinds(text, 'a.yaml');
    expect(read).toThrow(ImportError);
    expect(read).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error,
    );
  });

  it('takes a definition that stands in two sources once, and refuses two that differ', () => {
    const [a, b] = [readKinds(whole, 'a.yaml'), readKinds(whole, 'b.yaml')];
    expect(importTypes({ kinds: [...a, ...b] })).toHaveLength(1);
    const other = readKinds(whole.replace('type: object', 'type: object, description: other'), 'c.yaml');
    expect(() => importTypes({ kinds: [...a, ...other] })).toThrow(
      'A of example.com/v1 stands in a.yaml and in c.yaml with different schemas: import one of them',
    );
  });

  it('gives the same files for sources in any order, and one for each kind when asked', () => {
    const second = whole.replaceAll('kind: A', 'kind: SomeThing').replace('plural: as', 'plural: things');
    const kinds = [...readKinds(whole, 'a'), ...readKinds(second, 'b')];
    const files = importTypes({ kinds });
    expect(importTypes({ kinds: kinds.toReversed() })).toEqual(files);
    expect(files.map(({ path, kinds: names }) => [path, names])).toEqual([
      ['example.com/v1.ts', ['A', 'SomeThing']],
    ]);
    expect(importTypes({ kinds, filePerKind: true }).map(({ path }) => path)).toEqual([
      'example.com/v1/a.ts',
      'example.com/v1/some-thing.ts',
    ]);
  });
});
