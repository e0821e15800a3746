import { watch } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

export interface SourceChangesOptions {
  /** The project. */
  readonly folder: string;
  /** Absolute paths of its sources: what lies in the same folders of the project is watched, new files too. */
  readonly files: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once, when changes are noticed from now on. */
  readonly onReady: () => void;
}

/** Editors write a file in several steps; a change counts when it has been quiet for so long. */
const QUIET_MS = 20;

/** Yields the path of a source that changed, several changes in a row as one, until the signal aborts. */
export async function* sourceChanges(options: SourceChangesOptions): AsyncGenerator<string> {
  const { clock, signal } = options;
  let changed: string | undefined;
  let wake: () => void = () => undefined;
  const roots = rootsOf(options);
  const watching = Promise.all(
    roots.map(async (root) => {
      try {
        for await (const { filename } of watch(root, { recursive: root !== options.folder, signal })) {
          if (filename === null || !/\.[cm]?ts$/.test(filename)) continue;
          changed = path.join(root, filename);
          wake();
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }),
  );
  const ended = watching.then(() => undefined);
  options.onReady();
  while (!signal.aborted) {
    if (changed === undefined) await Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
    if (signal.aborted) break;
    while (changed !== undefined) {
      const latest: string = changed;
      changed = undefined;
      await sleep(clock, QUIET_MS, signal).catch(() => undefined);
      if (changed === undefined && !signal.aborted) yield latest;
    }
  }
  await ended;
}

/** The folders directly below the project that hold sources, and the project itself for sources beside its package.json. */
function rootsOf({ folder, files }: SourceChangesOptions): string[] {
  const own = files
    .map((file) => path.relative(folder, file))
    .filter((file) => !file.startsWith('..') && !file.split(path.sep).includes('node_modules'));
  const firsts = own.map((file) => (file.includes(path.sep) ? (file.split(path.sep)[0] ?? '') : ''));
  return [...new Set(firsts)].map((first) => path.join(folder, first));
}
