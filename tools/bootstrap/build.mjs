import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { BootstrapError, run, say } from './run.mjs';
import { readIfExists, stampMatches, writeStamp } from './state.mjs';

const stampFile = inRoot('node_modules/.kubewright/built');

/**
 * Compiles the packages and examples when a source is not as it was at the last build. Looks at names, sizes and
 * times of the files only, so that it costs a few milliseconds when there is nothing to do.
 *
 * @throws BootstrapError when the compiler reports errors; they are printed.
 */
export async function ensureBuilt() {
  const projects = referencedProjects();
  const fingerprint = fingerprintOf(projects);
  if (stampMatches(stampFile, fingerprint) && projects.every(hasOutput)) return;

  say('building (tsc -b) ...');
  const stdio = ['inherit', process.stderr, 'inherit'];
  const exitCode = await run(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-b'], { stdio });
  if (exitCode !== 0) throw new BootstrapError('the build failed: see the errors above', exitCode);
  writeStamp(stampFile, fingerprint);
}

/** The folders that the root's tsconfig.json builds. */
function referencedProjects() {
  const { references } = JSON.parse(readIfExists(inRoot('tsconfig.json')) ?? '{}');
  return (references ?? []).map((reference) => inRoot(reference.path));
}

function hasOutput(project) {
  return existsSync(path.join(project, 'dist'));
}

function fingerprintOf(projects) {
  const hash = createHash('sha256');
  const add = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat !== undefined) hash.update(`${path.relative(root, file)}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const name of ['tsconfig.json', 'tsconfig.base.json', 'package-lock.json']) add(inRoot(name));
  for (const project of projects) {
    for (const name of ['tsconfig.json', 'package.json']) add(path.join(project, name));
    for (const file of filesUnder(path.join(project, 'src'))) add(file);
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test(-d)?\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
