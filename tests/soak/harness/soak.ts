import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, createHttpTransport, listItems, loadKubeconfig } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { ConfigMap } from '@kubewright/api/core/v1';
import { formatKubeconfig } from '@kubewright/control-plane';
import { startFaultProxy } from '@kubewright/testing';

import { bundleOperator } from '../../../tools/bundle-operator.mjs';
import type { Sample } from '../operator/messages.js';
import { NAMESPACES, Tally } from '../operator/tally.js';
import { Badges } from './badges.js';
import { startBalancer } from './balancer.js';
import { wreakHavoc } from './chaos.js';
import { install } from './cluster.js';
import { writeCertificates } from './certificates.js';
import { Journal } from './journal.js';
import { randomFrom } from './random.js';
import { Replica } from './replica.js';
import { Replicas } from './replicas.js';
import { startServer } from './server.js';
import type { SoakServer, SoakTarget } from './server.js';
import { monotonicMs, sleep, within } from './time.js';
import { Workload } from './workload.js';

export interface SoakOptions {
  target: SoakTarget;
  minutes: number;
  seed: number;
  tallies: number;
  configMaps: number;
  /** Of ConfigMaps, a second. */
  updates: number;
  say: (what: string) => void;
}

/** A sample of the replica that lived all the time. */
export interface TimedSample extends Sample {
  /** Since the faults began. */
  seconds: number;
}

/** What was seen; the suite judges it. */
export interface SoakRecord {
  /** Where the logs of the replicas are. */
  folder: string;
  faults: Map<string, number>;
  journal: Journal;
  replicas: Replicas;
  workload: Workload;
  samples: TimedSample[];
  /** By replica that ran at the time: a sample before the faults, and one when all had settled. */
  before: Map<string, Sample>;
  after: Map<string, Sample>;
  /** What was not as it should be when all had had time to settle. */
  unsettled: string[];
  /** By replica: whether its cache is what the server has. */
  caches: Map<string, boolean>;
  settledMs: number;
}

const SETTLE_MS = 300_000;
const SAMPLE_MS = 10_000;

/** Starts all, lets the faults happen, waits until all has settled, and stops all. */
export async function soak(options: SoakOptions): Promise<SoakRecord> {
  const ends: Array<() => Promise<unknown>> = [];
  try {
    return await run(options, (end) => ends.push(end));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function run(options: SoakOptions, defer: (end: () => Promise<unknown>) => void): Promise<SoakRecord> {
  const { target, minutes, seed, say } = options;
  const next = randomFrom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-soak-'));
  const bundle = await bundleOperator({ entry: 'tests/soak/operator/main.ts', folder });
  const server = await startServer[target]();
  defer(() => server.stop());
  const proxy = await startFaultProxy({ target: server.url });
  defer(() => proxy.stop());
  const ownKubeconfig = path.join(folder, 'kubeconfig-direct');
  await writeFile(ownKubeconfig, kubeconfigOf(server, server.url), { mode: 0o600 });
  const config = await loadKubeconfig({ path: ownKubeconfig });
  const faulty = createHttpTransport(proxy.through(config), { headersTimeoutMs: 20_000 });
  defer(() => faulty.close());
  const direct = createHttpTransport(config);
  defer(() => direct.close());
  const client = createClient({ transport: direct });
  const balancer = await startBalancer();
  defer(() => balancer.stop());

  const certificates = await writeCertificates(folder);
  await install(client, { url: balancer.url, caBundle: certificates.caBundle });
  const badges = new Badges(client);
  await badges.install();
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, kubeconfigOf(server, proxy.url), { mode: 0o600 });

  const workload = new Workload({ ...options, faulty, direct, next });
  say(`making ${options.configMaps} ConfigMaps; the logs are in ${folder}`);
  await workload.prepare();
  const journal = new Journal();
  await journal.start(server.followChanges);
  defer(async () => journal.stop());

  const replicas = new Replicas({
    make: ({ identity, witness, onNews }) =>
      new Replica({
        bundle,
        folder,
        identity,
        witness,
        onNews,
        env: { KUBECONFIG: kubeconfig, SOAK_CERTIFICATES: certificates.folder },
      }),
  });
  balancer.ports = () => replicas.running.flatMap(({ webhookPort }) => webhookPort ?? []);
  replicas.start();
  defer(() => replicas.stop());
  if (!(await replicas.settled(240_000)))
    throw new Error(`the replicas were not ready after 240 s: see ${folder}; ${replicas.broken.join('; ')}`);
  await workload.createTallies();
  workload.start();
  await sleep(5000);

  const samples: TimedSample[] = [];
  const before = await sampleAll(replicas);
  const startedAt = monotonicMs();
  const untilMs = startedAt + minutes * 60_000;
  const sampling = new AbortController();
  const first = before.get(replicas.witness.identity);
  if (first !== undefined) samples.push({ ...first, seconds: 0 });
  const sampled = sampleWitness({ replicas, samples, startedAt, signal: sampling.signal });
  const faults = await wreakHavoc({ server, proxy, replicas, badges, next, say }, untilMs);
  say('the faults are over; waiting until all has settled');
  await workload.stop();
  const stoppedAt = monotonicMs();
  let unsettled: string[] = [];
  await within(SETTLE_MS, async () => {
    unsettled = [...(await differences(client, { replicas, workload })), ...(await badges.differences())];
    return unsettled.length === 0 ? true : undefined;
  });
  const settledMs = monotonicMs() - stoppedAt;
  say(`settled after ${(settledMs / 1000).toFixed(1)} s`);
  const caches = await compareCaches(client, replicas);
  sampling.abort();
  await sampled;
  const after = await sampleAll(replicas);
  await replicas.stop();
  journal.stop();
  return {
    folder,
    faults,
    journal,
    replicas,
    workload,
    samples,
    before,
    after,
    unsettled,
    caches,
    settledMs,
  };
}

/** What is not yet as the specs and the writers have it. */
async function differences(
  client: Client,
  { replicas, workload }: { replicas: Replicas; workload: Workload },
): Promise<string[]> {
  const found: string[] = [];
  if (!(await replicas.settled(0))) found.push('not all replicas are ready, or none leads');
  for (const namespace of [NAMESPACES.led, NAMESPACES.solo]) {
    const children = new Map<string, string | undefined>();
    for await (const { metadata, data } of listItems(client, ConfigMap, { namespace }))
      children.set(metadata.name, data?.['total']);
    for await (const { metadata, spec, status } of listItems(client, Tally, { namespace })) {
      const { name, generation, deletionTimestamp } = metadata;
      const place = `${namespace}/${name}`;
      if (deletionTimestamp !== undefined) found.push(`${place} is still being deleted`);
      else if (children.get(name) !== String(spec.total))
        found.push(`${place} is at ${spec.total}, its child at ${children.get(name)}`);
      if (status?.observedGeneration !== generation || status?.total !== spec.total)
        found.push(`${place} has generation ${generation}, its status ${status?.observedGeneration}`);
      for (const [writer, acknowledged] of workload.acknowledged.entries()) {
        const counted = spec.writers[`w${writer}`] ?? 0;
        const wanted = acknowledged.get(place) ?? 0;
        if (counted !== wanted)
          found.push(`writer ${writer} has counted ${wanted} on ${place}, which says ${counted}`);
      }
    }
  }
  return found;
}

async function compareCaches(client: Client, replicas: Replicas): Promise<Map<string, boolean>> {
  const lines: string[] = [];
  for await (const { metadata, data } of listItems(client, ConfigMap, { namespace: NAMESPACES.churn }))
    lines.push(`${metadata.name}=${data?.['sequence']}`);
  const wanted = createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  const result = new Map<string, boolean>();
  for (const replica of replicas.running) {
    // The last of the events may be on the way.
    const same = await within(60_000, async () => {
      const answer = await replica.ask({ order: 'digest' });
      return answer?.digest === wanted ? true : undefined;
    });
    result.set(replica.identity, same === true);
  }
  return result;
}

async function sampleAll(replicas: Replicas): Promise<Map<string, Sample>> {
  const found = new Map<string, Sample>();
  for (const replica of replicas.running) {
    const sample = await replica.ask({ order: 'sample' });
    if (sample !== undefined) found.set(replica.identity, sample);
  }
  return found;
}

async function sampleWitness(options: {
  replicas: Replicas;
  samples: TimedSample[];
  startedAt: number;
  signal: AbortSignal;
}): Promise<void> {
  const { replicas, samples, startedAt, signal } = options;
  while (!signal.aborted) {
    const sample = await replicas.witness.ask({ order: 'sample' });
    if (sample !== undefined) samples.push({ ...sample, seconds: (monotonicMs() - startedAt) / 1000 });
    await within(SAMPLE_MS, () => (signal.aborted ? true : undefined));
  }
}

function kubeconfigOf({ caCertificatePem, token }: SoakServer, url: string): string {
  return formatKubeconfig({ url, caCertificate: caCertificatePem, token, namespace: NAMESPACES.led });
}
