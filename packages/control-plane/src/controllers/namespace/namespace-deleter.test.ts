import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Namespace, Pod } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { webDeployment } from '../../test-support/web.js';

describe('the namespace controller', () => {
  const current = useControlPlane();

  it('empties a deleted namespace and lets it go', async () => {
    const { client, settle } = current();
    await client.create(Namespace({ metadata: { name: 'shop' } }));
    const web = webDeployment();
    web.metadata = { ...web.metadata, namespace: 'shop' };
    await client.create(web);
    await client.create(ConfigMap({ metadata: { name: 'settings', namespace: 'shop' } }));
    await settle();
    expect((await client.list(Pod, { namespace: 'shop' })).items).toHaveLength(3);
    await client.delete(Namespace, 'shop');
    await settle();
    await expect(client.get(Namespace, 'shop')).rejects.toThrow('namespaces "shop" not found');
    expect((await client.list(Pod)).items).toEqual([]);
    expect((await client.list(Deployment)).items).toEqual([]);
  });

  it('waits for finalizers, says for which, and goes on when they are gone', async () => {
    const { client, settle } = current();
    await client.create(Namespace({ metadata: { name: 'shop' } }));
    const metadata = { name: 'held', namespace: 'shop', finalizers: ['example.com/hold'] };
    await client.create(ConfigMap({ metadata }));
    await settle();
    await client.delete(Namespace, 'shop');
    await settle();
    const { status } = await client.get(Namespace, 'shop');
    expect(status?.phase).toBe('Terminating');
    expect(
      status?.conditions?.map(({ type, status: value, reason, message }) => [type, value, reason, message]),
    ).toEqual([
      [
        'NamespaceDeletionDiscoveryFailure',
        'False',
        'ResourcesDiscovered',
        'All resources successfully discovered',
      ],
      [
        'NamespaceDeletionGroupVersionParsingFailure',
        'False',
        'ParsedGroupVersions',
        'All legacy kube types successfully parsed',
      ],
      [
        'NamespaceDeletionContentFailure',
        'False',
        'ContentDeleted',
        'All content successfully deleted, may be waiting on finalization',
      ],
      [
        'NamespaceContentRemaining',
        'True',
        'SomeResourcesRemain',
        'Some resources are remaining: configmaps. has 1 resource instances',
      ],
      [
        'NamespaceFinalizersRemaining',
        'True',
        'SomeFinalizersRemain',
        'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
      ],
    ]);
    await client.patch(ConfigMap, 'shop/held', mergePatch({ metadata: { finalizers: null } }));
    await settle();
    await expect(client.get(Namespace, 'shop')).rejects.toThrow('namespaces "shop" not found');
  });

  it('deletes custom resources with the rest', async () => {
    const { client, settle } = current();
    await client.create(
      CustomResourceDefinition({
        metadata: { name: 'podsets.example.com' },
        spec: {
          group: 'example.com',
          names: { kind: 'PodSet', plural: 'podsets' },
          scope: 'Namespaced',
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      }),
    );
    await client.create(Namespace({ metadata: { name: 'shop' } }));
    await settle();
    const metadata = { name: 'set', namespace: 'shop' };
    await client.create({ apiVersion: 'example.com/v1', kind: 'PodSet', metadata });
    await client.delete(Namespace, 'shop');
    await settle();
    await expect(client.get(Namespace, 'shop')).rejects.toThrow('namespaces "shop" not found');
  });

  it('gives a namespace of the same name a fresh start', async () => {
    const { client, settle } = current();
    for (const round of [1, 2]) {
      await client.create(Namespace({ metadata: { name: 'shop', labels: { round: String(round) } } }));
      await settle();
      expect((await client.get(Namespace, 'shop')).status?.phase).toBe('Active');
      await client.delete(Namespace, 'shop');
      await settle();
    }
    await expect(client.get(Namespace, 'shop')).rejects.toThrow('namespaces "shop" not found');
  });
});
