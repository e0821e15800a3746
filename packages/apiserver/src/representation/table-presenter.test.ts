import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };

describe('a table', () => {
  const test = useServer();

  it.each([
    {
      name: 'autoscalers',
      plural: 'namespaces/default/horizontalpodautoscalers',
      versions: ['/apis/autoscaling/v1', '/apis/autoscaling/v2'],
      object: {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 50,
        },
      },
      cells: ['a', 'Deployment/web', 'cpu: <unknown>/50%', '1', 3, 0, '0s'],
    },
    {
      name: 'events',
      plural: 'namespaces/default/events',
      versions: ['/apis/events.k8s.io/v1', '/api/v1'],
      object: {
        eventTime: '1970-01-01T00:00:00.000000Z',
        reportingController: 'example.com/tests',
        reportingInstance: 'one',
        action: 'Testing',
        reason: 'Tested',
        regarding: { kind: 'Pod', namespace: 'default', name: 'web' },
        type: 'Normal',
      },
      cells: undefined,
    },
  ])(
    'shows $name alike, whatever version they are asked for in',
    async ({ plural, versions, object, cells }) => {
      const created = await test.client.create(`${versions[0] ?? ''}/${plural}`, {
        metadata: { name: 'a' },
        ...object,
      });
      expect(created.status).toBe(201);
      const [one, other] = await Promise.all(
        versions.map(async (version) => (await test.client.get(`${version}/${plural}`, TABLE)).body),
      );
      expect(one?.['columnDefinitions']).toEqual(other?.['columnDefinitions']);
      expect(one?.['rows'][0].cells).toEqual(other?.['rows'][0].cells);
      if (cells !== undefined) expect(one?.['rows'][0].cells).toEqual(cells);
    },
  );
});
