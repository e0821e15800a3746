import { defineKind, ownerReference } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { ConfigMap, Namespace, Pod } from '@kubewright/api/core/v1';
import { ClusterRole } from '@kubewright/api/rbac/v1';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { webDeployment } from '../../test-support/web.js';

const podSetCrd = CustomResourceDefinition({
  metadata: { name: 'podsets.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'PodSet', plural: 'podsets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});
const PodSet = defineKind<KubernetesObject>({ group: 'example.com', version: 'v1', kind: 'PodSet' });

function configMap(name: string, ...owners: Array<Stored<KubernetesObject>>): ConfigMap {
  const ownerReferences = owners.map((owner) => ownerReference(owner, { blockOwnerDeletion: true }));
  return ConfigMap({ metadata: { name, namespace: 'default', ownerReferences } });
}

async function names(client: Client): Promise<string[]> {
  const { items } = await client.list(ConfigMap, { namespace: 'default' });
  return items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
}

describe('the garbage collector', () => {
  const current = useControlPlane();

  it('deletes dependents in the background', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await client.delete(Deployment, 'web');
    await settle();
    expect((await client.list(ReplicaSet)).items).toEqual([]);
    expect((await client.list(Pod)).items).toEqual([]);
  });

  it('deletes dependents before an owner that is deleted in the foreground', async () => {
    const { client, settle } = current();
    const owner = await client.create(configMap('owner'));
    const child = await client.create({ ...configMap('child', owner), immutable: true });
    await client.create(configMap('grandchild', child));
    await client.patch(ConfigMap, 'child', mergePatch({ metadata: { finalizers: ['example.com/hold'] } }));
    await settle();
    await client.delete(ConfigMap, 'owner', { propagationPolicy: 'Foreground' });
    await settle();
    // The child is held, so its owner waits; the grandchild, which the child waited for, is gone.
    expect(await names(client)).toEqual(['child', 'owner']);
    expect((await client.get(ConfigMap, 'owner')).metadata.finalizers).toEqual(['foregroundDeletion']);
    await client.patch(ConfigMap, 'child', mergePatch({ metadata: { finalizers: null } }));
    await settle();
    expect(await names(client)).toEqual([]);
  });

  it('does not let dependents that do not block hold their owner', async () => {
    const { client, settle } = current();
    const owner = await client.create(configMap('owner'));
    const child = configMap('child', owner);
    child.metadata = {
      ...child.metadata,
      finalizers: ['example.com/hold'],
      ownerReferences: [ownerReference(owner, { blockOwnerDeletion: false })],
    };
    await client.create(child);
    await settle();
    await client.delete(ConfigMap, 'owner', { propagationPolicy: 'Foreground' });
    await settle();
    expect(await names(client)).toEqual(['child']);
  });

  it('frees dependents of an owner that orphans them', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await client.delete(Deployment, 'web', { propagationPolicy: 'Orphan' });
    await settle();
    expect((await client.list(Deployment)).items).toEqual([]);
    const [replicaSet] = (await client.list(ReplicaSet)).items;
    expect(replicaSet?.metadata.ownerReferences).toBeUndefined();
    expect((await client.list(Pod)).items).toHaveLength(3);
  });

  it('keeps an object while one of its owners exists, and takes the references to the others away', async () => {
    const { client, settle } = current();
    const a = await client.create(configMap('a'));
    const b = await client.create(configMap('b'));
    await client.create(configMap('child', a, b));
    await settle();
    await client.delete(ConfigMap, 'a');
    await settle();
    const child = await client.get(ConfigMap, 'child');
    expect(child.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['b']);
    await client.delete(ConfigMap, 'b');
    await settle();
    expect(await names(client)).toEqual([]);
  });

  it('deletes objects whose owner never existed, or is another object by that name', async () => {
    const { client, settle } = current();
    const owner = await client.create(configMap('owner'));
    const ghost = { ...owner, metadata: { ...owner.metadata, name: 'ghost', uid: 'no-such-uid' } };
    const impostor = { ...owner, metadata: { ...owner.metadata, uid: 'another-uid' } };
    await client.create(configMap('of-ghost', ghost));
    await client.create(configMap('of-impostor', impostor));
    await client.create(configMap('of-owner', owner));
    await settle();
    expect(await names(client)).toEqual(['of-owner', 'owner']);
  });

  it('deletes objects that name an owner in another namespace', async () => {
    const { client, settle } = current();
    await client.create(Namespace({ metadata: { name: 'other' } }));
    const draft = ConfigMap({ metadata: { name: 'owner', namespace: 'other' } });
    const owner = await client.create(draft);
    await client.create(configMap('child', owner));
    await settle();
    expect(await names(client)).toEqual([]);
  });

  it('leaves cluster-scoped objects with a namespaced owner alone', async () => {
    const { client, settle } = current();
    const owner = await client.create(configMap('owner'));
    const ownerReferences = [ownerReference(owner, {})];
    await client.create(ClusterRole({ metadata: { name: 'reader', ownerReferences }, rules: [] }));
    await settle();
    await client.delete(ConfigMap, 'owner');
    await settle();
    expect((await client.get(ClusterRole, 'reader')).metadata.name).toBe('reader');
  });

  it('follows custom resources as they come and go', async () => {
    const { client, settle } = current();
    await client.create(podSetCrd);
    await settle();
    const owner = await client.create(PodSet({ metadata: { name: 'set', namespace: 'default' } }));
    await client.create(configMap('of-set', owner));
    await settle();
    expect(await names(client)).toEqual(['of-set']);
    await client.delete(PodSet, 'set');
    await settle();
    expect(await names(client)).toEqual([]);
    const second = await client.create(PodSet({ metadata: { name: 'set', namespace: 'default' } }));
    await client.create(configMap('of-second', second));
    await settle();
    await client.delete(CustomResourceDefinition, 'podsets.example.com');
    await settle();
    await expect(client.get(CustomResourceDefinition, 'podsets.example.com')).rejects.toThrow('not found');
  });
});
