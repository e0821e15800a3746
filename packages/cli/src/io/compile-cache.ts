import { homedir } from 'node:os';
import path from 'node:path';

/** Where compiled code is kept between runs: the user's own cache, because it is executed. */
export function compileCacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const cache = env['XDG_CACHE_HOME'];
  const base = cache === undefined || cache === '' ? path.join(homedir(), '.cache') : cache;
  return path.join(base, 'kubewright', 'compiled');
}
