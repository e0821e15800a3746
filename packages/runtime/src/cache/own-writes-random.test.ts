import { ConfigMap } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

/*
 * Two clients write the same few objects, one of them through the manager; the watch tells of it late, in pieces, is cut,
 * expires, and lists are answered late. Whatever the order:
 *  1. A read after a write through the manager shows that state or a newer one, and of a deleted object nothing, or
 *     another uid, until the end.
 *  2. Handlers hear the states of an object in the order of their versions, none twice, and what they heard adds up to
 *     what the cache holds.
 *  3. When trouble ends, the cache holds what the server holds, and nothing is left over.
 */

type Step =
  | { do: 'create' | 'change' | 'delete' | 'finalize' | 'unfinalize'; by: 'own' | 'foreign'; name: string }
  | { do: 'release'; count: number }
  | { do: 'cut' | 'expire' | 'holdList' | 'answerList' | 'bookmark' | 'status' }
  | { do: 'pass'; ms: number };

const name = fc.constantFrom('a', 'b');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'create' as const,
        'change' as const,
        'delete' as const,
        'finalize' as const,
        'unfinalize' as const,
      ),
      by: fc.constantFrom('own' as const, 'own' as const, 'foreign' as const),
      name,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('release' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'cut' as const,
        'expire' as const,
        'holdList' as const,
        'answerList' as const,
        'bookmark' as const,
        'status' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
  },
);

interface Known {
  uid: string;
  version: number;
  gone: boolean;
}

const write = (client: Client, { do: verb, name: key }: { do: string; name: string }, value: string) => {
  switch (verb) {
    case 'create':
      return client.create(configMap(key, { value }));
    case 'change':
      return client.patch(ConfigMap, key, mergePatch({ data: { value } }));
    case 'finalize':
      return client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: ['x'] } }));
    case 'unfinalize':
      return client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
    default:
      return client.delete(ConfigMap, key);
  }
};

async function run(steps: readonly Step[]): Promise<void> {
  const harness = new ManagerHarness();
  const { api, clock, manager } = harness;
  await harness.start();
  const informer = await manager.cache.syncedInformer(ConfigMap);
  const heard = new Map<string, { uid: string; version: number }>();
  const problems: string[] = [];
  informer.addHandler((event) => {
    const { name: key, uid, resourceVersion } = event.meta;
    const version = Number(resourceVersion);
    const before = heard.get(key);
    const fits =
      event.type === 'add'
        ? before === undefined
        : event.type === 'update'
          ? before?.uid === uid && version > before.version
          : before?.uid === uid;
    if (!fits) problems.push(`${event.type} ${key} ${uid} ${version} after ${JSON.stringify(before)}`);
    if (event.type === 'delete') heard.delete(key);
    else heard.set(key, { uid, version });
  });
  const known = new Map<string, Known>();
  const answers: Array<() => void> = [];
  let holdLists = false;
  api.beforeAnswer = ({ path }) =>
    holdLists && path.includes('limit=') ? new Promise((resolve) => answers.push(resolve)) : undefined;
  const answerLists = () => {
    for (const answer of answers.splice(0)) answer();
  };
  const check = async (after: Step) => {
    for (const [key, last] of known) {
      const read = await manager.client.get(ConfigMap, key).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      const isOlder =
        read !== undefined &&
        (read.metadata.uid === last.uid
          ? last.gone || Number(read.metadata.resourceVersion) < last.version
          : Number(read.metadata.resourceVersion) < last.version);
      const live = api.objects('/api/v1/configmaps').get(`default/${key}`);
      const isLost = read === undefined && !last.gone && live?.metadata.uid === last.uid;
      if (isOlder || isLost)
        problems.push(
          `${JSON.stringify(after)}: read ${JSON.stringify(read?.metadata)} after ${JSON.stringify(last)}`,
        );
    }
  };
  api.holdEvents = true;
  let value = 0;
  for (const next of steps) {
    switch (next.do) {
      case 'release':
        api.releaseEvents(next.count);
        break;
      case 'cut':
        api.cutWatches();
        break;
      case 'expire':
        api.compact();
        api.failWatches(410, 'Expired');
        break;
      case 'holdList':
        holdLists = true;
        break;
      case 'answerList':
        answerLists();
        break;
      case 'bookmark':
        // A bookmark never overtakes the changes before it.
        api.releaseEvents();
        api.sendBookmarks();
        break;
      case 'status':
        api.statusOfDeletes = !api.statusOfDeletes;
        break;
      case 'pass':
        await clock.advance(next.ms);
        break;
      default: {
        const live = api.objects('/api/v1/configmaps').get(`default/${next.name}`);
        try {
          const answer = await write(
            next.by === 'own' ? manager.client : harness.client,
            next,
            String((value += 1)),
          );
          if (next.by === 'foreign') break;
          const after = api.objects('/api/v1/configmaps').get(`default/${next.name}`);
          const uid = answer?.metadata.uid ?? live?.metadata.uid ?? '';
          known.set(next.name, {
            uid,
            version: Number(after?.metadata.resourceVersion ?? api.revision),
            gone: after === undefined,
          });
        } catch {
          // Refused: nothing was written.
        }
      }
    }
    if (value % 2 === 0) await settleMicrotasks();
    await check(next);
    if (problems.length > 0) break;
  }
  holdLists = false;
  answerLists();
  api.holdEvents = false;
  api.releaseEvents();
  await clock.advance(70_000);
  expect(problems).toEqual([]);
  const served = [...api.objects('/api/v1/configmaps').values()];
  const versions = (objects: ReadonlyArray<{ metadata: { uid: string; resourceVersion: string } }>) =>
    objects.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).sort();
  expect(versions(informer.list())).toEqual(versions(served));
  expect([...heard.values()].map(({ uid, version }) => `${uid} ${version}`).sort()).toEqual(versions(served));
  await harness.stop();
  expect([clock.pending, api.watches]).toEqual([0, 0]);
}

describe('a cache that is written to and told late', () => {
  it('never goes back behind its own writes, and ends in agreement', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), run), {
      numRuns: 60,
    });
  });
});
