import { createOrUpdate } from '../create-or-update.js';
import { ConfigMap, Secret } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import type { ControllerDefinition } from '../controller/definition.js';
import { requeueAfter } from '../controller/result.js';
import { TerminalError } from '../errors.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { ReconcileRecorder } from './why.js';
import type { WhyOptions } from './why.js';

function setUp(controllers: ControllerDefinition[], options: WhyOptions = {}) {
  const clock = new ManualClock();
  const { logger, records } = recordingLogger();
  const why = new ReconcileRecorder({ clock, logger, options });
  const harness = new ManagerHarness({ controllers, clock, logger, observers: [why] });
  return { harness, why, clock, records };
}

const setValue = (value: string) => mergePatch({ data: { value } });

describe('knowing why', () => {
  it('tells of events, with the fields that changed, and of what the reconcile changed', async () => {
    const controller = controllerFor(ConfigMap)
      .named('copy')
      .reconcileRequest(async (request, { client, log }) => {
        if (request.name !== 'a') return;
        log.info('copying');
        const source = await client.get(ConfigMap, request);
        await createOrUpdate(client, configMap('copy'), (copy) => {
          copy.data = { value: source.data?.['value'] ?? '' };
        });
      });
    const { harness, why, records } = setUp([controller]);
    await harness.client.create(configMap('a', { value: 'x' }));
    await harness.start();
    await harness.client.patch(ConfigMap, 'default/a', setValue('y'));
    await settleMicrotasks();
    const [second, first] = why.explain('default/a');
    const copying = records.filter(({ message }) => message === 'copying');
    expect(copying.map(({ fields }) => fields['reconcileID'])).toEqual([
      first?.reconcileID,
      second?.reconcileID,
    ]);
    expect(first?.reconcileID).toMatch(/^[0-9a-f]{12}$/);
    expect(first).toMatchObject({
      controller: 'copy',
      namespace: 'default',
      name: 'a',
      outcome: { type: 'success' },
      reasons: [
        {
          type: 'event',
          role: 'for',
          event: 'add',
          kind: 'ConfigMap',
          name: 'a',
          isInInitialList: true,
          count: 1,
        },
      ],
      calls: [
        {
          verb: 'create',
          resource: 'configmaps',
          namespace: 'default',
          name: 'copy',
          status: 201,
          changes: [{ path: '.', op: 'added' }],
        },
      ],
    });
    expect(second).toMatchObject({
      reasons: [{ type: 'event', event: 'update', changes: [{ path: 'data.value', op: 'changed' }] }],
      calls: [{ verb: 'update', name: 'copy', status: 200 }],
    });
    const echo = why.explain('default/copy').at(-1)?.reasons[0];
    expect(echo).toMatchObject({ event: 'add', ownWrite: { controller: 'copy', reconcile: first?.id } });
    await harness.stop();
  });

  it('tells of timers, retries and failures, and counts a reason that is given again', async () => {
    let runs = 0;
    const controller = controllerFor(ConfigMap).reconcileRequest(async (_request, { clock, signal }) => {
      runs += 1;
      if (runs === 1) throw new Error('not yet');
      if (runs === 2) return requeueAfter(5000);
      if (runs === 3) throw new TerminalError('never');
      if (runs === 4)
        await new Promise((resolve) => {
          const timer = clock.setTimer(() => resolve(undefined), 1000);
          signal.addEventListener('abort', () => timer.cancel(), { once: true });
        });
      return undefined;
    });
    const { harness, why, clock } = setUp([controller]);
    await harness.client.create(configMap('a'));
    await harness.start();
    await clock.advance(100);
    await clock.advance(5000);
    await harness.client.patch(ConfigMap, 'default/a', setValue('1'));
    await settleMicrotasks();
    for (const value of ['2', '3', '4']) await harness.client.patch(ConfigMap, 'default/a', setValue(value));
    await clock.advance(1000);
    const told = why.explain('default/a').toReversed();
    expect(why.reconciles({ after: 3 }).map(({ sequence }) => sequence)).toEqual([5, 4]);
    expect(why.counts('configmap')).toEqual({ total: 5, failed: 2, perSecond: 0.3 });
    expect(why.failures()).toMatchObject([{ name: 'a', error: 'never', count: 1, recovered: true }]);
    expect(
      told.map(({ reasons, outcome }) => [reasons.map(({ type, count }) => `${type} ${count}`), outcome]),
    ).toEqual([
      [['event 1'], { type: 'retry', delayMs: 5, error: 'not yet' }],
      [['retry 1'], { type: 'requeueAfter', delayMs: 5000 }],
      [['requeueAfter 1'], { type: 'terminal', error: 'never' }],
      [['event 1'], { type: 'success' }],
      [['event 3'], { type: 'success' }],
    ]);
    expect(told[1]?.reasons[0]).toMatchObject({ error: 'not yet', delayMs: 5 });
    expect(told[3]?.durationMs).toBe(1000);
    expect(why.reconciles({ failed: true }).map(({ outcome }) => outcome.type)).toEqual([
      'terminal',
      'retry',
    ]);
    expect(why.reconciles({ controller: 'other' })).toEqual([]);
    expect(why.reconciles({ limit: 2 })).toHaveLength(2);
    await harness.stop();
  });

  it('does not name a timer that has not run out', async () => {
    const controller = controllerFor(ConfigMap).reconcileRequest(() => requeueAfter(60_000));
    const { harness, why } = setUp([controller]);
    await harness.client.create(configMap('a'));
    await harness.start();
    await harness.client.patch(ConfigMap, 'default/a', setValue('1'));
    await settleMicrotasks();
    expect(why.explain('default/a')[0]?.reasons.map(({ type }) => type)).toEqual(['event']);
    await harness.stop();
  });

  it('tells of refused requests, requests without an answer, and writes that change nothing', async () => {
    const controller = controllerFor(ConfigMap).reconcileRequest(async (request, { client, apiReader }) => {
      await apiReader.get(ConfigMap, 'default/missing').catch(() => undefined);
      const map = await client.get(ConfigMap, request);
      await client.update(map);
      await client.status.patch(ConfigMap, request, mergePatch({ status: { a: 1 } }), { dryRun: true });
      await client.delete(ConfigMap, 'default/missing');
    });
    const { harness, why } = setUp([controller]);
    await harness.client.create(configMap('a'));
    await harness.start();
    const [told] = why.explain('default/a').toReversed();
    expect(
      told?.calls.map(({ verb, subresource, status, noOp, dryRun }) => [
        verb,
        subresource,
        status,
        noOp,
        dryRun,
      ]),
    ).toEqual([
      ['get', undefined, 404, undefined, undefined],
      ['update', undefined, 200, undefined, undefined],
      ['patch', 'status', 200, undefined, true],
      ['delete', undefined, 404, undefined, undefined],
    ]);
    await harness.stop();
  });

  it('compares writes with the cache: what changed, and what need not have been sent', async () => {
    const controller = controllerFor(ConfigMap).reconcileRequest(async (request, { client }) => {
      if (request.name !== 'a') return;
      await client.patch(ConfigMap, 'default/b', setValue('new'));
      await client.patch(ConfigMap, 'default/b', setValue('new'));
    });
    const harness = new ManagerHarness({ controllers: [controller], why: true });
    for (const name of ['a', 'b']) await harness.client.create(configMap(name));
    await harness.start();
    await harness.manager.whenReady();
    await settleMicrotasks();
    expect(harness.manager.why?.explain('default/a')[0]?.calls).toMatchObject([
      { verb: 'patch', name: 'b', changes: [{ path: 'data.value', op: 'changed' }] },
      { verb: 'patch', name: 'b', noOp: true },
    ]);
    expect(harness.manager.why?.controllers()).toEqual(['configmap']);
    await harness.stop();
  });

  it('tells values only when asked to, and those of Secrets never', async () => {
    const controller = controllerFor(Secret).reconcileRequest(async (request, { client }) => {
      const secret = await client.get(Secret, request);
      if (secret.data?.['copy'] !== secret.data?.['password'])
        await client.patch(Secret, request, mergePatch({ data: { copy: secret.data?.['password'] } }));
    });
    const maps = controllerFor(ConfigMap).reconcileRequest(() => undefined);
    for (const values of [false, true]) {
      const { harness, why } = setUp([controller, maps], { values });
      await harness.client.create(
        Secret({ metadata: { name: 's', namespace: 'default' }, data: { password: 'aGlkZGVu' } }),
      );
      await harness.client.create(configMap('a', { value: 'before' }));
      await harness.start();
      await harness.client.patch(Secret, 'default/s', mergePatch({ data: { password: 'b3RoZXI=' } }));
      await harness.client.patch(ConfigMap, 'default/a', setValue('after'));
      await settleMicrotasks();
      const told = why.reconciles();
      expect(JSON.stringify(told)).not.toMatch(/aGlkZGVu|b3RoZXI=/);
      expect(told.flatMap(({ reasons }) => reasons.flatMap(({ changes = [] }) => changes))).toContainEqual({
        path: 'data.password',
        op: 'changed',
      });
      expect(why.explain('default/a')[0]?.reasons[0]?.changes).toEqual([
        values
          ? { path: 'data.value', op: 'changed', before: '"before"', after: '"after"' }
          : { path: 'data.value', op: 'changed' },
      ]);
      await harness.stop();
    }
  });
});
