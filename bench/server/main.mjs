// npm run bench:server: the embedded API server beside the real one (etcd without fsync), in one run; prints the
// tables of bench/README.md. Needs the binaries of `npm run kube:build`.
//   --quick   one second a figure instead of four
//   --only embedded   without the real server
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildKubernetes } from '../../tools/kubernetes/build.mjs';
import { startKubeApiserver } from '../../tools/kubernetes/kube-apiserver.mjs';
import { sample } from '../measure.mjs';
import { cpuMs, rssMiB, startEmbedded } from './processes.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const durationMs = values.quick ? 1000 : 4000;
const KINDS = ['ConfigMap', 'Deployment'];
const VERBS = ['create', 'update', 'apply'];
const CLIENTS = [1, 10, 50];

execFileSync('npx', ['tsc', '-b'], { cwd: root, stdio: 'inherit' });
const assets = values.only === 'embedded' ? undefined : await buildKubernetes(['etcd', 'kube-apiserver']);

function load(server, scenario) {
  const { url, ca, token } = server;
  const settings = {
    url,
    ca,
    token,
    namespace: 'default',
    warmUpMs: durationMs / 4,
    durationMs,
    ...scenario,
  };
  const cpuBefore = cpuMs(server);
  const output = execFileSync(process.execPath, [script('load.mjs')], {
    input: JSON.stringify(settings),
    encoding: 'utf8',
  });
  const figures = JSON.parse(output);
  const all = figures.perSecond * ((durationMs * 1.25) / 1000);
  return { ...figures, cpuMsPerWrite: (cpuMs(server) - cpuBefore) / all };
}

/** Every scenario on one server, then what it occupies. */
async function measure(name, start) {
  const server = await start();
  try {
    const emptyRss = rssMiB(server);
    const figures = new Map();
    for (const kind of KINDS)
      for (const verb of VERBS)
        for (const clients of CLIENTS) {
          const result = load(server, { kind, verb, clients });
          figures.set(`${kind} ${verb} ${clients}`, result);
          console.error(`${name}: ${kind} ${verb}, ${clients} clients: ${result.perSecond.toFixed(0)}/s`);
        }
    return { readyMs: server.readyMs, emptyRss, figures };
  } finally {
    await server.stop();
  }
}

const startRealServer = (assets) =>
  startKubeApiserver({ assets, apiServerArguments: ['--disable-admission-plugins=ServiceAccount'] });

const node = (args) =>
  JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').at(-1));

const embedded = await measure('embedded', startEmbedded);
const real = assets === undefined ? undefined : await measure('real', () => startRealServer(assets));
const inProcess = new Map();
for (const kind of KINDS)
  for (const verb of VERBS)
    inProcess.set(
      `${kind} ${verb}`,
      node([script('in-process.mjs'), kind, verb, String(durationMs / 1000)]).perSecond,
    );
const scale = node(['--expose-gc', script('scale.mjs')]);
const ready = sample(
  `import { createApiServer } from '@kubewright/apiserver';
const start = performance.now();
const server = createApiServer();
const response = await server.transport.request({ method: 'GET', path: '/api/v1/namespaces/default' });
if (response.status !== 200) throw new Error('not ready');
await response.body.bytes();
console.log(JSON.stringify({ ms: performance.now() - start }));
await server.close();`,
  { cwd: path.join(root, 'packages/control-plane') },
);

const ratio = (ours, theirs) => (theirs === undefined ? '' : `${(ours / theirs).toFixed(1)}x`);
const rate = (value) => (value === undefined ? '' : value.toFixed(0));
console.log(
  '| writes per second over HTTPS | clients | embedded | kube-apiserver | ratio | CPU ms per write | of the real one | p99 ms | of the real one |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [key, ours] of embedded.figures) {
  const theirs = real?.figures.get(key);
  const [kind, verb, clients] = key.split(' ');
  const cells = [
    `${verb} ${kind}`,
    clients,
    rate(ours.perSecond),
    rate(theirs?.perSecond),
    ratio(ours.perSecond, theirs?.perSecond),
    ours.cpuMsPerWrite.toFixed(2),
    theirs?.cpuMsPerWrite.toFixed(2) ?? '',
    ours.p99Ms.toFixed(1),
    theirs?.p99Ms.toFixed(1) ?? '',
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
console.log('\n| writes per second in process | embedded | kube-apiserver, 10 clients over HTTPS | ratio |');
console.log('| --- | --- | --- | --- |');
for (const [key, ours] of inProcess) {
  const theirs = real?.figures.get(`${key} 10`)?.perSecond;
  console.log(
    `| ${key.split(' ').reverse().join(' ')} | ${rate(ours)} | ${rate(theirs)} | ${ratio(ours, theirs)} |`,
  );
}
const rows = [
  ['ready in process, after import', `${ready.ms.toFixed(0)} ms`, '100 ms', ''],
  [
    'ready as a process of its own, port open',
    `${embedded.readyMs.toFixed(0)} ms`,
    '',
    real && `${real.readyMs.toFixed(0)} ms`,
  ],
  [
    'RSS, empty, as a process of its own',
    `${embedded.emptyRss.toFixed(0)} MiB`,
    '90 MiB',
    real && `${real.emptyRss.toFixed(0)} MiB`,
  ],
  [
    `RSS with 100,000 objects of ${scale.objectBytes} bytes, watched`,
    `${scale.fullRssMiB.toFixed(0)} MiB`,
    '600 MiB',
    '',
  ],
  [
    'time per write: first 5,000, last 5,000 of 100,000',
    `${scale.microsecondsPerWriteAtFirst.toFixed(0)} µs, ${scale.microsecondsPerWriteAtLast.toFixed(0)} µs`,
    'flat',
    '',
  ],
  ['1,000 watchers over HTTPS see an event, median', `${scale.fanOutMedianMs.toFixed(0)} ms`, '100 ms', ''],
  ['list of 10,000 over HTTPS, first byte', `${scale.listFirstByteMs.toFixed(0)} ms`, '50 ms', ''],
];
console.log('\n| what | measured | goal | kube-apiserver and etcd |');
console.log('| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.map((cell) => cell ?? '').join(' | ')} |`);
