import { createHash } from 'node:crypto';
import { unsupportedNode } from './node-version.mjs';
import { inRoot } from './paths.mjs';
import { BootstrapError, run, say } from './run.mjs';
import { readIfExists, stampMatches, writeStamp } from './state.mjs';

const lockFile = inRoot('package-lock.json');
// npm's own record of what lies in node_modules.
const installedFile = inRoot('node_modules/.package-lock.json');
const stampFile = inRoot('node_modules/.kubewright/installed');

/**
 * Installs the dependencies when package-lock.json is not the one they were installed from.
 *
 * @throws BootstrapError when Node is too old or npm fails.
 */
export async function ensureInstalled() {
  const unsupported = unsupportedNode();
  if (unsupported !== undefined) throw new BootstrapError(unsupported);

  const lock = readIfExists(lockFile);
  const installed = readIfExists(installedFile);
  if (lock !== undefined && installed !== undefined) {
    if (stampMatches(stampFile, fingerprintOf(lock))) return;
    if (isInstalled(JSON.parse(lock), JSON.parse(installed))) {
      writeStamp(stampFile, fingerprintOf(lock));
      return;
    }
  }

  const command = lock === undefined ? 'install' : 'ci';
  say(`installing dependencies (npm ${command}) ...`);
  const exitCode = await npm(command, '--no-fund', '--no-audit', '--loglevel=error');
  if (exitCode !== 0) throw new BootstrapError(`npm ${command} failed: see its message above`, exitCode);
  writeStamp(stampFile, fingerprintOf(readIfExists(lockFile) ?? ''));
}

/** npm's stdout goes to stderr: ours belongs to the command that runs next. */
function npm(...args) {
  const stdio = ['inherit', process.stderr, 'inherit'];
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args], { stdio });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    stdio,
    shell: process.platform === 'win32',
  });
}

/** Whether somebody ran npm by hand and every package of the lock is in place (optional ones may be for other machines). */
function isInstalled(lock, installed) {
  const present = installed.packages ?? {};
  const wanted = Object.entries(lock.packages ?? {}).filter(([name]) => name.includes('node_modules/'));
  return wanted.every(([name, entry]) => {
    const found = present[name];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function fingerprintOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
