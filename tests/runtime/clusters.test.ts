import { ConfigMap, Event, Secret } from '@kubewright/api/core/v1';
import { controllerFor, createCluster, createManager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const namespace = 'default';

describe('a manager of two clusters', () => {
  let home: TestEnvironment;
  let away: TestEnvironment;
  beforeAll(async () => {
    home = await startTestEnvironment({ target: 'embedded' });
    away = await startTestEnvironment({ target: 'embedded' });
  });
  afterAll(() => Promise.all([home.stop(), away.stop()]));

  it('runs controllers that watch both, work in either, and have the clients and events of where they work', async () => {
    const cluster = createCluster({ name: 'away', client: away.client });
    const log: string[] = [];
    const atHome = controllerFor(ConfigMap)
      .named('at-home')
      .watches(Secret, ({ metadata }) => [{ namespace, name: metadata.name }], { cluster })
      .reconcile(async ({ metadata, data }, { client, signal }) => {
        if (metadata.name !== 'shared') return;
        const secret = await cluster.client
          .get(Secret, `${namespace}/shared`, { signal })
          .catch(() => undefined);
        log.push(`home ${data?.['where']} with ${secret?.type ?? 'no secret'}`);
        await client
          .create(ConfigMap({ metadata: { namespace, name: 'made' } }), { signal })
          .catch(() => undefined);
      });
    const elsewhere = controllerFor(ConfigMap, { cluster })
      .named('elsewhere')
      .owns(Secret)
      .reconcile((object, { events }) => {
        if (object.metadata.name !== 'shared') return;
        log.push(`away ${object.data?.['where']}`);
        events.event(object, { reason: 'Seen', message: 'it was seen' });
      });
    await home.client.create(
      ConfigMap({ metadata: { namespace, name: 'shared' }, data: { where: 'at home' } }),
    );
    await away.client.create(
      ConfigMap({ metadata: { namespace, name: 'shared' }, data: { where: 'elsewhere' } }),
    );
    const manager = createManager({ client: home.client, controllers: [atHome, elsewhere] });
    const ended = manager.start();
    await manager.whenReady();
    await expect.poll(() => new Set(log)).toEqual(new Set(['home at home with no secret', 'away elsewhere']));

    log.length = 0;
    await away.client.create(Secret({ metadata: { namespace, name: 'shared' }, type: 'example.com/x' }));
    await expect.poll(() => log).toEqual(['home at home with example.com/x']);

    await manager.stop();
    await ended;
    // Written where each works, and nowhere else; the events were sent before the end.
    const made = async ({ client }: TestEnvironment) =>
      (await client.list(ConfigMap, { namespace })).items.some(({ metadata }) => metadata.name === 'made');
    expect([await made(home), await made(away)]).toEqual([true, false]);
    const seen = async ({ client }: TestEnvironment) =>
      (await client.list(Event, { namespace })).items.filter(({ reason }) => reason === 'Seen').length;
    expect([await seen(home), await seen(away)]).toEqual([0, 1]);
  });
});
