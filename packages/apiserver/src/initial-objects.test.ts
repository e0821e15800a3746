import { describe, expect, it } from 'vitest';
import { createApiServer } from './create-api-server.js';
import { createMemoryStorage } from './storage/memory-storage.js';
import { useServer } from './test-support/use-server.js';

describe('a new server', () => {
  const test = useServer();
  const names = async (path: string): Promise<string[]> => {
    const { body } = await test.client.get(path);
    return (body['items'] as Array<{ metadata: { name: string } }>).map(({ metadata }) => metadata.name);
  };

  it('has an available APIService for each group-version it serves', async () => {
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    expect(await names(path)).toHaveLength(21);
    const { body } = await test.client.get(`${path}/v2.autoscaling`);
    expect(body['spec']).toEqual({
      group: 'autoscaling',
      version: 'v2',
      groupPriorityMinimum: 17_500,
      versionPriority: 30,
    });
    expect(body['status'].conditions[0]).toMatchObject({
      type: 'Available',
      status: 'True',
      reason: 'Local',
    });
  });

  it('has the suggested flow control, and guards the mandatory part of it', async () => {
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1';
    expect(await names(`${path}/prioritylevelconfigurations`)).toContain('workload-low');
    expect(await names(`${path}/flowschemas`)).toHaveLength(11);
    const { body } = await test.client.patch('merge', `${path}/flowschemas/catch-all`, {
      spec: { matchingPrecedence: 9 },
    });
    expect(body['message']).toContain("spec of 'catch-all' must equal the fixed value");
  });

  it('says where services get their addresses from', async () => {
    const { body } = await test.client.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes');
    expect(body['spec']).toEqual({ cidrs: ['10.96.0.0/16'] });
    expect(body['status'].conditions[0]).toMatchObject({ type: 'Ready', status: 'True' });
  });

  it('has the service that leads to itself, at the first address', async () => {
    const { body } = await test.client.get('/api/v1/namespaces/default/services/kubernetes');
    expect(body['spec']).toMatchObject({ clusterIP: '10.96.0.1', ports: [{ port: 443, targetPort: 6443 }] });
    expect(await names('/apis/networking.k8s.io/v1/ipaddresses')).toEqual(['10.96.0.1']);
  });

  it('says who made its objects', async () => {
    const managersOf = async (path: string): Promise<unknown[]> => {
      const { body } = await test.client.get(path);
      const entries = body.metadata.managedFields as Array<{ manager: string; operation: string }>;
      return entries.map(({ manager, operation }) => `${manager} ${operation}`);
    };
    const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    expect(await managersOf(`${roles}/cluster-admin`)).toEqual(['kube-apiserver Update']);
    expect(await managersOf(`${roles}/view`)).toEqual([
      'clusterrole-aggregation-controller Apply',
      'kube-apiserver Update',
    ]);
    expect(await managersOf('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/exempt')).toEqual([
      'api-priority-and-fairness-config-consumer-v1 Apply',
      'api-priority-and-fairness-config-producer-v1 Update',
    ]);
  });

  it('keeps what the storage had before', async () => {
    const storage = createMemoryStorage();
    await createApiServer({ storage }).close();
    const { revision } = storage;
    await createApiServer({ storage }).close();
    expect(storage.revision).toBe(revision);
  });

  it.each([
    [
      'bad',
      'spec.finalizers[0]: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified',
    ],
    ['a b/c', 'spec.finalizers[0]: Invalid value: "a b/c": prefix part'],
  ])('refuses %s as what finishes a namespace', async (finalizer, message) => {
    const { status, body } = await test.client.update('/api/v1/namespaces/default/finalize', {
      metadata: { name: 'default' },
      spec: { finalizers: [finalizer] },
    });
    expect(status).toBe(422);
    expect(body['message']).toContain(message);
  });
});
