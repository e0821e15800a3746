import { afterEach, describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import type { Client } from '@kubewright/client';

import { TerminalError } from '../errors.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { controllerFor } from './builder.js';
import type { Reconciler } from './definition.js';
import type { ReconcileObserver, Trigger } from './reconcile-observer.js';
import { requeueAfter } from './result.js';

let harness: ManagerHarness;

function recorder(said: string[], name = ''): ReconcileObserver {
  const text = (trigger: Trigger) =>
    trigger.type === 'event' ? `${trigger.role} ${trigger.event.type}` : trigger.type;
  return {
    triggered: (controller, item, trigger) => said.push(`${name}${controller} ${item}: ${text(trigger)}`),
    started: (controller, request) => {
      said.push(`${name}${controller} ${request.name} started`);
      return {
        client: (client) => {
          said.push(`${name}client`);
          return Object.create(client, { marked: { value: name } }) as Client;
        },
        finished: (outcome) => said.push(`${name}${outcome.type}`),
      };
    },
  };
}

async function run(observers: readonly ReconcileObserver[], reconcile: Reconciler): Promise<void> {
  harness = new ManagerHarness({
    controllers: [controllerFor(ConfigMap).reconcileRequest(reconcile)],
    observers,
  });
  await harness.start();
  await harness.client.create(configMap('a'));
  await settleMicrotasks();
}

afterEach(async () => {
  await harness.stop();
});

describe('an observer of reconciles', () => {
  it('hears of every reason before the reconcile it leads to, and of its outcome', async () => {
    const said: string[] = [];
    const outcomes = [
      () => requeueAfter(10),
      () => {
        throw new Error('no');
      },
      () => {
        throw new TerminalError('never');
      },
    ];
    await run([recorder(said)], () => outcomes.shift()?.());
    await harness.clock.advance(20);
    expect(said).toEqual([
      'configmap default/a: for add',
      'configmap a started',
      'configmap default/a: requeueAfter',
      'requeueAfter',
      'configmap a started',
      'configmap default/a: retry',
      'retry',
      'configmap a started',
      'terminal',
    ]);
  });

  it('wraps each client once, when it is used, several observers one around the other', async () => {
    const said: string[] = [];
    const clients: unknown[] = [];
    await run([recorder(said, '1 '), recorder(said, '2 ')], (_request, context) => {
      clients.push(context.client, context.client, (context.client as unknown as { marked: string }).marked);
    });
    expect(clients[0]).toBe(clients[1]);
    expect(clients[2]).toBe('2 ');
    expect(said.filter((line) => line.includes('client'))).toEqual(['1 client', '2 client']);
    expect(said.slice(-2)).toEqual(['1 success', '2 success']);
  });
});
