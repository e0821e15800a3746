// What it costs to load and start things. Peers are installed into a cache outside the tree.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importCost, sample, timeCommand } from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PEER = { name: '@kubernetes/client-node', version: '1.4.0' };

function installPeer() {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'kubewright', 'bench-peers', `client-node-${PEER.version}`);
  if (!existsSync(path.join(folder, 'node_modules', PEER.name))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    console.error(`installing ${PEER.name} ${PEER.version} to compare with`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `${PEER.name}@${PEER.version}`], {
      cwd: folder,
    });
  }
  return folder;
}

/** `tests`: the time of the test suites as well. */
export function benchLoading({ tests = false } = {}) {
  const example = path.join(root, 'examples/appservice');
  const rows = [];

  const door = sample(importCost('kubewright'), { cwd: example });
  const peer = sample(importCost(PEER.name), { cwd: installPeer() });
  rows.push([
    'import of the door, time',
    `${door.ms.toFixed(0)} ms`,
    '150 ms',
    `${peer.ms.toFixed(0)} ms`,
    (door.ms / peer.ms).toFixed(2),
  ]);
  rows.push([
    'import of the door, extra RSS',
    `${door.rssMiB.toFixed(1)} MiB`,
    '25 MiB',
    `${peer.rssMiB.toFixed(1)} MiB`,
    (door.rssMiB / peer.rssMiB).toFixed(2),
  ]);

  const ready = sample(
    `import { startControlPlane } from '@kubewright/control-plane';
const start = performance.now();
const controlPlane = await startControlPlane({ listen: false });
const response = await controlPlane.transport.request({ method: 'GET', path: '/api/v1/namespaces/default' });
if (response.status !== 200) throw new Error('not ready');
await response.body.bytes();
console.log(JSON.stringify({ ms: performance.now() - start }));
await controlPlane.stop();`,
    { cwd: path.join(root, 'packages/testing') },
  );
  rows.push([
    'control plane ready to serve, in-process, after import',
    `${ready.ms.toFixed(0)} ms`,
    '150 ms',
    '',
    '',
  ]);

  const start = timeCommand('npm', ['start', '--silent', '--', '--once'], { cwd: root });
  rows.push(['npm start -- --once, already built', `${(start / 1000).toFixed(2)} s`, '3 s', '', '']);

  if (tests) {
    const tests = timeCommand('npm', ['test', '--silent'], { cwd: root, rounds: 1 });
    rows.push(['npm test, warm', `${(tests / 1000).toFixed(1)} s`, '60 s', '', '']);
  }

  return [
    `| what | measured | goal | ${PEER.name} ${PEER.version} | ratio |`,
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}
