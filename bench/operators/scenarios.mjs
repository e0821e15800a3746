// What is measured of an operator. Each scenario gets the server ready, runs the operator, and leaves the server as it
// found it.
import { setTimeout as sleep } from 'node:timers/promises';
import { requestCounts, tenAtATime, writesBetween } from './servers.mjs';
import { startOperator } from './operator-process.mjs';

const APPS = '/apis/bench.example.com/v1/namespaces/default/appservices';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const SERVICES = '/api/v1/namespaces/default/services';
const CONFIG_MAPS = '/api/v1/namespaces/bench/configmaps';

const appService = (name, size = 1) => ({
  apiVersion: 'bench.example.com/v1',
  kind: 'AppService',
  metadata: { name, labels: { team: 'bench' } },
  spec: { size, image: 'nginx:1.27.3', port: 8080 },
});

const configMap = (index, revision = 0) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `config-${index}`, labels: { bench: 'true' } },
  data: { revision: String(revision), text: 'x'.repeat(2048) },
});

export async function createAppServices(server, count) {
  await tenAtATime(count, (i) => server.text('POST', APPS, appService(`app-${i}`)));
}

export async function deleteAppServices(server) {
  for (const path of [APPS, DEPLOYMENTS, `${SERVICES}?labelSelector=app`]) {
    await server.text('DELETE', path, { propagationPolicy: 'Background' });
  }
}

/** A namespace with `count` ConfigMaps of 2 KiB. */
export async function fillConfigMaps(server, count) {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'bench' } };
  await server.text('POST', '/api/v1/namespaces', namespace).catch(() => undefined);
  await tenAtATime(count, (i) => server.text('POST', CONFIG_MAPS, configMap(i)));
}

/** From nothing but `count` AppServices to everything written; on the converged state, to everything looked at. */
export async function converge(server, operator, count) {
  const before = await requestCounts(server);
  const running = startOperator(operator('appservices', count));
  try {
    const ms = await running.told('all');
    const cost = { cpuMs: running.cpuMs(), rssMiB: running.peakRssMiB() };
    // What comes after the last first reconcile: events of the operator's own writes.
    await sleep(1000);
    return { ms, ...cost, ...writesBetween(before, await requestCounts(server)) };
  } finally {
    await running.stop();
  }
}

/** The cache of 20,000 ConfigMaps filled. */
export async function cache(_server, operator) {
  const running = startOperator(operator('cache', 0));
  try {
    const ms = await running.told('synced');
    await sleep(500);
    return { ms, cpuMs: running.cpuMs(), rssMiB: running.rssMiB(), peakRssMiB: running.peakRssMiB() };
  } finally {
    await running.stop();
  }
}

/** `changes` changes of a spec, one after the other, each until the child shows it. */
export async function latency(server, operator, { apps, changes }) {
  const running = startOperator(operator('appservices', apps));
  const waiting = new Map();
  const stopWatch = await server.watch(`${DEPLOYMENTS}?watch=true`, ({ object }) => {
    waiting.get(`${object.metadata.name} ${object.spec.replicas}`)?.();
  });
  try {
    await running.told('all');
    const times = [];
    for (let i = 0; i < changes; i++) {
      const name = `app-${i % apps}`;
      const size = 2 + i;
      const seen = new Promise((resolve) => waiting.set(`${name} ${size}`, () => resolve(performance.now())));
      const startedAt = performance.now();
      await server.text('PATCH', `${APPS}/${name}`, { spec: { size } }, 'application/merge-patch+json');
      times.push((await seen) - startedAt);
    }
    times.sort((a, b) => a - b);
    return { p50Ms: times[Math.floor(times.length / 2)], p99Ms: times[Math.floor(times.length * 0.99)] };
  } finally {
    stopWatch();
    await running.stop();
  }
}

/** From the start of the process to the end of its first reconcile, with one object there. */
export async function start(_server, operator) {
  const running = startOperator(operator('appservices', 1));
  try {
    const ms = await running.told('first');
    return { ms, rssMiB: running.rssMiB() };
  } finally {
    await running.stop();
  }
}

/** Nothing to do for `seconds`. */
export async function idle(_server, operator, seconds) {
  const running = startOperator(operator('appservices', 1));
  try {
    await running.told('all');
    await sleep(3000);
    const before = running.cpuMs();
    await sleep(seconds * 1000);
    return { cpuPercent: (running.cpuMs() - before) / seconds / 10, rssMiB: running.rssMiB() };
  } finally {
    await running.stop();
  }
}

/** 50 updates a second over the ConfigMaps that are there, for `seconds`. */
export async function churn(server, operator, { objects, seconds }) {
  const running = startOperator(operator('configmaps', objects));
  try {
    await running.told('all');
    const before = running.cpuMs();
    const startedAt = performance.now();
    const updates = seconds * 50;
    const pending = [];
    for (let i = 0; i < updates; i++) {
      const wait = startedAt + i * 20 - performance.now();
      if (wait > 1) await sleep(wait);
      const index = (i * 7919) % objects;
      pending.push(
        server.text('PUT', `${CONFIG_MAPS}/config-${index}`, configMap(index, `${startedAt}-${i}`)),
      );
      if (pending.length > 100) await Promise.all(pending.splice(0));
    }
    await Promise.all(pending);
    return { cpuMs: running.cpuMs() - before, rssMiB: running.rssMiB() };
  } finally {
    await running.stop();
  }
}
