import { describe, expect, it } from 'vitest';
import { widgetDefinition } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';
import { compareVersions } from './group-versions.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

describe('discovery', () => {
  const test = useServer();

  it('names the groups in the order of the real server, each with its preferred version', async () => {
    const { body } = await test.client.get('/apis');
    const groups = body['groups'] as Array<{ name: string; preferredVersion: { version: string } }>;
    expect(groups.slice(0, 3).map(({ name }) => name)).toEqual([
      'apiregistration.k8s.io',
      'apps',
      'events.k8s.io',
    ]);
    expect(groups.find(({ name }) => name === 'autoscaling')?.preferredVersion.version).toBe('v2');
    expect((await test.client.get('/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    expect((await test.client.get('/apis/autoscaling')).body).toMatchObject({
      kind: 'APIGroup',
      versions: [{ groupVersion: 'autoscaling/v2' }, { groupVersion: 'autoscaling/v1' }],
    });
  });

  it('describes resources and subresources with the hash that the real server has', async () => {
    const { body } = await test.client.get('/apis/apps/v1');
    const resources = body['resources'] as Array<{ name: string }>;
    expect(resources.find(({ name }) => name === 'deployments')).toEqual({
      name: 'deployments',
      singularName: 'deployment',
      namespaced: true,
      kind: 'Deployment',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['deploy'],
      categories: ['all'],
      storageVersionHash: '8aSe+NMegvE=',
    });
    expect(resources.find(({ name }) => name === 'deployments/scale')).toMatchObject({
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
    });
  });

  it('comes in one document to those who accept it', async () => {
    await test.client.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    const { headers, body } = await test.client.get('/apis', { accept: AGGREGATED });
    expect(headers['content-type']).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    );
    const items = body['items'] as Array<{
      metadata: { name: string };
      versions: Array<{ resources: unknown[] }>;
    }>;
    expect(items[items.length - 1]).toMatchObject({
      metadata: { name: 'example.com' },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [{ resource: 'widgets', scope: 'Namespaced', shortNames: ['wd'] }],
        },
      ],
    });
    const core = await test.client.get('/api', { accept: AGGREGATED });
    expect(core.body['items']).toHaveLength(1);
  });

  it('orders versions as Kubernetes prefers them', () => {
    const versions = ['v1alpha1', 'foo', 'v1', 'v2beta1', 'v10', 'v1beta2', 'v2', 'bar'];
    expect(versions.sort(compareVersions)).toEqual([
      'v10',
      'v2',
      'v1',
      'v2beta1',
      'v1beta2',
      'v1alpha1',
      'bar',
      'foo',
    ]);
  });

  it('knows the version, its health, and its paths', async () => {
    expect((await test.client.get('/version')).body).toMatchObject({
      major: '1',
      minor: '36',
      gitVersion: 'v1.36.1',
    });
    expect((await test.client.get('/healthz')).text).toBe('ok');
    expect((await test.client.get('/readyz?verbose')).text).toContain('[+]etcd ok\n');
    expect((await test.client.get('/livez/ping')).text).toBe('ok');
    expect((await test.client.get('/')).body['paths']).toContain('/apis/apps/v1');
  });

  it.each(['/apis/nope', '/apis/apps/v2', '/api/v2', '/healthz/nope', '/openapi'])(
    'does not know %s',
    async (path) => {
      expect((await test.client.get(path)).status).toBe(404);
    },
  );

  it('publishes OpenAPI, custom resources included', async () => {
    await test.client.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    const { body } = await test.client.get('/openapi/v3');
    const { serverRelativeURL: path } = body['paths']['apis/example.com/v1'] as { serverRelativeURL: string };
    const document = await test.client.get(path);
    expect(document.text).toContain('Widget');
  });
});

describe('kinds that are served in two group-versions', () => {
  const test = useServer();

  it('events are the same objects in both of their groups', async () => {
    await test.client.create('/api/v1/namespaces/default/events', {
      metadata: { name: 'e' },
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
      reason: 'Started',
      message: 'it runs',
      type: 'Normal',
    });
    const { body } = await test.client.get('/apis/events.k8s.io/v1/namespaces/default/events/e');
    expect(body).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      regarding: { name: 'p' },
      note: 'it runs',
    });
    const { body: list } = await test.client.get('/apis/events.k8s.io/v1/events');
    expect(list['items']).toMatchObject([{ regarding: { name: 'p' } }]);
  });

  it('autoscalers carry their metrics from one version to the other', async () => {
    const v1 = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
    await test.client.create(v1, {
      metadata: { name: 'h' },
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' },
        maxReplicas: 5,
        targetCPUUtilizationPercentage: 70,
      },
    });
    const { body } = await test.client.get(`${v1.replace('/v1/', '/v2/')}/h`);
    expect(body['spec'].metrics).toEqual([
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ]);
    expect((await test.client.get(`${v1}/h`)).body['spec'].targetCPUUtilizationPercentage).toBe(70);
  });
});
