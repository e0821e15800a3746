import { readdirSync, statSync, watch as watchOfNode } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';
import type { Clock, Timer } from '@kubewright/api';

export interface FileWatcherOptions {
  readonly clock: Clock;
  /** Folders that are passed over, by their names. */
  readonly ignoredFolders: (name: string) => boolean;
  /** Several changes in a row are one; `sinceMs` is when the first was noticed. */
  readonly onChange: (files: ReadonlySet<string>, sinceMs: number) => void;
  /** A folder cannot be watched although it is there: the system's limit of watches, mostly. */
  readonly onUnwatched: (folder: string, reason: string) => void;
  /** Defaults to Node's. */
  readonly watch?: (folder: string, listener: (event: string, name: string | null) => void) => FSWatcher;
}

/** Editors write a file in several steps; changes count when it has been quiet for so long. */
const QUIET_MS = 20;
/** Who saves without a rest is not waited for longer. */
const MAX_WAIT_MS = 200;

/**
 * Notices changes below folders, and of single files elsewhere. Each folder is watched by itself, for files that are
 * replaced and folders that come and go are missed where whole trees or single files are watched.
 */
export class FileWatcher {
  readonly #options: FileWatcherOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Files that matter in folders which as a whole do not. */
  readonly #files = new Map<string, Set<string>>();
  readonly #trees = new Set<string>();
  #changed = new Set<string>();
  #sinceMs = 0;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(options: FileWatcherOptions) {
    this.#options = options;
  }

  /** Watches a folder and all below it. One that is not there is passed over. */
  watchTree(folder: string): void {
    if (this.#isClosed || this.#trees.has(folder)) return;
    const entries = foldersIn(folder);
    if (entries === undefined) return;
    this.#trees.add(folder);
    this.#watch(folder);
    for (const name of entries)
      if (!this.#options.ignoredFolders(name)) this.watchTree(path.join(folder, name));
  }

  /** Watches files, wherever they are. */
  watchFiles(files: Iterable<string>): void {
    for (const file of files) {
      const folder = path.dirname(file);
      const names = this.#files.get(folder) ?? new Set();
      this.#files.set(folder, names.add(path.basename(file)));
      this.#watch(folder);
    }
  }

  /** Watches what appears in a folder, not what is below: folders are watched from then on. */
  watchFolder(folder: string): void {
    this.#files.set(folder, this.#files.get(folder) ?? new Set());
    this.#watch(folder);
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    const { watch = watchOfNode } = this.#options;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) this.#noticed(folder, name);
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // It has just gone.
      if (code !== 'ENOENT' && code !== 'ELOOP') this.#options.onUnwatched(folder, message);
    }
  }

  #noticed(folder: string, name: string): void {
    const file = path.join(folder, name);
    if (isFolder(file)) {
      if (this.#options.ignoredFolders(name)) return;
      // What was written before it was watched counts, too.
      if (!this.#trees.has(file)) {
        this.watchTree(file);
        for (const found of filesBelow(file, this.#options.ignoredFolders)) this.#note(found);
      }
      return;
    }
    if (this.#trees.has(file)) this.#forget(file);
    if (this.#trees.has(folder) || this.#files.get(folder)?.has(name) === true) this.#note(file);
  }

  #forget(folder: string): void {
    this.#trees.delete(folder);
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    for (const below of [...this.#trees]) if (below.startsWith(folder + path.sep)) this.#forget(below);
  }

  #note(file: string): void {
    const { clock } = this.#options;
    const nowMs = clock.now();
    if (this.#changed.size === 0) this.#sinceMs = nowMs;
    this.#changed.add(file);
    if (this.#timer !== undefined && nowMs - this.#sinceMs > MAX_WAIT_MS) return;
    this.#timer?.cancel();
    this.#timer = clock.setTimer(() => {
      this.#timer = undefined;
      const files = this.#changed;
      this.#changed = new Set();
      this.#options.onChange(files, this.#sinceMs);
    }, QUIET_MS);
  }
}

/** False for what is gone, or cannot be looked at: a link to itself, say. */
function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/** Undefined where there is no such folder. */
function foldersIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return undefined;
  }
}

function filesBelow(folder: string, isIgnored: (name: string) => boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const below = path.join(folder, entry.name);
      if (!entry.isDirectory()) return [below];
      return isIgnored(entry.name) ? [] : filesBelow(below, isIgnored);
    });
  } catch {
    return [];
  }
}
