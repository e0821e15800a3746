// The operators of bench/operator (kubewright, bundled into one file as it would be deployed) and
// bench/peers/controller-runtime, alternating against the same real kube-apiserver; prints a table of bench/README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleOperator } from '../../tools/bundle-operator.mjs';
import { buildKubernetes } from '../../tools/kubernetes/build.mjs';
import { assetsFolder } from '../../tools/kubernetes/assets.mjs';
import { median } from '../measure.mjs';
import * as scenarios from './scenarios.mjs';
import { startServer } from './servers.mjs';

/** What the issue of each scenario is: `[key, what, unit, goal as a ratio]` of what it returns. */
const TABLE = [
  ['converge', 'ms', 'converge: 1,000 AppServices, time', 's', 0.95],
  ['converge', 'cpuMs', 'converge, CPU of the operator', 's', 1],
  ['converge', 'rssMiB', 'converge, peak RSS', 'MiB', 1.5],
  ['converge', 'writes', 'converge, writes (3,000 needed)', '', undefined],
  ['converge', 'refused', 'converge, writes refused', '', undefined],
  ['restart', 'ms', 'restart on the converged state, time', 's', 1],
  ['restart', 'cpuMs', 'restart, CPU', 's', 1],
  ['restart', 'writes', 'restart, writes', '', undefined],
  ['cache', 'ms', 'cache: 20,000 ConfigMaps of 2 KiB, time', 's', undefined],
  ['cache', 'rssMiB', 'cache, RSS', 'MiB', 0.8],
  ['cache', 'peakRssMiB', 'cache, peak RSS', 'MiB', undefined],
  ['cache', 'cpuMs', 'cache, CPU', 's', undefined],
  ['latency', 'p50Ms', 'latency of 200 spec changes, p50', 'ms', 1],
  ['latency', 'p99Ms', 'latency, p99', 'ms', 1],
  ['start', 'ms', 'start: process start to first reconcile', 's', 0.8],
  ['start', 'rssMiB', 'start, RSS', 'MiB', undefined],
  ['churn', 'cpuMs', 'churn: 50 updates a second over 10,000 objects, 60 s, CPU', 's', 1],
  ['churn', 'rssMiB', 'churn, RSS', 'MiB', undefined],
  ['idle', 'cpuPercent', 'idle, share of a core', '%', undefined],
  ['idle', 'rssMiB', 'idle, RSS', 'MiB', undefined],
];

const FULL = {
  rounds: 5,
  apps: 1000,
  changes: 200,
  configMaps: 20_000,
  churned: 10_000,
  seconds: 60,
  idle: 30,
};
const QUICK = { rounds: 1, apps: 200, changes: 40, configMaps: 4000, churned: 2000, seconds: 5, idle: 5 };

/** `only`: names of scenarios; by default all. */
export async function benchOperators({ quick = false, only, rounds }) {
  const settings = { ...(quick ? QUICK : FULL), ...(rounds !== undefined && { rounds }) };
  await buildKubernetes(['etcd', 'kube-apiserver', 'bench-peer']);
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-bench-'));
  const wanted = (name) => only === undefined || only.includes(name);
  const results = { kubewright: {}, peer: {} };
  let server;
  try {
    const bundle = await bundleOperator({ entry: 'bench/operator/main.ts', folder, minify: true });
    server = await startServer();
    const { kubeconfig } = server;
    const operators = {
      kubewright: (mode, expect) => ({
        command: process.execPath,
        // As an image of `kubewright build` starts it: the young generation stays small.
        args: ['--max-semi-space-size=4', bundle, '--kubeconfig', kubeconfig],
        env: { BENCH_MODE: mode, BENCH_EXPECT: String(expect), NODE_ENV: 'production' },
      }),
      peer: (mode, expect) => ({
        command: path.join(assetsFolder(), 'bench-peer'),
        args: ['--kubeconfig', kubeconfig, '--mode', mode, '--expect', String(expect)],
      }),
    };
    const run = async (name, round, measure) => {
      if (!wanted(name)) return;
      // Who goes first changes from round to round.
      const order = round % 2 === 0 ? ['peer', 'kubewright'] : ['kubewright', 'peer'];
      for (const who of order) {
        const figures = await measure(operators[who]);
        console.error(`round ${round + 1}: ${name}, ${who}: ${JSON.stringify(figures, rounded)}`);
        (results[who][name] ??= []).push(figures);
      }
    };

    await scenarios.fillConfigMaps(server, wanted('churn') ? settings.churned : 0);
    for (let round = 0; round < settings.rounds; round++) {
      const { churned: objects, seconds } = settings;
      await run('churn', round, (operator) => scenarios.churn(server, operator, { objects, seconds }));
    }
    if (wanted('cache')) await scenarios.fillConfigMaps(server, settings.configMaps);
    for (let round = 0; round < settings.rounds; round++) {
      await run('cache', round, (operator) => scenarios.cache(server, operator));
    }
    await server.text('DELETE', '/api/v1/namespaces/bench/configmaps');

    const { apps, changes } = settings;
    for (let round = 0; round < settings.rounds; round++) {
      const order = round % 2 === 0 ? ['peer', 'kubewright'] : ['kubewright', 'peer'];
      for (const who of order) {
        if (!['converge', 'restart', 'latency'].some(wanted)) continue;
        await scenarios.createAppServices(server, apps);
        for (const name of ['converge', 'restart']) {
          if (name === 'restart' && !wanted('restart')) continue;
          const figures = await scenarios.converge(server, operators[who], apps);
          console.error(`round ${round + 1}: ${name}, ${who}: ${JSON.stringify(figures, rounded)}`);
          (results[who][name] ??= []).push(figures);
        }
        if (wanted('latency')) {
          const figures = await scenarios.latency(server, operators[who], { apps, changes });
          console.error(`round ${round + 1}: latency, ${who}: ${JSON.stringify(figures, rounded)}`);
          (results[who].latency ??= []).push(figures);
        }
        await scenarios.deleteAppServices(server);
      }
    }
    await scenarios.createAppServices(server, 1);
    for (let round = 0; round < settings.rounds; round++) {
      await run('start', round, (operator) => scenarios.start(server, operator));
    }
    await run('idle', 0, (operator) => scenarios.idle(server, operator, settings.idle));
    return table(results);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rounded(_key, value) {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}

function table(results) {
  const lines = [
    '| what | kubewright | controller-runtime | ratio | goal |',
    '| --- | --- | --- | --- | --- |',
  ];
  for (const [name, key, what, unit, goal] of TABLE) {
    const ours = results.kubewright[name];
    const theirs = results.peer[name];
    if (ours === undefined || theirs === undefined) continue;
    const [a, b] = [ours, theirs].map((rounds) => median(rounds.map((figures) => figures[key])));
    const ratio = b === 0 ? '' : `${(a / b).toFixed(2)}x`;
    lines.push(
      `| ${what} | ${show(a, unit)} | ${show(b, unit)} | ${ratio} | ${goal === undefined ? '' : `${goal}x`} |`,
    );
  }
  return lines.join('\n');
}

function show(value, unit) {
  if (unit === 's') return `${(value / 1000).toFixed(2)} s`;
  if (unit === '') return String(Math.round(value));
  return `${value.toFixed(unit === '%' ? 2 : 1)} ${unit}`;
}
