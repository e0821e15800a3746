import { readFileSync, realpathSync, statSync } from 'node:fs';
import { ts } from './compiler.js';

/** Where sources are read from; the file system unless a test hands in another. Paths are absolute. */
export interface SourceHost {
  /** `undefined` when there is no such file. */
  readFile(path: string): string | undefined;
  /** Changes when the file may have changed; `undefined` when there is no such file. */
  fileVersion(path: string): string | undefined;
  directoryExists(path: string): boolean;
  /** Files below a folder by globs, as the `include` and `exclude` of a tsconfig.json mean them. */
  findFiles(
    folder: string,
    extensions: readonly string[],
    exclude: readonly string[] | undefined,
    include: readonly string[],
    depth?: number,
  ): readonly string[];
  /** The path without symbolic links. */
  realpath(path: string): string;
}

export const fileSystem: SourceHost = {
  readFile: (path) => orUndefined(() => readFileSync(path, 'utf8')),
  fileVersion: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? `${found.mtimeMs}:${found.size}` : undefined;
  },
  directoryExists: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  findFiles: (folder, extensions, exclude, include, depth) =>
    ts.sys.readDirectory(folder, extensions, exclude, include, depth),
  realpath: (path) => orUndefined(() => realpathSync.native(path)) ?? path,
};

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
