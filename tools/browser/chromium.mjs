import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { run, say } from '../bootstrap/run.mjs';

/** Where browsers of Chromium's family lie, by what installs them. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The program of a Chromium: that of KUBEWRIGHT_CHROMIUM, or one that is installed, or Debian's, which root installs
 * here. Resolves with undefined and says why when there is none.
 */
export async function ensureChromium(forWhat) {
  const named = process.env.KUBEWRIGHT_CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const found = PLACES.find(isExecutable);
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) {
    console.log(
      `${forWhat}: skipped: there is no Chromium (apt-get install chromium, or name one in KUBEWRIGHT_CHROMIUM)`,
    );
    return undefined;
  }
  say('installing chromium (apt-get) ...');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update'], options);
  const code = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  const installed = PLACES.find(isExecutable);
  if (code !== 0 || installed === undefined)
    console.log(`${forWhat}: skipped: apt-get install chromium failed with code ${code}`);
  return installed;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Arguments for a browser that speaks to nobody but the page, and needs neither screen nor privileges. */
export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
