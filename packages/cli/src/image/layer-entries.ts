import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';

/** One file, folder or link of a layer. */
export type LayerEntry =
  | { readonly type: 'directory'; readonly mode: number }
  | {
      readonly type: 'file';
      readonly mode: number;
      readonly source: string | Uint8Array;
      readonly size: number;
    }
  | { readonly type: 'symlink'; readonly target: string };

/**
 * What a layer will hold, by path in the image (without a leading slash). Owners are root and times are not kept, so that
 * the same files make the same bytes on each machine; modes are 0755 for what its owner may execute and for folders,
 * 0644 for the rest.
 */
export class LayerEntries {
  readonly #entries = new Map<string, LayerEntry>();

  /** In the order of paths: a folder comes before what is in it. */
  all(): Array<[string, LayerEntry]> {
    return [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  addText(destination: string, text: string, mode = 0o644): void {
    const source = Buffer.from(text);
    this.#add(destination, { type: 'file', mode, source, size: source.length });
  }

  addDirectory(destination: string, mode = 0o755): void {
    this.#add(destination, { type: 'directory', mode });
  }

  addSymlink(destination: string, target: string): void {
    this.#add(destination, { type: 'symlink', target });
  }

  /** A file, or what a link leads to. Throws `CliError` `CannotRead`. */
  async addFile(source: string, destination: string): Promise<void> {
    try {
      const resolved = await realpath(source);
      const { size, mode } = await stat(resolved);
      this.#add(destination, { type: 'file', mode: modeOf(mode), source: resolved, size });
    } catch (cause) {
      throw new CliError('CannotRead', `cannot read "${source}" for the image`, { cause });
    }
  }

  /** A folder with all that is in it; links are kept as they are. Throws `CliError` `CannotRead`. */
  async addTree(source: string, destination: string): Promise<void> {
    const names = await readdir(source).catch((cause: unknown) => {
      throw new CliError('CannotRead', `cannot read the folder "${source}" for the image`, { cause });
    });
    if (clean(destination) !== '') this.addDirectory(destination);
    for (const name of names.sort()) {
      const from = path.join(source, name);
      const to = `${clean(destination)}/${name}`;
      const info = await lstat(from);
      if (info.isSymbolicLink()) this.addSymlink(to, await readlink(from));
      else if (info.isDirectory()) await this.addTree(from, to);
      else if (info.isFile()) await this.addFile(from, to);
    }
  }

  #add(destination: string, entry: LayerEntry): void {
    const name = clean(destination);
    const parents = name.split('/').slice(0, -1);
    for (let depth = 1; depth <= parents.length; depth++) {
      const parent = parents.slice(0, depth).join('/');
      if (!this.#entries.has(parent)) this.#entries.set(parent, { type: 'directory', mode: 0o755 });
    }
    this.#entries.set(name, entry);
  }
}

const clean = (destination: string): string => destination.replace(/^\/+|\/+$/g, '');

const modeOf = (mode: number): number => ((mode & 0o100) === 0 ? 0o644 : 0o755);
