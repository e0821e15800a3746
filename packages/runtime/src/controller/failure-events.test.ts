import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import type { Event } from '@kubewright/api/events/v1';

import { TerminalError } from '../errors.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { configMap } from '../test-support/informer-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { controllerFor } from './builder.js';
import type { ControllerDefinition, ControllerOptions } from './definition.js';

let harness: ManagerHarness;

async function eventsOf(controller: ControllerDefinition): Promise<string[][]> {
  harness = new ManagerHarness({ controllers: [controller] });
  await harness.start();
  await harness.client.create(configMap('a'));
  await settleMicrotasks();
  // Whoever stops has sent its events.
  await harness.stop();
  const events = [
    ...harness.api.objects('/apis/events.k8s.io/v1/events').values(),
  ] as unknown as readonly Event[];
  return events.map(({ type = '', reason = '', action = '', note = '', regarding }) => [
    type,
    reason,
    action,
    note,
    `${regarding?.kind} ${regarding?.name}`,
  ]);
}

const failing = (error: unknown, options: ControllerOptions = { failureEvents: true }) =>
  controllerFor(ConfigMap)
    .withOptions(options)
    .reconcile(() => {
      throw error;
    });

describe('failures of reconciles as events', () => {
  it.each([
    ['an error that is retried', new Error('no room')],
    ['one that is not', new TerminalError('no room')],
    ['what is no error', 'no room'],
  ])('tell on the object of %s', async (_, error) => {
    const note = error instanceof Error ? 'no room' : 'panic: no room [recovered]';
    expect(await eventsOf(failing(error))).toEqual([
      ['Warning', 'ReconcileFailed', 'Reconcile', note, 'ConfigMap a'],
    ]);
  });

  it('are recorded of reconcilers that get the request alone, too', async () => {
    const controller = controllerFor(ConfigMap)
      .withOptions({ failureEvents: true })
      .reconcileRequest(() => {
        throw new Error('no room');
      });
    expect(await eventsOf(controller)).toHaveLength(1);
  });

  it('are not recorded unless asked for, nor of conflicts', async () => {
    expect(await eventsOf(failing(new Error('no room'), {}))).toEqual([]);
    const conflict = controllerFor(ConfigMap)
      .withOptions({ failureEvents: true })
      .reconcile(async (map, { client }) => {
        await client.update({ ...map, metadata: { ...map.metadata, resourceVersion: '0' } });
      });
    expect(await eventsOf(conflict)).toEqual([]);
    expect(harness.logged('error')).toEqual(['reconcile failed']);
  });

  it('are not recorded of objects that are gone', async () => {
    const controller = controllerFor(ConfigMap)
      .withOptions({ failureEvents: true })
      .reconcile(async (map, { client }) => {
        await client.delete(map);
        throw new Error('too late');
      });
    expect(await eventsOf(controller)).toEqual([]);
  });
});
