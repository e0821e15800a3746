import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** Runs vitest once; resolves with its exit code. */
export function runVitest(args, env = {}) {
  const vitest = inRoot('node_modules/vitest/vitest.mjs');
  return run(process.execPath, [vitest, 'run', ...args], { env: { ...process.env, ...env } });
}
