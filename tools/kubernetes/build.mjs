// npm run kube:build: builds the real Kubernetes of the tests from the Go modules pinned beside this file.
//   --only NAME[,NAME]  these binaries alone (any of the list, e2e.test, bench-peer or controller-gen)
//   --print-dir         print the folder they lie in, and build nothing
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BootstrapError, main, run, say } from '../bootstrap/run.mjs';
import { readIfExists, writeStamp } from '../bootstrap/state.mjs';
import { BINARIES, KUBERNETES_VERSION, assetsFolder, missingBinaries } from './assets.mjs';

const versionPackage = 'k8s.io/component-base/version';
const [major, minor] = KUBERNETES_VERSION.split('.');
// A fixed date, so that the same sources make the same binary.
const kubernetesFlags = [
  '-s -w',
  `-X ${versionPackage}.gitMajor=${major}`,
  `-X ${versionPackage}.gitMinor=${minor}`,
  `-X ${versionPackage}.gitVersion=v${KUBERNETES_VERSION}`,
  `-X ${versionPackage}.gitCommit=unknown`,
  `-X ${versionPackage}.gitTreeState=clean`,
  `-X ${versionPackage}.buildDate=2026-01-01T00:00:00Z`,
].join(' ');

const command = (name) => ({
  module: 'kubernetes',
  args: ['build', '-ldflags', kubernetesFlags],
  target: `k8s.io/kubernetes/cmd/${name}`,
});

const container = (name) => ({
  module: 'containers',
  args: ['build', '-ldflags', '-s -w'],
  target: `github.com/google/go-containerregistry/cmd/${name}`,
});

/** How each binary is built: the module's folder, what `go` is asked for, and sources of our own it depends on. */
const RECIPES = {
  etcd: { module: 'etcd', args: ['build', '-ldflags', '-s -w'], target: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': command('kube-apiserver'),
  'kube-controller-manager': command('kube-controller-manager'),
  'kube-scheduler': command('kube-scheduler'),
  kubectl: command('kubectl'),
  helm: { module: 'helm', args: ['build', '-ldflags', '-s -w'], target: 'helm.sh/helm/v4/cmd/helm' },
  // A registry, and a client of registries that checks images.
  registry: container('registry'),
  crane: container('crane'),
  // An operator on controller-runtime, for the tests that run one against the embedded server.
  'go-operator': {
    module: '../../tests/kube/go-operator',
    args: ['build', '-ldflags', '-s -w'],
    target: '.',
    sources: ['main.go'],
  },
  // The same operator as bench/operator, on controller-runtime; on demand only.
  'bench-peer': {
    module: '../../bench/peers/controller-runtime',
    args: ['build', '-ldflags', '-s -w'],
    target: '.',
    sources: ['main.go'],
  },
  // The generator of Go, with types for it beside; on demand only.
  'controller-gen': {
    module: '../../bench/peers/controller-gen',
    args: ['build', '-ldflags', '-s -w'],
    target: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
  },
  // Kubernetes' own end-to-end and conformance suite; on demand only, it is large.
  'e2e.test': {
    module: 'kubernetes',
    args: ['test', '-c', '-ldflags', kubernetesFlags],
    target: 'k8s.io/kubernetes/test/e2e',
  },
};

/** Why Go cannot be used here, or undefined. */
export function goProblem() {
  const { error, status, stdout } = spawnSync('go', ['env', 'GOVERSION'], {
    env: goEnvironment(),
    encoding: 'utf8',
  });
  if (error !== undefined || status !== 0) return 'no "go" on the PATH';
  const wanted = /^go (\d+)\.(\d+)/m.exec(readFileSync(moduleFile('kubernetes', 'go.mod'), 'utf8'));
  const found = /^go(\d+)\.(\d+)/.exec(stdout);
  if (wanted === null || found === null) return undefined;
  const isOlder = Number(found[1]) - Number(wanted[1]) || Number(found[2]) - Number(wanted[2]);
  return isOlder < 0
    ? `Go ${wanted[1]}.${wanted[2]} or newer is needed, this is ${stdout.trim()}`
    : undefined;
}

/**
 * Builds those of the named binaries that are not in the cache, or were built from other versions.
 * Each is built beside its place and then renamed, so that nobody ever runs half of one.
 *
 * @throws BootstrapError when Go is missing, or fails: its output is printed.
 */
export async function buildKubernetes(names = BINARIES) {
  const folder = assetsFolder();
  const due = names.filter((name) => !isCurrent(folder, name));
  if (due.length === 0) return folder;
  const problem = goProblem();
  if (problem !== undefined)
    throw new BootstrapError(`kube:build compiles Kubernetes and needs Go: ${problem}`);

  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(`${folder}.building-`);
  try {
    for (const [index, name] of due.entries()) {
      const started = performance.now();
      say(`[${index + 1}/${due.length}] building ${name} ...`);
      await build(name, path.join(scratch, name));
      renameSync(path.join(scratch, name), path.join(folder, name));
      writeStamp(stampOf(folder, name), fingerprintOf(name));
      say(`[${index + 1}/${due.length}] ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

async function build(name, output) {
  const { module, args, target } = RECIPES[name];
  const exitCode = await run('go', [...args, '-o', output, target], {
    cwd: moduleFile(module),
    env: goEnvironment(),
  });
  if (exitCode !== 0) throw new BootstrapError(`go could not build ${name}: see its message above`, exitCode);
}

/** Read-only: go.mod and go.sum of the tree decide, and a build never changes them. */
function goEnvironment() {
  return { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local', GOWORK: 'off' };
}

function isCurrent(folder, name) {
  return (
    missingBinaries(folder, [name]).length === 0 &&
    readIfExists(stampOf(folder, name))?.trim() === fingerprintOf(name)
  );
}

const stampOf = (folder, name) => path.join(folder, '.recipes', name);

function fingerprintOf(name) {
  const recipe = RECIPES[name];
  const hash = createHash('sha256').update(JSON.stringify(recipe));
  for (const file of ['go.mod', 'go.sum', ...(recipe.sources ?? [])])
    hash.update(readFileSync(moduleFile(recipe.module, file)));
  return hash.digest('hex');
}

function moduleFile(...parts) {
  return fileURLToPath(new URL(parts.join('/'), import.meta.url));
}

function parseCommandLine(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { only: { type: 'string', multiple: true }, 'print-dir': { type: 'boolean' } },
    });
    const only = values.only?.flatMap((list) => list.split(','));
    const unknown = only?.find((name) => !Object.hasOwn(RECIPES, name));
    if (unknown === undefined) return { only, printDir: values['print-dir'] === true };
    throw new Error(`unknown binary "${unknown}": choose from ${Object.keys(RECIPES).join(', ')}`);
  } catch (cause) {
    throw new BootstrapError(`kube:build: ${cause.message}`, 2);
  }
}

const isEntryPoint =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isEntryPoint) {
  await main(async (args) => {
    const { only, printDir } = parseCommandLine(args);
    if (printDir) {
      console.log(assetsFolder());
      return;
    }
    console.log(await buildKubernetes(only));
  });
}
