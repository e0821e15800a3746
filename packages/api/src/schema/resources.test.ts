import { beforeAll, describe, expect, it } from 'vitest';
import {
  builtinDescriptions,
  loadBuiltinDescriptions,
  builtinSchema,
  builtinSchemaNames,
  builtinGroupVersions as fromSchemaEntry,
} from './index.js';
import { builtinGroupVersions } from './resources.js';

const find = (group: string, version: string, name: string) =>
  builtinGroupVersions
    .find((entry) => entry.group === group && entry.version === version)
    ?.resources.find((resource) => resource.name === name);

describe('builtinGroupVersions', () => {
  it('is the same with the schemas and without', () => {
    expect(fromSchemaEntry).toBe(builtinGroupVersions);
  });

  it('begins with the core group, and names the preferred version of a group first', () => {
    expect(builtinGroupVersions[0]).toMatchObject({ group: '', version: 'v1' });
    const autoscaling = builtinGroupVersions.filter(({ group }) => group === 'autoscaling');
    expect(autoscaling.map(({ version }) => version)).toEqual(['v2', 'v1']);
  });

  it('keeps the versions of a group together', () => {
    const groups = builtinGroupVersions.map(({ group }) => group);
    const runs = groups.filter((group, i) => group !== groups[i - 1]);
    expect(runs).toHaveLength(new Set(groups).size);
  });

  // Rows of the discovery of kube-apiserver 1.36.1.
  it('describes resources as discovery does', () => {
    expect(find('apps', 'v1', 'deployments')).toEqual({
      name: 'deployments',
      singularName: 'deployment',
      kind: 'Deployment',
      namespaced: true,
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['deploy'],
      categories: ['all'],
      storageVersionHash: '8aSe+NMegvE=',
      subresources: [
        {
          name: 'scale',
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
        {
          name: 'status',
          group: 'apps',
          version: 'v1',
          kind: 'Deployment',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
    expect(find('', 'v1', 'pods')?.subresources.find(({ name }) => name === 'eviction')).toEqual({
      name: 'eviction',
      group: 'policy',
      version: 'v1',
      kind: 'Eviction',
      verbs: ['create'],
    });
  });

  it.each([
    ['', 'v1', 'configmaps', 'qFsyl6wFWjQ='],
    ['events.k8s.io', 'v1', 'events', 'r2yiGXH7wu8='],
    ['autoscaling', 'v1', 'horizontalpodautoscalers', 'qwQve8ut294='],
    ['apiextensions.k8s.io', 'v1', 'customresourcedefinitions', 'jfWCUB31mvA='],
    ['', 'v1', 'componentstatuses', undefined],
    ['authorization.k8s.io', 'v1', 'subjectaccessreviews', undefined],
  ])('tells of %s/%s %s the storage version hash %s', (group, version, name, hash) => {
    expect(find(group, version, name)).toBeDefined();
    expect(find(group, version, name)?.storageVersionHash).toBe(hash);
  });
});

describe('builtinSchema', () => {
  it('gives a schema by its name, the same each time', () => {
    const schema = builtinSchema('io.k8s.api.core.v1.ContainerPort');
    expect(schema?.properties?.['containerPort']).toMatchObject({ type: 'integer', format: 'int32' });
    expect(builtinSchema('io.k8s.api.core.v1.ContainerPort')).toBe(schema);
    expect(builtinSchema('io.k8s.Nope')).toBeUndefined();
    expect(builtinSchemaNames()).toContain('io.k8s.api.core.v1.ContainerPort');
  });

  it('refers to no schema that there is not', () => {
    const names = new Set(builtinSchemaNames());
    const refs = [...names].flatMap((name) =>
      [...JSON.stringify(builtinSchema(name)).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    expect(refs.length).toBeGreaterThan(900);
    expect(refs.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('builtinDescriptions', () => {
  beforeAll(loadBuiltinDescriptions);

  it('gives texts by their place in the schema', () => {
    const texts = builtinDescriptions('io.k8s.api.core.v1.ContainerPort');
    expect(texts['']).toContain('ContainerPort represents');
    expect(texts['/properties/containerPort']).toContain('Number of port');
    expect(builtinDescriptions('io.k8s.Nope')).toEqual({});
  });
});
