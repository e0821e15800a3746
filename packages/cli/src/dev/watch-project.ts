import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@kubewright/api';
import { NOTHING, both, isIgnoredFolder, isNothing, workFor } from './changes.js';
import type { Work } from './changes.js';
import { FileWatcher } from './file-watcher.js';

export interface ProjectWatch {
  /** The sources of the program, wherever they are: they are watched from then on. */
  follow(sources: readonly string[]): void;
  close(): void;
}

export interface WatchProjectOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly onWork: (work: Work, files: readonly string[], sinceMs: number) => void;
  /** What is saved in a folder will not be noticed, and why. */
  readonly onUnwatched: (folder: string, reason: string) => void;
}

/** Watches what a person writes for an operator, and says what its changes ask for. */
export function watchProject({ folder, clock, onWork, onUnwatched }: WatchProjectOptions): ProjectWatch {
  let sources: ReadonlySet<string> = new Set();
  const watcher = new FileWatcher({
    clock,
    ignoredFolders: isIgnoredFolder,
    onUnwatched,
    onChange: (files, sinceMs) => {
      const asking = [...files]
        .map((file) => ({ file, work: workFor(file, { folder, sources }) }))
        // Tools write beside a file, under any name, and rename it.
        .filter(({ file, work }) => !isNothing(work) && (!work.restart || existsSync(file)));
      const work = asking.reduce((all, one) => both(all, one.work), NOTHING);
      onWork(
        work,
        asking.map(({ file }) => file),
        sinceMs,
      );
    },
  });
  watcher.watchFolder(folder);
  watcher.watchFiles(
    ['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => path.join(folder, name)),
  );
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !isIgnoredFolder(entry.name)) watcher.watchTree(path.join(folder, entry.name));
  return {
    follow(next) {
      sources = new Set(next);
      watcher.watchFiles(next);
    },
    close: () => watcher.close(),
  };
}
