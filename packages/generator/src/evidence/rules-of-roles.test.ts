import type { KubernetesObject } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { rulesOfRoles } from './rules-of-roles.js';

const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const apiVersion = 'rbac.authorization.k8s.io/v1';
const role = (kind: string, name: string, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  rules,
});
const binding = (
  kind: string,
  roleRef: { kind: string; name: string },
  subject: string,
  namespace?: string,
) => ({
  apiVersion,
  kind,
  metadata: { name: 'binding', ...(namespace !== undefined && { namespace }) },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...roleRef },
  subjects: [{ kind: subject, name: 'controller-manager', namespace: 'system' }],
});

async function read(objects: readonly KubernetesObject[], except?: ReadonlySet<string>) {
  const found = await rulesOfRoles({
    manifests: objects.map((object) => ({ file: 'role.yaml', object })),
    judged: true,
    ...(except !== undefined && { except }),
  });
  return found.map(({ source, namespace }) => [source, namespace]);
}

describe('rulesOfRoles', () => {
  it('counts every role where nothing is bound, other kinds and roles of markers left out', async () => {
    const objects = [
      role('ClusterRole', 'a'),
      role('Role', 'b', 'ns'),
      role('Role', 'c'),
      role('ClusterRole', 'manager-role'),
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } },
    ];
    expect(await read(objects, new Set(['manager-role']))).toEqual([
      ['role.yaml: rule 1 of ClusterRole a', ''],
      ['role.yaml: rule 1 of Role b', 'ns'],
      ['role.yaml: rule 1 of Role c', undefined],
    ]);
  });

  it('counts what is bound to service accounts, and where', async () => {
    const objects = [
      role('ClusterRole', 'everywhere'),
      role('ClusterRole', 'here'),
      role('ClusterRole', 'viewer'),
      role('ClusterRole', 'unbound'),
      role('Role', 'leader-election'),
      binding('ClusterRoleBinding', { kind: 'ClusterRole', name: 'everywhere' }, 'ServiceAccount'),
      binding('RoleBinding', { kind: 'ClusterRole', name: 'here' }, 'ServiceAccount', 'ns'),
      binding('RoleBinding', { kind: 'Role', name: 'leader-election' }, 'ServiceAccount'),
      binding('ClusterRoleBinding', { kind: 'ClusterRole', name: 'viewer' }, 'User'),
      binding('ClusterRoleBinding', { kind: 'ClusterRole', name: 'system:auth-delegator' }, 'ServiceAccount'),
      binding('ClusterRoleBinding', { kind: 'ClusterRole', name: 'elsewhere' }, 'ServiceAccount'),
    ];
    expect(await read(objects)).toEqual([
      ['role.yaml: rule 1 of ClusterRole everywhere', ''],
      ['role.yaml: rule 1 of ClusterRole here', 'ns'],
      ['role.yaml: rule 1 of Role leader-election', undefined],
      ['role.yaml: rule 1 of ClusterRole system:auth-delegator', ''],
      ['role.yaml: rule 2 of ClusterRole system:auth-delegator', ''],
    ]);
  });
});
