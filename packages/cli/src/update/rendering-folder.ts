import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import type { RenderedFile, Rendering } from './plan-update.js';

/** What no release renders, and what may lie beside a rendering. */
const FOREIGN = /^(node_modules|\.git|dist|\.kubewright)(\/|$)/;

/** The rendering that a folder holds, as `kubewright render` writes it. Throws `CliError` `CannotRead`. */
export async function readRendering(folder: string): Promise<Rendering> {
  const files = new Map<string, RenderedFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new CliError('CannotRead', `cannot read ${folder}: ${(cause as Error).message}`, { cause });
  });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (name === 'PROJECT' || FOREIGN.test(name)) continue;
    const { mode } = await stat(file);
    files.set(name, { content: await readFile(file, 'utf8'), executable: (mode & 0o111) !== 0 });
  }
  return files;
}
