import { ClusterRole } from '@kubewright/api/rbac/v1';
import type { PolicyRule } from '@kubewright/api/rbac/v1';
import { mergePatch } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { aggregatedRules } from './clusterrole-aggregation-controller.js';

const rule = (resource: string): PolicyRule => ({
  verbs: ['get'],
  apiGroups: ['a.io'],
  resources: [resource],
});
const role = (name: string, labels: Record<string, string>, ...resources: string[]) =>
  ClusterRole({ metadata: { name, labels }, rules: resources.map(rule) });
const aggregating = (...labels: Array<Record<string, string>>) => ({
  clusterRoleSelectors: labels.map((matchLabels) => ({ matchLabels })),
});

describe('aggregated rules', () => {
  it('come by selector and then by name, each once, and never from the role itself', () => {
    const sum = {
      ...role('sum', { part: 'a' }, 'own'),
      aggregationRule: aggregating({ part: 'b' }, { part: 'a' }),
    };
    const roles = [role('z', { part: 'a' }, 'one'), role('y', { part: 'a' }, 'two', 'one'), sum];
    roles.push(role('x', { part: 'b' }, 'three'), role('w', { part: 'c' }, 'four'));
    expect(aggregatedRules(sum, roles).map(({ resources }) => resources?.[0])).toEqual([
      'three',
      'two',
      'one',
    ]);
  });
});

describe('the ClusterRole aggregation controller', () => {
  const current = useControlPlane({ controllers: ['clusterrole-aggregation-controller'] });
  const resourcesOf = async (name: string): Promise<string[]> => {
    const { rules } = await current().client.get(ClusterRole, name);
    return (rules ?? []).flatMap(({ resources = [] }) => resources);
  };

  it('finds nothing to do in what the server begins with', async () => {
    const { client, settle } = current();
    await settle();
    const { items } = await client.list(ClusterRole);
    const last = Math.max(...items.map(({ metadata }) => Number(metadata.resourceVersion)));
    const { metadata } = await client.get(ClusterRole, 'admin');
    expect(Number(metadata.resourceVersion)).toBeLessThan(last);
  });

  it('adds the rules of a part to view, and so to edit and admin, and takes them away again', async () => {
    const { client, settle } = current();
    const label = 'rbac.authorization.k8s.io/aggregate-to-view';
    await client.create(role('things', { [label]: 'true' }, 'things'));
    await settle();
    for (const name of ['view', 'edit', 'admin']) expect(await resourcesOf(name)).toContain('things');
    await client.patch(ClusterRole, 'things', mergePatch({ metadata: { labels: { [label]: null } } }));
    await settle();
    for (const name of ['view', 'edit', 'admin']) expect(await resourcesOf(name)).not.toContain('things');
  });

  it('fills a role that is created after its parts', async () => {
    const { client, settle } = current();
    await client.create(role('part', { sum: 'mine' }, 'things'));
    await settle();
    await client.create({ ...role('sum', {}), aggregationRule: aggregating({ sum: 'mine' }) });
    await settle();
    expect(await resourcesOf('sum')).toEqual(['things']);
  });
});
