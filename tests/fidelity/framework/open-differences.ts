import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { OpenSequence } from './scoreboard.js';
import type { Area } from './steps.js';

const folder = new URL('../open/', import.meta.url);

/** By area, the titles of the sequences known to differ that nobody accepted: each must still differ. */
export async function readOpen(): Promise<Map<string, ReadonlySet<string>>> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const entries = files.map(async (name) => {
    const titles = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as string[];
    return [name.replace(/\.json$/, ''), new Set(titles)] as const;
  });
  return new Map(await Promise.all(entries));
}

/** One file an area; none for an area without differences. */
export async function writeOpen(open: readonly OpenSequence[], areas: readonly Area[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name } of areas) {
    const titles = open.filter(({ area }) => area === name).map(({ title }) => title);
    const file = new URL(`${name}.json`, folder);
    if (titles.length === 0) await rm(file, { force: true });
    else await writeFile(file, `${JSON.stringify(titles.sort(), undefined, 2)}\n`);
  }
}
