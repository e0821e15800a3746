import { describe, expect, expectTypeOf, it } from 'vitest';
import { Deployment } from './groups/apps/v1.js';
import type { DeploymentSpec } from './groups/apps/v1.js';
import { ConfigMap, Namespace } from './groups/core/v1.js';
import { defineKind, formatApiVersion, parseApiVersion, pluralize } from './kind.js';
import type { Init, Kind } from './kind.js';
import type { CustomResource, KubernetesObject, Stored } from './meta.js';

interface Widget extends CustomResource<{ size: number }, { ready: boolean }> {}
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });

describe('a kind', () => {
  it('makes drafts with apiVersion and kind filled in', () => {
    expect(ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } })).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { k: 'v' },
    });
    expect(Widget({ spec: { size: 1 } })).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      spec: { size: 1 },
    });
  });

  it('knows its names', () => {
    const { group, version, kind, plural } = Deployment;
    expect([group, version, kind, plural]).toEqual(['apps', 'v1', 'Deployment', 'deployments']);
    expect(Deployment.apiVersion).toBe('apps/v1');
    expect(Deployment.name).toBe('Deployment');
    expect(Deployment.namespaced).toBe(true);
    expect(Namespace.namespaced).toBe(false);
    expect([Widget.plural, Widget.namespaced]).toEqual(['widgets', true]);
  });

  it.each([
    ['Pod', 'pods'],
    ['Ingress', 'ingresses'],
    ['NetworkPolicy', 'networkpolicies'],
    ['Endpoints', 'endpoints'],
    ['Gateway', 'gateways'],
    ['Box', 'boxes'],
    ['Batch', 'batches'],
  ])('%s has the plural %s', (kind, plural) => {
    expect(pluralize(kind)).toBe(plural);
  });
});

describe('apiVersion', () => {
  it.each([
    ['v1', '', 'v1'],
    ['apps/v1', 'apps', 'v1'],
    ['example.com/v1alpha1', 'example.com', 'v1alpha1'],
  ])('%s is group %j and version %s', (apiVersion, group, version) => {
    expect(parseApiVersion(apiVersion)).toEqual({ group, version });
    expect(formatApiVersion(group, version)).toBe(apiVersion);
  });
});

describe('types', () => {
  it('a kind makes objects of its type', () => {
    expectTypeOf(Deployment).toExtend<Kind<Deployment>>();
    expectTypeOf(Deployment).toBeCallableWith({
      metadata: { name: 'a' },
      spec: { selector: {}, template: {} },
    });
    expectTypeOf<ReturnType<typeof Deployment>>().toExtend<Deployment>();
    expectTypeOf<ReturnType<typeof Widget>['spec']>().toEqualTypeOf<{ size: number }>();
    expectTypeOf<ReturnType<typeof Widget>['kind']>().toEqualTypeOf<string>();
  });

  it('a draft needs what the type needs, and nothing that the kind says', () => {
    expectTypeOf<Init<Widget>>().toEqualTypeOf<Omit<Widget, 'apiVersion' | 'kind'>>();
    expectTypeOf<Init<Deployment>>().not.toHaveProperty('kind');
    // @ts-expect-error a Widget has a spec
    Widget({ metadata: { name: 'a' } });
    // @ts-expect-error its size is a number
    Widget({ spec: { size: '1' } });
    // @ts-expect-error a Deployment has no size
    Deployment({ spec: { size: 1 } });
  });

  it('what is stored has all the metadata that the server fills in', () => {
    expectTypeOf<Stored<Deployment>['metadata']['name']>().toEqualTypeOf<string>();
    expectTypeOf<Stored<Deployment>['metadata']['uid']>().toEqualTypeOf<string>();
    expectTypeOf<Stored<Deployment>['metadata']['resourceVersion']>().toEqualTypeOf<string>();
    expectTypeOf<Stored<Deployment>['metadata']['namespace']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Stored<Deployment>['spec']>().toEqualTypeOf<DeploymentSpec | undefined>();
    expectTypeOf<Stored<Widget>['status']>().toEqualTypeOf<{ ready: boolean } | undefined>();
  });

  it('what is stored is an object of its kind, and of any kind', () => {
    expectTypeOf<Stored<Deployment>>().toExtend<Deployment>();
    expectTypeOf<Stored<Widget>>().toExtend<Stored<KubernetesObject>>();
    expectTypeOf<Deployment>().not.toExtend<Stored<Deployment>>();
  });
});
