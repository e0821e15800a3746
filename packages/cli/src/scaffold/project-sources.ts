import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Paths of the TypeScript files below `src` of a project, relative to it. */
export async function projectSources(folder: string): Promise<string[]> {
  const root = path.join(folder, 'src');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
