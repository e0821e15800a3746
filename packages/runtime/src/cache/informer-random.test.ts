import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';

import type { InformerEvent } from './informer-event.js';
import { InformerHarness, configMap } from '../test-support/informer-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

/*
 * Whatever happens to the server and to the connection, in whichever order:
 *  1. When trouble ends, the informer comes to hold exactly what the server holds.
 *  2. What a handler was told adds up to what the informer holds: each object is added, updated any number of times and
 *     deleted, and never updated or deleted before it was added.
 *  3. The states of one object come in the order of their versions, none twice.
 *  4. The old state of an update is the one told before.
 *  5. Once stopped, no timer and no watch is left.
 */

type Step =
  | { do: 'create' | 'change' | 'delete' | 'recreate'; name: string }
  | { do: 'end' | 'cut' | 'compact' | 'expire' | 'fail' | 'bookmark' | 'dropOn' | 'breakLists' | 'mendLists' }
  | { do: 'pass'; ms: number };

const name = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('create' as const, 'change' as const, 'delete' as const, 'recreate' as const),
      name,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'end' as const,
        'cut' as const,
        'compact' as const,
        'expire' as const,
        'fail' as const,
        'bookmark' as const,
        'dropOn' as const,
        'breakLists' as const,
        'mendLists' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  },
);

/** Keeps what a handler is told, and checks it. */
class Ledger {
  readonly versions = new Map<string, number>();
  readonly #highest = new Map<string, number>();

  note(event: InformerEvent): void {
    const { name: key, resourceVersion } = event.meta;
    const version = Number(resourceVersion);
    const known = this.versions.get(key);
    if (event.type === 'add') expect(known).toBeUndefined();
    else expect(known).toBeDefined();
    if (event.type === 'update') expect(Number(event.oldMeta.resourceVersion)).toBe(known);
    if (event.type === 'delete' && event.finalStateUnknown) expect(version).toBe(known);
    else expect(version).toBeGreaterThan(this.#highest.get(key) ?? 0);
    this.#highest.set(key, version);
    if (event.type === 'delete') this.versions.delete(key);
    else this.versions.set(key, version);
  }
}

async function run(steps: readonly Step[], seed: number): Promise<void> {
  const harness = new InformerHarness({ seed, pageSize: 2 });
  const { api, client, clock, informer } = harness;
  const ledger = new Ledger();
  const problems: unknown[] = [];
  informer.addHandler((event) => {
    try {
      ledger.note(event);
    } catch (error) {
      problems.push(error);
    }
  });
  let listsBroken = false;
  api.intercept = (request) =>
    listsBroken && request.path.includes('limit=')
      ? {
          status: 503,
          body: {
            kind: 'Status',
            status: 'Failure',
            code: 503,
            reason: 'ServiceUnavailable',
            message: 'down',
          },
        }
      : undefined;
  let value = 0;
  const ignore = () => undefined;
  await harness.start();
  for (const next of steps) {
    switch (next.do) {
      case 'create':
        await client.create(configMap(next.name, { value: String((value += 1)) })).catch(ignore);
        break;
      case 'change':
        await client
          .patch(ConfigMap, next.name, mergePatch({ data: { value: String((value += 1)) } }))
          .catch(ignore);
        break;
      case 'delete':
        await client.delete(ConfigMap, next.name).catch(ignore);
        break;
      case 'recreate':
        await client.delete(ConfigMap, next.name).catch(ignore);
        await client.create(configMap(next.name, { value: String((value += 1)) })).catch(ignore);
        break;
      case 'end':
        api.endWatches();
        break;
      case 'cut':
        api.cutWatches();
        break;
      case 'compact':
        api.compact();
        break;
      case 'expire':
        api.failWatches(410, 'Expired');
        break;
      case 'fail':
        api.failWatches(500, 'InternalError');
        break;
      case 'bookmark':
        api.sendBookmarks();
        break;
      case 'dropOn':
        // A stream that loses events is a stream that is cut sooner or later; until then it must not carry bookmarks.
        api.dropEvents = true;
        await client
          .patch(ConfigMap, 'a', mergePatch({ data: { value: String((value += 1)) } }))
          .catch(ignore);
        await client.delete(ConfigMap, 'b').catch(ignore);
        api.dropEvents = false;
        api.cutWatches();
        break;
      case 'breakLists':
        listsBroken = true;
        break;
      case 'mendLists':
        listsBroken = false;
        break;
      case 'pass':
        await clock.advance(next.ms);
        break;
    }
    if (value % 2 === 0) await settleMicrotasks();
  }
  listsBroken = false;
  await clock.advance(70_000);
  expect(problems).toEqual([]);
  expect(informer.isIdle()).toBe(true);
  expect(harness.held()).toEqual(harness.served());
  const held = new Map(
    informer.list().map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]),
  );
  expect(Object.fromEntries(ledger.versions)).toEqual(Object.fromEntries(held));
  await harness.stop();
  expect([clock.pending, api.watches]).toEqual([0, 0]);
}

describe('an informer under any sequence of troubles', () => {
  it('ends in agreement with the server, and tells its handlers a consistent story', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer(), run), { numRuns: 150 });
  });
});
