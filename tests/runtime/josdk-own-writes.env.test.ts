import { findStatusCondition, setControllerReference } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap } from '@kubewright/api/core/v1';
import { isConflict, jsonPatch, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import {
  TerminalError,
  controllerFor,
  createOrUpdate,
  generationChanged,
  labelChanged,
  or,
  patchStatus,
  requeueAfter,
  updateStatus,
} from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';
import { Gate, Sample, Samples, sampleController } from './samples.js';

/* Situations of the Java Operator SDK's integration tests: what an operator writes itself, and what others write meanwhile. */

const samples = new Samples();

const configMap = (sample: Stored<Sample>, data: Record<string, string>): ConfigMap => {
  const { namespace = '', name } = sample.metadata;
  const draft = ConfigMap({ metadata: { namespace, name }, data });
  setControllerReference(sample, draft);
  return draft;
};

describe('an operator that writes the object it reconciles', () => {
  const wanted = { spec: { value: 'wanted' } };
  const bare = ({ metadata: { namespace = '', name } }: Stored<Sample>) => ({ namespace, name });
  const writes: Record<string, (client: Client, sample: Stored<Sample>) => Promise<unknown>> = {
    apply: (client, sample) => client.apply(Sample({ metadata: bare(sample), ...wanted }), { force: true }),
    update: (client, sample) => client.update({ ...sample, ...wanted }),
    'a JSON patch': (client, sample) =>
      client.patch(
        Sample,
        sample.metadata,
        jsonPatch([{ op: 'replace', path: '/spec/value', value: 'wanted' }]),
      ),
    'a merge patch': (client, sample) => client.patch(Sample, sample.metadata, mergePatch(wanted)),
  };
  const statusWrites: typeof writes = {
    apply: (client, sample) =>
      client.status.apply(Sample({ metadata: bare(sample), spec: {}, status: { value: 'wanted' } })),
    update: (client, sample) => client.status.update({ ...sample, status: { value: 'wanted' } }),
    'a JSON patch': (client, sample) =>
      client.status.patch(
        Sample,
        sample.metadata,
        jsonPatch([{ op: 'add', path: '/status', value: { value: 'wanted' } }]),
      ),
    'a merge patch': (client, sample) =>
      client.status.patch(Sample, sample.metadata, mergePatch({ status: { value: 'wanted' } })),
    updateStatus: (client, sample) => updateStatus(client, sample, { value: 'wanted' }),
  };

  /** Writes in every run, and hears of every event. */
  async function converge(name: string, write: (client: Client, sample: Stored<Sample>) => Promise<unknown>) {
    const namespace = await samples.namespace(name.toLowerCase().replaceAll(' ', '-'));
    let runs = 0;
    const stale: unknown[] = [];
    await samples.start(
      sampleController(namespace).reconcile(async (sample, { client, request }) => {
        runs += 1;
        await write(client, sample);
        const read = await client.get(Sample, request);
        if (read.spec['value'] !== 'wanted' && read.status?.['value'] !== 'wanted') stale.push(read);
      }),
    );
    await samples.create(namespace, 'a', { spec: { value: 'initial', other: 'kept' } });
    await samples.env.settled();
    expect([runs <= 2, stale]).toEqual([true, []]);
    return samples.client.get(Sample, { namespace, name: 'a' });
  }

  it.each(Object.keys(writes))('by %s reads it at once, and is done after one more run', async (name) => {
    const sample = await converge(`spec by ${name}`, writes[name] as (typeof writes)[string]);
    expect(sample.spec['value']).toBe('wanted');
  });

  it.each(Object.keys(statusWrites))('in its status by %s does so too', async (name) => {
    const sample = await converge(`status by ${name}`, statusWrites[name] as (typeof writes)[string]);
    expect(sample).toMatchObject({ spec: { value: 'initial', other: 'kept' }, status: { value: 'wanted' } });
  });

  it('in its metadata leaves alone what the patch does not name', async () => {
    const sample = await converge('metadata-alone', async (client, { metadata }) => {
      await client.patch(Sample, metadata, mergePatch({ metadata: { labels: { seen: 'yes' } }, ...wanted }));
    });
    expect(sample).toMatchObject({ metadata: { labels: { seen: 'yes' } }, spec: { other: 'kept' } });
  });

  it('in metadata and status runs once where it reconciles new generations alone', async () => {
    const namespace = await samples.namespace('generations');
    let runs = 0;
    await samples.start(
      sampleController(namespace)
        .withPredicates(generationChanged)
        .reconcile(async (sample, { client }) => {
          runs += 1;
          const drop = sample.metadata.annotations?.['drop'] !== undefined;
          const annotations = drop ? { drop: null } : { added: 'yes' };
          const patched = await client.patch(
            Sample,
            sample.metadata,
            mergePatch({ metadata: { annotations } }),
          );
          await updateStatus(client, patched, { state: 'success' }, { observedGeneration: true });
        }),
    );
    await samples.create(namespace, 'adds');
    await samples.env.settled();
    await samples.create(namespace, 'drops', { metadata: { annotations: { drop: 'me', kept: 'yes' } } });
    await samples.env.settled();
    expect(runs).toBe(2);
    const [adds, drops] = [await samples.find(namespace, 'adds'), await samples.find(namespace, 'drops')];
    expect([adds?.metadata.annotations, drops?.metadata.annotations]).toEqual([
      { added: 'yes' },
      { kept: 'yes' },
    ]);
    await samples.client.patch(
      Sample,
      { namespace, name: 'adds' },
      mergePatch({ spec: { value: 'changed' } }),
    );
    await samples.env.settled();
    expect(runs).toBe(3);
    const status = { state: 'success', observedGeneration: 2 };
    expect(await samples.find(namespace, 'adds')).toMatchObject({ metadata: { generation: 2 }, status });
  });
});

describe('an operator that writes what it owns', () => {
  const data = { value: 'applied' };
  const writes: Record<string, (client: Client, sample: Stored<Sample>, map: Stored<ConfigMap>) => unknown> =
    {
      'create alone': () => undefined,
      apply: (client, sample) => client.apply(configMap(sample, data), { force: true }),
      update: (client, _sample, map) => client.update({ ...map, data }),
      'a JSON patch': (client, _sample, { metadata }) =>
        client.patch(
          ConfigMap,
          metadata,
          jsonPatch([{ op: 'replace', path: '/data/value', value: 'applied' }]),
        ),
      'a merge patch': (client, _sample, { metadata }) =>
        client.patch(ConfigMap, metadata, mergePatch({ data })),
    };

  it.each(Object.keys(writes))('by %s reads it at once, and is done after one more run', async (name) => {
    const namespace = await samples.namespace(`owned-${name.toLowerCase().replaceAll(' ', '-')}`);
    const expected = name === 'create alone' ? 'created' : 'applied';
    let runs = 0;
    const stale: unknown[] = [];
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .reconcile(async (sample, { client, request }) => {
          runs += 1;
          const draft = configMap(sample, { value: 'created' });
          const { object } = await createOrUpdate(client, draft, () => undefined);
          await writes[name]?.(client, sample, object);
          const read = await client.get(ConfigMap, request);
          if (read.data?.['value'] !== expected) stale.push(read.data);
        }),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    expect([runs <= 2, stale]).toEqual([true, []]);
    const map = await samples.client.get(ConfigMap, { namespace, name: 'a' });
    expect(map.data).toEqual({ value: expected });
  });

  it('several times in a run has one more run at most', async () => {
    const namespace = await samples.namespace('owned-often');
    let runs = 0;
    await samples.start(
      sampleController(namespace)
        .withPredicates(generationChanged)
        .owns(ConfigMap)
        .reconcile(async (sample, { client }) => {
          runs += 1;
          if (runs > 1) return;
          for (let iteration = 1; iteration <= 5; iteration += 1) {
            await client.apply(configMap(sample, { iteration: `${iteration}` }));
          }
        }),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    const { data } = await samples.client.get(ConfigMap, { namespace, name: 'a' });
    expect([data, runs <= 2]).toEqual([{ iteration: '5' }, true]);
  });

  it('does not run for its own writes where a predicate knows what it would write', async () => {
    const namespace = await samples.namespace('owned-known');
    let runs = 0;
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap, {
          predicates: [
            ({ type, object }) => type === 'delete' || object.data?.['value'] !== object.data?.['wanted'],
          ],
        })
        .reconcile(async (sample, { client }) => {
          runs += 1;
          const value = `${sample.spec['value']}`;
          await createOrUpdate(client, configMap(sample, {}), (map) => {
            map.data = { value, wanted: value };
          });
        }),
    );
    const key = { namespace, name: 'a' };
    await samples.create(namespace, 'a', { spec: { value: '1' } });
    await samples.env.settled();
    await samples.client.patch(Sample, key, mergePatch({ spec: { value: '2' } }));
    await samples.env.settled();
    expect(runs).toBe(2);
    await samples.client.patch(ConfigMap, key, mergePatch({ data: { value: 'else' } }));
    await samples.env.settled();
    expect((await samples.client.get(ConfigMap, key)).data?.['value']).toBe('2');
    expect(runs).toBe(3);
  });
});

describe('a run', () => {
  it('never sees a state before the one that the run before it wrote', async () => {
    const namespace = await samples.namespace('monotonic');
    const written = new Map<string, number>();
    const stale: string[] = [];
    await samples.start(
      sampleController(namespace)
        .withOptions({ maxConcurrentReconciles: 8 })
        .reconcile(async (sample, { client, request }) => {
          const { name } = request;
          const counter = (sample.status?.['counter'] as number | undefined) ?? 0;
          if (counter !== (written.get(name) ?? 0)) stale.push(`${name} begins at ${counter}`);
          if (counter === 5) return undefined;
          await patchStatus(client, sample, { counter: counter + 1 });
          written.set(name, counter + 1);
          const read = await client.get(Sample, request);
          if (read.status?.['counter'] !== counter + 1)
            stale.push(`${name} reads ${read.status?.['counter']}`);
          return requeueAfter(1);
        }),
    );
    const names = Array.from({ length: 16 }, (_, number) => `sample-${number}`);
    await Promise.all(names.map((name) => samples.create(namespace, name)));
    await samples.eventually(() => {
      expect([...written.values()]).toEqual(names.map(() => 5));
    });
    expect(stale).toEqual([]);
  });

  /** A run that has read its object and waits, before it writes the status. */
  async function waitingRun(namespace: string) {
    const gate = new Gate();
    const seen: Array<Stored<Sample>> = [];
    const errors: unknown[] = [];
    await samples.start(
      sampleController(namespace)
        .withPredicates(or(generationChanged, labelChanged))
        .reconcile(async (sample, { client }) => {
          seen.push(sample);
          await gate.pass();
          await updateStatus(client, sample, { value: 1 }).catch((error: unknown) => errors.push(error));
        }),
    );
    await samples.create(namespace, 'a', { spec: { value: 'initial' } });
    await gate.reached;
    return { gate, seen, errors, key: { namespace, name: 'a' } };
  }

  it.each([
    ['the spec', { spec: { value: 'changed' } }],
    ['a label', { metadata: { labels: { by: 'somebody' } } }],
  ])(
    'that writes the status while somebody changes %s is followed by one that sees it',
    async (what, change) => {
      const namespace = await samples.namespace(`changed-${what.slice(-4).trim()}`);
      const { gate, seen, errors, key } = await waitingRun(namespace);
      await samples.client.patch(Sample, key, mergePatch(change));
      gate.open();
      await samples.env.settled();
      expect(seen).toHaveLength(2);
      expect(seen[1]).toMatchObject(change);
      expect(errors).toEqual([]);
      expect(await samples.client.get(Sample, key)).toMatchObject({ ...change, status: { value: 1 } });
    },
  );

  it('that writes the status is no conflict with an annotation that came meanwhile, and no reason for another', async () => {
    const namespace = await samples.namespace('no-lock');
    const { gate, seen, errors, key } = await waitingRun(namespace);
    const annotations = { key: 'value' };
    await samples.client.patch(Sample, key, mergePatch({ metadata: { annotations } }));
    gate.open();
    await samples.env.settled();
    expect([seen.length, errors]).toEqual([1, []]);
    const metadata = { annotations, generation: 1 };
    expect(await samples.client.get(Sample, key)).toMatchObject({ metadata, status: { value: 1 } });
  });

  it('that writes what it owns while somebody labels it is followed by one that sees the label', async () => {
    const namespace = await samples.namespace('owned-labelled');
    const gate = new Gate();
    const labels: unknown[] = [];
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .reconcile(async (sample, { client, request }) => {
          if (labels.length === 0) await client.apply(configMap(sample, { step: 'first' }));
          labels.push((await client.get(ConfigMap, request)).metadata.labels);
          await gate.pass();
          if (labels.length === 1) await client.apply(configMap(sample, { step: 'second' }));
        }),
    );
    await samples.create(namespace, 'a');
    await gate.reached;
    const key = { namespace, name: 'a' };
    await samples.client.patch(ConfigMap, key, mergePatch({ metadata: { labels: { by: 'somebody' } } }));
    gate.open();
    await samples.eventually(() => {
      expect(labels.at(-1)).toEqual({ by: 'somebody' });
    });
    expect(labels[0]).toBeUndefined();
  });

  it('can leave the writing to the next one, where it sees that there will be one', async () => {
    const namespace = await samples.namespace('imminent');
    const gate = new Gate();
    let runs = 0;
    await samples.start(
      sampleController(namespace).reconcile(async (sample, { client, request }) => {
        runs += 1;
        await gate.pass();
        const { resourceVersion } = (await client.get(Sample, request)).metadata;
        if (resourceVersion !== sample.metadata.resourceVersion || sample.status !== undefined) return;
        await patchStatus(client, sample, { writtenBy: runs });
      }),
    );
    await samples.create(namespace, 'a');
    await gate.reached;
    const key = { namespace, name: 'a' };
    await samples.client.patch(Sample, key, mergePatch({ metadata: { annotations: { trigger: '1' } } }));
    const manager = samples.manager;
    await samples.eventually(async () => {
      expect((await manager.client.get(Sample, key)).metadata.annotations).toEqual({ trigger: '1' });
    });
    gate.open();
    await samples.eventually(async () => {
      expect((await samples.find(namespace, 'a'))?.status).toEqual({ writtenBy: 2 });
    });
  });
});

describe('a status', () => {
  it('tells of each failure, and of the last', async () => {
    const namespace = await samples.namespace('error-status');
    const key = { namespace, name: 'a' };
    let attempts = 0;
    await samples.start(
      sampleController(namespace)
        .withPredicates(generationChanged)
        .reconcile(async (sample, { client }) => {
          attempts += 1;
          const error = new Error(`attempt ${attempts}`);
          await updateStatus(client, sample, ({ messages = [] }) => ({
            messages: [...(messages as string[]), error.message],
          }));
          throw attempts < 4 ? error : new TerminalError('no more', { cause: error });
        }),
    );
    await samples.create(namespace, 'a');
    await samples.eventually(async () => {
      const { status } = await samples.client.get(Sample, key);
      expect(status?.['messages']).toEqual(['attempt 1', 'attempt 2', 'attempt 3', 'attempt 4']);
    });
    await samples.env.settled();
    expect(attempts).toBe(4);
  });

  it('of a built-in kind takes a condition of an operator beside those of the system', async () => {
    const namespace = await samples.namespace('deployment-status');
    const key = { namespace, name: 'a' };
    const message = 'reconciled by a test';
    await samples.start(
      controllerFor(Deployment)
        .withPredicates((event) => event.meta.namespace === namespace)
        .reconcile(async (deployment, { client }) => {
          const conditions = deployment.status?.conditions ?? [];
          if (conditions.some((condition) => condition.message === message)) return;
          const own = { type: 'Reconciled', status: 'True', message };
          await patchStatus(
            client,
            deployment,
            { conditions: [...conditions, own] },
            { optimisticLock: true },
          );
        }),
    );
    const labels = { app: 'a' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    await samples.client.create(Deployment({ metadata: key, spec }));
    await samples.eventually(async () => {
      const { status } = await samples.client.get(Deployment, key);
      const own = status?.conditions?.filter((condition) => condition.message === message);
      expect([status?.readyReplicas, own?.length]).toEqual([1, 1]);
      expect(findStatusCondition(status?.conditions as never, 'Available')?.status).toBe('True');
    });
  });

  it('loses a field that is not named any more, which an apply after other writes does not take away', async () => {
    const namespace = await samples.namespace('migration');
    const { metadata } = await samples.create(namespace, 'a');
    const key = { namespace, name: metadata.name };
    const fieldManager = 'operator';
    const status = async () => (await samples.client.get(Sample, key)).status;
    const apply = (next: object) =>
      samples.client.status.apply(Sample({ metadata: key, spec: {}, status: { ...next } }), { fieldManager });
    const written = await updateStatus(
      samples.client,
      await samples.client.get(Sample, key),
      {
        message: 'hello',
        value: 1,
      },
      { fieldManager },
    );
    // Kubernetes keeps what the update of the same manager owns (kubernetes/kubernetes#99003).
    await apply({ message: 'hello', value: 1 });
    await apply({ value: 1 });
    expect(await status()).toEqual({ message: 'hello', value: 1 });
    // Which is got rid of with the entry of the update.
    await apply({ message: 'hello', value: 1 });
    const current = await samples.client.get(Sample, key);
    const managedFields = (current.metadata.managedFields ?? []).filter(
      ({ operation }) => operation === 'Apply',
    );
    await samples.client.update({ ...current, metadata: { ...current.metadata, managedFields } });
    await apply({ value: 3 });
    expect(await status()).toEqual({ value: 3 });
    expect(written.status).toEqual({ message: 'hello', value: 1 });
    // updateStatus needs none of that.
    const before = await updateStatus(samples.client, await samples.client.get(Sample, key), {
      message: 'x',
      value: 4,
    });
    await updateStatus(samples.client, before, { value: 5 });
    expect(await status()).toEqual({ value: 5 });
  });

  it('is written over what came meanwhile, or not, as the operator wants', async () => {
    const namespace = await samples.namespace('locking');
    const old = await samples.create(namespace, 'a');
    await samples.client.patch(
      Sample,
      old.metadata,
      mergePatch({ metadata: { annotations: { key: 'value' } } }),
    );
    await updateStatus(samples.client, old, { value: 1 });
    const locked = updateStatus(samples.client, old, { value: 2 }, { optimisticLock: true });
    await expect(locked).rejects.toSatisfy(isConflict);
    await expect(samples.client.status.update({ ...old, status: { value: 3 } })).rejects.toSatisfy(
      isConflict,
    );
    expect((await samples.find(namespace, 'a'))?.status).toEqual({ value: 1 });
  });
});
