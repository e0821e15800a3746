import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Where control groups are, and what tells the most that one has used: version 1, then version 2. */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup/memory', file: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', file: 'memory.peak' },
];

/**
 * The most memory that a pod has used since it began, page cache included: what its limit is held against. The node must be
 * this machine. A program that is run inside the pod to ask would count, too.
 */
export async function peakMemoryBytes(podUid: string): Promise<number> {
  for (const { root, file } of HIERARCHIES) {
    const group = existsSync(root) ? await findGroup(root, podUid) : undefined;
    if (group === undefined) continue;
    const peak = path.join(group, file);
    if (existsSync(peak)) return Number(await readFile(peak, 'utf8'));
  }
  throw new Error(`no control group of the pod ${podUid} tells its memory under /sys/fs/cgroup`);
}

/** The processes of a pod, by their ids on this machine. */
export async function processesOf(podUid: string): Promise<number[]> {
  for (const root of ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']) {
    const group = existsSync(root) ? await findGroup(root, podUid) : undefined;
    if (group === undefined) continue;
    const containers = await readdir(group, { withFileTypes: true });
    const lists = containers
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readFile(path.join(group, name, 'cgroup.procs'), 'utf8'));
    return (await Promise.all(lists)).flatMap((list) => list.split('\n').filter(Boolean).map(Number));
  }
  throw new Error(`no control group of the pod ${podUid} is under /sys/fs/cgroup`);
}

/** Their depth below the root is up to how the node was set up. */
async function findGroup(folder: string, podUid: string, depth = 6): Promise<string | undefined> {
  const names = [`pod${podUid}`, `pod${podUid.replaceAll('-', '_')}.slice`];
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found = folders.find(({ name }) =>
    names.some((wanted) => name === wanted || name.endsWith(`-${wanted}`)),
  );
  if (found !== undefined) return path.join(folder, found.name);
  if (depth === 0) return undefined;
  for (const { name } of folders) {
    const below = await findGroup(path.join(folder, name), podUid, depth - 1);
    if (below !== undefined) return below;
  }
  return undefined;
}
