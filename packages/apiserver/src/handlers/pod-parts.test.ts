import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';

const PODS = '/api/v1/namespaces/default/pods';

describe('parts of a pod', () => {
  const test = useServer();
  const change = (part: string, spec: object) =>
    test.client.patch('strategic', `${PODS}/p/${part}`, { metadata: { labels: { a: 'b' } }, spec });

  async function create(): Promise<void> {
    const resources = { requests: { cpu: '1' } };
    await test.client.create(PODS, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'a', image: 'i', resources }] },
    });
  }

  it('an ephemeral container can be added, and then neither be changed nor taken away', async () => {
    await create();
    const added = await change('ephemeralcontainers', { ephemeralContainers: [{ name: 'e', image: 'i' }] });
    expect(added.status).toBe(200);
    expect(added.body['spec'].ephemeralContainers).toMatchObject([{ name: 'e', image: 'i' }]);
    expect(added.body['metadata'].labels).toBeUndefined();
    expect(added.body['metadata'].generation).toBe(2);
    const changed = await change('ephemeralcontainers', { ephemeralContainers: [{ name: 'e', image: 'j' }] });
    expect(changed.status).toBe(422);
    expect(changed.body['details'].causes[0].field).toBe('spec.ephemeralContainers');
    expect(changed.body['message']).toContain('existing ephemeral containers "e" may not be changed');
    const removed = await change('ephemeralcontainers', { ephemeralContainers: null });
    expect(removed.body['message']).toContain('existing ephemeral containers "e" may not be removed');
  });

  it('a resize changes resources alone, and not the class of service', async () => {
    await create();
    const resources = { requests: { cpu: '2' } };
    const resized = await change('resize', { containers: [{ name: 'a', image: 'other', resources }] });
    expect(resized.status).toBe(200);
    expect(resized.body['spec'].containers[0]).toMatchObject({ image: 'i', resources });
    const limits = { cpu: '2', memory: '1Gi' };
    const guaranteed = await change('resize', {
      containers: [{ name: 'a', resources: { limits, requests: limits } }],
    });
    expect(guaranteed.status).toBe(422);
    expect(guaranteed.body['message']).toBe(
      'Pod "p" is invalid: spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    );
  });
});
