// One replica of the soak's operator, as a process of its own. What it is told and tells goes by IPC; its log, on
// standard output, is kept by the harness.
import { createHash } from 'node:crypto';
import {
  certificatesFromFiles,
  controllerFor,
  createOrUpdate,
  formatKey,
  isAlreadyExists,
  isNotFound,
  patchStatus,
  runOperator,
  setControllerReference,
  webhookFor,
} from 'kubewright';
import type { Client, Clock, Manager, Stored } from 'kubewright';
import { systemClock } from '@kubewright/api';
import { ConfigMap } from 'kubewright/core/v1';
import { Lease } from 'kubewright/coordination/v1';

import { Badge, badgeChild } from './badge.js';
import type { News, Order } from './messages.js';
import { CLEANUP, NAMESPACES, Tally } from './tally.js';
import { CountedTransport } from './transport.js';

const identity = process.env['SOAK_IDENTITY'] ?? '';
const certificates = process.env['SOAK_CERTIFICATES'] ?? '';
/** A witness leads its own namespace, and is never killed. */
const isWitness = process.env['SOAK_WITNESS'] === '1';
const lease = { namespace: NAMESPACES.led, name: 'soak-operator' };

const tell = (news: News) => process.send?.(news);
const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;
const broken = (what: string) => tell({ news: 'broken', what: `${identity}: ${what}` });
process.on('unhandledRejection', (reason) =>
  broken(`unhandled rejection: ${reason instanceof Error ? reason.stack : String(reason)}`),
);
process.on('uncaughtExceptionMonitor', (error) => broken(`uncaught: ${error.stack}`));
// Whoever started this is gone.
process.on('disconnect', () => process.exit());

let wallOffsetMs = 0;
let webhookDelayMs = 0;
const clock: Clock = {
  now: () => systemClock.now() + wallOffsetMs,
  monotonic: () => performance.now(),
  setTimer: (callback, delayMs, options) => systemClock.setTimer(callback, delayMs, options),
};
const connection = await CountedTransport.connect(clock);

/** The term that this replica leads in; what it writes says so. */
let term = 0;

async function readTerm(apiReader: Client): Promise<number> {
  if (isWitness || term > 0) return term;
  const { spec } = await apiReader.get(Lease, lease);
  if (spec?.holderIdentity !== identity) throw new Error('this replica does not lead');
  term = (spec.leaseTransitions ?? 0) + 1;
  return term;
}

const tallies = controllerFor(Tally)
  .owns(ConfigMap)
  .withOptions({ maxConcurrentReconciles: 10 })
  .finalizer(CLEANUP, async (tally, { client }) => {
    const { name, uid, namespace } = tally.metadata;
    const at = { namespace: namespace ?? '' };
    await client.delete(ConfigMap, { ...at, name }).catch(unless(isNotFound));
    const done = ConfigMap({ metadata: { ...at, name: `cleaned-${uid}` }, data: { by: identity } });
    await client.create(done).catch(unless(isAlreadyExists));
    tell({ news: 'cleaned', uid });
  })
  .reconcile(async (tally, { client, apiReader, events }) => {
    const { name, namespace = '', generation } = tally.metadata;
    const by = { by: identity, term: await readTerm(apiReader) };
    const total = String(tally.spec.total);
    const draft = ConfigMap({ metadata: { name, namespace, labels: { tally: 'child' } } });
    const { result } = await createOrUpdate(client, draft, (child) => {
      setControllerReference(tally, child);
      // The term is that of who wrote the total.
      if (child.data?.['total'] !== total) child.data = { total, by: by.by, term: String(by.term) };
    });
    if (result !== 'unchanged')
      events.event(tally, { reason: 'Counted', message: `${name} is at ${total}`, action: 'Count' });
    const { status } = tally;
    if (status?.observedGeneration !== generation || status?.total !== tally.spec.total) {
      await patchStatus(client, tally, { ...by, total: tally.spec.total }, { observedGeneration: true });
    }
  });

const badges = controllerFor(Badge)
  .owns(ConfigMap)
  .reconcile(async (badge, { client }) => {
    const { name, namespace = '' } = badge.metadata;
    await createOrUpdate(client, ConfigMap({ metadata: { name: badgeChild(name), namespace } }), (child) => {
      setControllerReference(badge, child);
      child.data = { text: badge.spec.text };
    });
  });

function unless(expected: (error: unknown) => boolean): (error: unknown) => void {
  return (error) => {
    if (!expected(error)) throw error;
  };
}

/** Runs on every replica: what the cache hands out never goes back. */
const seen = new Map<string, number>();
const churn = controllerFor(ConfigMap, {
  predicates: [(event) => event.object.metadata.namespace === NAMESPACES.churn],
})
  .named('churn')
  .withOptions({ maxConcurrentReconciles: 10, needLeaderElection: false })
  .reconcile((configMap) => {
    const key = formatKey(configMap.metadata);
    const version = Number(configMap.metadata.resourceVersion);
    const before = seen.get(key) ?? 0;
    if (version < before)
      broken(`the cache went back from version ${before} to ${version} of ConfigMap ${key}`);
    seen.set(key, version);
  });

const webhook = webhookFor(Tally)
  .defaulter((tally) => {
    tally.spec.unit ??= 'things';
  })
  .validator({
    update: async (tally, { oldObject, fields }) => {
      await new Promise((resolve) => setTimeout(resolve, webhookDelayMs));
      if (tally.spec.total < oldObject.spec.total)
        fields.invalid('spec.total', tally.spec.total, `must not fall below ${oldObject.spec.total}`);
    },
  });

let manager: Manager | undefined;

async function digest(): Promise<void> {
  const { items } = await (manager as Manager).client.list(ConfigMap, { namespace: NAMESPACES.churn });
  tell({ news: 'digest', objects: items.length, digest: digestOf(items) });
}

function digestOf(items: ReadonlyArray<Stored<ConfigMap>>): string {
  const lines = items.map(({ metadata, data }) => `${metadata.name}=${data?.['sequence']}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

async function sample(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (type: string) => resources.filter((each) => each === type).length;
  tell({
    news: 'sample',
    heapMiB: heapUsed / 2 ** 20,
    rssMiB: rss / 2 ** 20,
    sockets: count('TCPSocketWrap'),
    timers: count('Timeout'),
    ...connection.peak,
    total: connection.total,
  });
  connection.peak = { requests: 0, failures: 0 };
}

process.on('message', (order: Order) => {
  switch (order.order) {
    case 'jump':
      wallOffsetMs += order.ms;
      break;
    case 'webhookDelay':
      webhookDelayMs = order.ms;
      break;
    case 'storm':
      connection.storm(order.share, order.status);
      break;
    case 'sample':
      void sample();
      break;
    case 'digest':
      digest().catch((error: unknown) => broken(`no digest: ${String(error)}`));
  }
});

const ended = runOperator({
  name: 'soak-operator',
  transport: connection.transport,
  clock,
  namespaces: [isWitness ? NAMESPACES.solo : NAMESPACES.led, NAMESPACES.churn],
  controllers: [tallies, badges, churn],
  serverGoneTimeoutMs: 300_000,
  webhooks: {
    handlers: [webhook],
    host: '127.0.0.1',
    port: 0,
    certificates: certificatesFromFiles({ folder: certificates }),
  },
  ...(!isWitness && {
    leaderElection: {
      id: lease.name,
      namespace: lease.namespace,
      identity,
    },
  }),
  setup: (made) => {
    manager = made;
    made
      .whenReady()
      .then(() => tell({ news: 'ready', webhookPort: made.webhooks?.address?.port ?? 0 }))
      .catch(() => undefined);
    if (isWitness) return;
    made.add({
      name: 'tell who leads',
      needLeaderElection: true,
      start: async (signal) => {
        tell({ news: 'leading', at: monotonicMs() });
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        tell({ news: 'following', at: monotonicMs() });
      },
    });
  },
});
tell({ news: 'heeding' });
await ended;
process.disconnect?.();
