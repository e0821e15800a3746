import { describe, expect, it } from 'vitest';
import { createOpenApiLookup, openApiLookup } from './index.js';

describe('openApiLookup', () => {
  const deployment = openApiLookup('io.k8s.api.apps.v1.Deployment');
  const podSpec = deployment.field('spec').lookup.field('template').lookup.field('spec').lookup;

  it('follows references to merge keys and strategies', () => {
    expect(podSpec.field('containers')).toMatchObject({
      strategy: 'merge',
      mergeKey: 'name',
      retainKeys: false,
    });
    expect(podSpec.field('volumes')).toMatchObject({ strategy: 'merge', mergeKey: 'name', retainKeys: true });
    expect(podSpec.field('containers').lookup.field('ports').mergeKey).toBe('containerPort');
    expect(podSpec.field('tolerations').strategy).toBeUndefined();
    expect(deployment.field('metadata').lookup.field('finalizers')).toMatchObject({ strategy: 'merge' });
    expect(deployment.field('metadata').lookup.field('finalizers').mergeKey).toBeUndefined();
    expect(deployment.field('spec').lookup.field('strategy').retainKeys).toBe(true);
  });

  it('gives the same lookup for the same type', () => {
    expect(openApiLookup('io.k8s.api.apps.v1.Deployment')).toBe(deployment);
    expect(openApiLookup('io.k8s.api.core.v1.PodSpec')).toBe(podSpec);
    expect(podSpec.field('containers')).toBe(podSpec.field('containers'));
  });

  it('refuses fields and schemas that there are not', () => {
    expect(() => podSpec.field('nope')).toThrow(
      'unable to find api field in struct PodSpec for the json field "nope"',
    );
    expect(() => podSpec.field('toString')).toThrow('for the json field "toString"');
    expect(() => podSpec.field('nodeSelector').lookup.field('a')).toThrow(
      'merging an object in json but data type is not struct, instead is: map',
    );
    expect(() => openApiLookup('io.k8s.Nope')).toThrow('no schema is known by the name io.k8s.Nope');
  });
});

describe('createOpenApiLookup', () => {
  it('reads any table of schemas', () => {
    const lookup = createOpenApiLookup((name) =>
      name === 'a.Thing'
        ? {
            properties: {
              items: {
                type: 'array',
                items: { $ref: '#/components/schemas/a.Thing' },
                'x-kubernetes-patch-strategy': 'retainKeys,merge',
                'x-kubernetes-patch-merge-key': 'id',
              },
            },
          }
        : undefined,
    );
    const rule = lookup('a.Thing').field('items');
    expect(rule).toMatchObject({ strategy: 'merge', retainKeys: true, mergeKey: 'id' });
    expect(rule.lookup).toBe(lookup('a.Thing'));
  });
});
