import { addFinalizer, hasFinalizer, removeFinalizer } from '@kubewright/api';
import { Service } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch } from '@kubewright/client';
import {
  TerminalError,
  controllerFor,
  exponentialFailureRateLimiter,
  labelSelectorPredicate,
  requeueAfter,
  updateStatus,
} from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';
import { deferred, Gate, Sample, Samples, sampleController, sampleGroup } from './samples.js';

/* Situations of the Java Operator SDK's integration tests: cleaners, finalizers and what comes in between. */

const samples = new Samples();
const own = `${sampleGroup}/own`;
const foreign = `${sampleGroup}/foreign`;
const withoutFinalizer = mergePatch({ metadata: { finalizers: null } });

describe('a cleanup', () => {
  it('runs once when another finalizer goes while it is at work', async () => {
    const namespace = await samples.namespace('cleanup-conflict');
    const gate = new Gate();
    let [reconciles, cleanups] = [0, 0];
    await samples.start(
      sampleController(namespace)
        .finalizer(own, async () => {
          cleanups += 1;
          await gate.pass();
        })
        .reconcile(() => {
          reconciles += 1;
        }),
    );
    await samples.create(namespace, 'a', { metadata: { finalizers: [foreign] } });
    await samples.env.settled();
    await samples.client.delete(Sample, { namespace, name: 'a' });
    await gate.reached;
    await samples.client.patch(
      Sample,
      { namespace, name: 'a' },
      mergePatch({ metadata: { finalizers: [own] } }),
    );
    gate.open();
    await samples.gone(namespace, 'a');
    await samples.env.settled();
    // The second is told of the finalizer that was added.
    expect([reconciles <= 2, cleanups]).toEqual([true, 1]);
  });

  it('of each of two controllers runs once when both end at the same moment', async () => {
    const namespace = await samples.namespace('concurrent-removal');
    const seen: string[] = [];
    let arrived = 0;
    let both = deferred();
    const controller = (name: string) =>
      sampleController(namespace, name)
        .finalizer(`${sampleGroup}/${name}`, async () => {
          seen.push(name);
          arrived += 1;
          if (arrived === 2) both.resolve();
          await both.promise;
        })
        // Fails for good where the removal alone does not make it.
        .withOptions({
          rateLimiter: () => ({ when: () => 3_600_000, forget: () => undefined, numRequeues: () => 0 }),
        })
        .reconcile(() => undefined);
    await samples.start(controller('first'), controller('second'));
    for (let round = 0; round < 10; round += 1) {
      [arrived, both] = [0, deferred()];
      await samples.create(namespace, 'a');
      await samples.eventually(async () => {
        expect((await samples.find(namespace, 'a'))?.metadata.finalizers).toHaveLength(2);
      });
      await samples.remove(namespace, 'a');
    }
    expect(seen.toSorted()).toEqual([...Array(10).fill('first'), ...Array(10).fill('second')]);
  });

  it('may write a status and ask for more time, and is called again then, until it is done', async () => {
    const namespace = await samples.namespace('reschedule');
    const times: number[] = [];
    const before: unknown[] = [];
    await samples.start(
      sampleController(namespace)
        .finalizer(own, async (sample, { client, clock }) => {
          before.push(sample.status?.['attempts']);
          times.push(clock.now());
          await updateStatus(client, sample, { attempts: times.length });
          return times.length < 4 ? requeueAfter(100) : undefined;
        })
        // So that the write of the status is no reason to come back.
        .withPredicates(
          (event) => event.type !== 'update' || event.oldObject.metadata.deletionTimestamp === undefined,
        )
        .reconcile(() => undefined),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    await samples.remove(namespace, 'a');
    expect(before).toEqual([undefined, 1, 2, 3]);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(99);
  });

  it('runs for objects of built-in kinds', async () => {
    const namespace = await samples.namespace('built-in');
    const cleaned: string[] = [];
    await samples.start(
      controllerFor(Service)
        .withPredicates(labelSelectorPredicate('clean=yes'))
        .finalizer(own, ({ metadata }) => void cleaned.push(metadata.name))
        .reconcile(() => undefined),
    );
    const key = { namespace, name: 'a' };
    const spec = { ports: [{ port: 80 }] };
    await samples.client.create(Service({ metadata: { ...key, labels: { clean: 'yes' } }, spec }));
    await samples.env.settled();
    expect((await samples.client.get(Service, key)).metadata.finalizers).toEqual([own]);
    await samples.client.delete(Service, key);
    await samples.eventually(async () => {
      await expect(samples.client.get(Service, key)).rejects.toSatisfy(isNotFound);
    });
    expect(cleaned).toEqual(['a']);
  });

  it('is not missed when the deletion comes while a status is being written', async () => {
    const namespace = await samples.namespace('deletion-during-status');
    const gate = new Gate();
    const cleaned: string[] = [];
    let late: string | undefined;
    await samples.start(
      sampleController(namespace)
        .finalizer(own, ({ metadata }) => void cleaned.push(metadata.name))
        .reconcile(async (sample, { client }) => {
          await gate.pass();
          const written = await updateStatus(client, sample, { ready: true });
          late = written.metadata.deletionTimestamp;
        }),
    );
    await samples.create(namespace, 'a');
    await gate.reached;
    await samples.client.delete(Sample, { namespace, name: 'a' });
    gate.open();
    await samples.gone(namespace, 'a');
    expect([cleaned, late]).toEqual([['a'], expect.any(String)]);
  });

  it('runs at the start for what was deleted while nobody was there', async () => {
    const namespace = await samples.namespace('deleted-before');
    const cleaned: string[] = [];
    await samples.create(namespace, 'a', { metadata: { finalizers: [own] } });
    await samples.client.delete(Sample, { namespace, name: 'a' });
    await samples.start(
      sampleController(namespace)
        .finalizer(own, ({ metadata }) => void cleaned.push(metadata.name))
        .reconcile(({ metadata }) => void cleaned.push(`reconciled ${metadata.name}`)),
    );
    await samples.gone(namespace, 'a');
    expect(cleaned).toEqual(['a']);
  });
});

describe('a finalizer', () => {
  it('takes nothing from what was applied by the same field manager, and an apply nothing from it', async () => {
    const namespace = await samples.namespace('same-manager');
    const { fieldManager } = samples.client;
    const spec = { value: 'val', list: ['val1', 'val2'] };
    const draft = Sample({ metadata: { namespace, name: 'a' }, spec });
    await samples.client.apply(draft, { fieldManager, force: true });
    await samples.start(
      sampleController(namespace)
        .finalizer(own, () => undefined)
        .reconcile(async (sample, { client }) => {
          if (sample.spec['value'] !== 'wanted') return;
          await client.apply(
            Sample({ metadata: { namespace, name: 'a' }, spec: { ...spec, value: 'applied' } }),
          );
        }),
    );
    await samples.env.settled();
    expect(await samples.find(namespace, 'a')).toMatchObject({ metadata: { finalizers: [own] }, spec });
    await samples.client.apply(
      { ...draft, spec: { ...spec, value: 'wanted' } },
      { fieldManager, force: true },
    );
    await samples.env.settled();
    expect(await samples.find(namespace, 'a')).toMatchObject({
      metadata: { finalizers: [own] },
      spec: { ...spec, value: 'applied' },
    });
    await samples.remove(namespace, 'a');
  });

  it('may be for some objects only, where the function that reconciles sees to it', async () => {
    const namespace = await samples.namespace('selective');
    await samples.start(
      sampleController(namespace).reconcile(async (sample, { client }) => {
        const deleted = sample.metadata.deletionTimestamp !== undefined;
        const changed = deleted
          ? removeFinalizer(sample, own)
          : sample.spec['protect'] === true && addFinalizer(sample, own);
        if (changed) await client.update(sample);
      }),
    );
    await samples.create(namespace, 'protected', { spec: { protect: true } });
    await samples.create(namespace, 'free', { spec: { protect: false } });
    await samples.env.settled();
    expect((await samples.find(namespace, 'protected'))?.metadata.finalizers).toEqual([own]);
    expect((await samples.find(namespace, 'free'))?.metadata.finalizers).toBeUndefined();
    await samples.remove(namespace, 'free');
    await samples.remove(namespace, 'protected');
  });
});

describe('a function that gets the request alone', () => {
  /** Says what it sees at each call, and fails where `fails` says so. */
  async function recording(namespace: string, fails: (state: string, calls: number) => Error | undefined) {
    const states: string[] = [];
    await samples.start(
      sampleController(namespace)
        .withOptions({
          rateLimiter: () => exponentialFailureRateLimiter({ baseDelayMs: 20, maxDelayMs: 20 }),
        })
        .reconcileRequest(async (request, { client }) => {
          const sample = await client.get(Sample, request).catch((error: unknown) => {
            if (isNotFound(error)) return undefined;
            throw error;
          });
          const deleted = sample?.metadata.deletionTimestamp !== undefined;
          const state = sample === undefined ? 'gone' : deleted ? 'deleted' : 'there';
          states.push(state);
          const error = fails(state, states.length);
          if (error !== undefined) throw error;
          if (sample === undefined || !deleted || !hasFinalizer(sample, own)) return;
          removeFinalizer(sample, own);
          await client.update(sample);
        }),
    );
    return states;
  }

  it('hears of the object, of its deletion and of its end', async () => {
    const namespace = await samples.namespace('all-events');
    const states = await recording(namespace, () => undefined);
    await samples.create(namespace, 'a', { metadata: { finalizers: [own, foreign] } });
    await samples.env.settled();
    await samples.client.delete(Sample, { namespace, name: 'a' });
    await samples.eventually(async () => {
      expect((await samples.find(namespace, 'a'))?.metadata.finalizers).toEqual([foreign]);
    });
    await samples.env.settled();
    const before = states.length;
    await samples.client.patch(Sample, { namespace, name: 'a' }, withoutFinalizer);
    await samples.env.settled();
    expect([states[0], states[1], states.slice(before)]).toEqual(['there', 'deleted', ['gone']]);
  });

  it('hears of the end of an object without finalizers, and is called again when it fails then', async () => {
    const namespace = await samples.namespace('end-fails');
    let failures = 0;
    const states = await recording(namespace, (state) =>
      state === 'gone' && (failures += 1) === 1 ? new Error('on purpose') : undefined,
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    await samples.client.delete(Sample, { namespace, name: 'a' });
    await samples.env.settled();
    expect(states).toEqual(['there', 'gone', 'gone']);
  });

  it('hears of changes while it fails, and after it has given up', async () => {
    const namespace = await samples.namespace('gives-up');
    const key = { namespace, name: 'a' };
    let broken = true;
    const states = await recording(namespace, (state, calls) => {
      if (!broken || state !== 'deleted') return undefined;
      return calls >= 4 ? new TerminalError('no more') : new Error('on purpose');
    });
    await samples.create(namespace, 'a', { metadata: { finalizers: [own] } });
    await samples.env.settled();
    await samples.client.delete(Sample, key);
    await samples.eventually(() => {
      expect(states).toEqual(['there', 'deleted', 'deleted', 'deleted']);
    });
    await samples.env.settled();
    expect(states).toHaveLength(4);
    broken = false;
    await samples.client.patch(Sample, key, mergePatch({ metadata: { annotations: { now: 'yes' } } }));
    await samples.gone(namespace, 'a');
    await samples.env.settled();
    expect(states.at(-1)).toBe('gone');
  });
});
