// The generator beside controller-gen on the same types, alternating. Each is a process of its own, as in a Makefile; the
// outcome is compared, so that both did the same work.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator, writeFiles } from '@kubewright/generator';
import { parse } from 'yaml';
import { buildKubernetes } from '../../tools/kubernetes/build.mjs';
import { median } from '../measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = path.join(root, 'packages/cli/bin/kubewright.js');
const ROUNDS = 9;
const WATCH_ROUNDS = 20;

/** The table of bench/README.md. */
export async function benchGenerator() {
  const controllerGen = path.join(await buildKubernetes(['controller-gen']), 'controller-gen');
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-bench-generator-'));
  try {
    const project = path.join(folder, 'project');
    cpSync(path.join(root, 'bench/generator/project'), project, {
      recursive: true,
      filter: (file) => !file.endsWith('config'),
    });
    const tsconfig = path.join(project, 'tsconfig.json');
    writeFileSync(
      tsconfig,
      '{ "compilerOptions": { "strict": true, "module": "NodeNext", "noEmit": true }, "include": ["src"] }\n',
    );
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs);

    const runs = { ours: [], theirs: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      runs.theirs.push(runTheirs(controllerGen, theirs));
      runs.ours.push(measured(process.execPath, [command, 'manifests', project], { cwd: folder }));
    }
    sameDocuments(path.join(theirs, 'crd'), path.join(project, 'config/crd/bases'));
    const of = (name, field) => median(runs[name].slice(1).map((run) => run[field]));
    const row = (title, field) => {
      const [ours, peer] = [of('ours', field), of('theirs', field)];
      return [
        title,
        `${ours.toFixed(0)} ms`,
        '1.0x',
        `${peer.toFixed(0)} ms`,
        `${(ours / peer).toFixed(2)}x`,
      ];
    };
    const watch = await watching(project);
    return [
      '| what | measured | goal | controller-gen 0.21 | ratio |',
      '| --- | --- | --- | --- | --- |',
      ...[
        row('cold run, time', 'wallMs'),
        row('cold run, processor time', 'cpuMs'),
        ['after a change of a type, in watch mode', `${watch.changeMs.toFixed(0)} ms`, '200 ms', '', ''],
        ['files written when nothing changed', String(watch.written), '0', '', ''],
      ].map((cells) => `| ${cells.join(' | ')} |`),
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTheirs(controllerGen, output) {
  const args = ['crd', 'rbac:roleName=manager-role', 'paths=./api/...'];
  return measured(
    controllerGen,
    [...args, `output:crd:dir=${output}/crd`, `output:rbac:dir=${output}/rbac`],
    {
      cwd: path.join(root, 'bench/peers/controller-gen'),
      env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    },
  );
}

/** Wall-clock and processor time of a command and its children. */
function measured(file, args, options) {
  const script = `
    const { spawnSync } = require('node:child_process');
    const start = performance.now();
    const { status } = spawnSync(process.argv[1], process.argv.slice(2), { stdio: ['ignore', 'ignore', 'inherit'] });
    const wallMs = performance.now() - start;
    console.log(JSON.stringify({ status, wallMs }));`;
  // The times of waited-for children come from the shell, because Node does not tell them.
  const shell = spawnSync(
    'bash',
    ['-c', '"$@"; times', 'bench', process.execPath, '--eval', script, file, ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      ...options,
    },
  );
  const lines = shell.stdout.trim().split('\n');
  const { status, wallMs } = JSON.parse(lines[0]);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`);
  const childrenMs = [...(lines.at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => (Number(minutes) * 60 + Number(seconds)) * 1000,
  );
  return { wallMs, cpuMs: childrenMs.reduce((sum, ms) => sum + ms, 0) - wrapperMs() };
}

let wrapper;
/** What the wrapper itself needs. */
function wrapperMs() {
  if (wrapper === undefined) {
    wrapper = 0;
    const runs = Array.from({ length: 5 }, () => measured('true', [], {}).cpuMs);
    wrapper = median(runs);
  }
  return wrapper;
}

function sameDocuments(theirs, ours) {
  for (const file of readdirSync(theirs)) {
    const [a, b] = [theirs, ours].map((folder) => {
      const { metadata, ...rest } = parse(readFileSync(path.join(folder, file), 'utf8'));
      return JSON.stringify(sorted({ ...rest, name: metadata.name }));
    });
    if (a !== b) throw new Error(`${file} differs from controller-gen's`);
  }
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

async function watching(project) {
  const file = path.join(project, 'src/api/v1/backup.ts');
  const source = readFileSync(file, 'utf8');
  const generator = await createGenerator({ folder: project, version: '0.1.0' });
  const round = async () => {
    const { files } = await generator.generate();
    return (await writeFiles({ folder: project, files })).written.length;
  };
  await round();
  const times = [];
  for (let i = 0; i < WATCH_ROUNDS; i++) {
    writeFileSync(file, source.replace('Maximum=100', `Maximum=${101 + i}`));
    const start = performance.now();
    if ((await round()) !== 1) throw new Error('a change of a type changed no file');
    times.push(performance.now() - start);
  }
  return { changeMs: median(times), written: await round() };
}
