import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A file to be written. */
export interface OutputFile {
  /** Relative to the folder, with `/` between its parts; nothing above the folder is ever written. */
  readonly path: string;
  readonly content: string;
}

/** What writing files needs of a file system; paths are absolute. Tests hand in their own. */
export interface OutputFileSystem {
  /** Undefined where there is no such file. */
  read(file: string): Promise<string | undefined>;
  /** Whole or not at all; makes the folders above. */
  write(file: string, content: string): Promise<void>;
}

export interface WriteFilesOptions {
  /** Where the paths of the files begin; made where it is missing. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  /** Defaults to the disk. */
  readonly fileSystem?: OutputFileSystem;
}

/** Paths as they were given, in their order. */
export interface WrittenFiles {
  readonly written: readonly string[];
  /** Had the content already, and were not touched: their times are as before. */
  readonly unchanged: readonly string[];
}

/** A file that could not be written; `message` names it, the cause and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code = 'CannotWrite';
}

/**
 * Writes the files whose content differs from what is there, each whole or not at all, and touches no other.
 *
 * @throws OutputError before anything is written when two files have one path, or a path leads out of the folder; and
 *   when a file cannot be written, with those before it in place.
 */
export async function writeFiles(options: WriteFilesOptions): Promise<WrittenFiles> {
  const { fileSystem = diskFileSystem } = options;
  const folder = path.resolve(options.folder);
  const targets = new Map<string, OutputFile>();
  for (const file of options.files) {
    const absolute = path.resolve(folder, file.path);
    if (!absolute.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep))
      throw new OutputError(`${file.path} is outside of ${folder}: give a path below that folder`);
    if (targets.has(absolute))
      throw new OutputError(`two files would be written to ${absolute}: give each a name of its own`);
    targets.set(absolute, file);
  }
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const [absolute, file] of targets) {
    const isSame = (await reading(absolute, fileSystem)) === file.content;
    if (!isSame) await writing(absolute, file.content, fileSystem);
    (isSame ? unchanged : written).push(file.path);
  }
  return { written, unchanged };
}

async function reading(file: string, fileSystem: OutputFileSystem): Promise<string | undefined> {
  try {
    return await fileSystem.read(file);
  } catch (cause) {
    throw new OutputError(`cannot read ${file}, which is to be replaced: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function writing(file: string, content: string, fileSystem: OutputFileSystem): Promise<void> {
  try {
    await fileSystem.write(file, content);
  } catch (cause) {
    throw new OutputError(`cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** The disk: a file is written beside its place and renamed, so that no reader sees half of it. */
export const diskFileSystem: OutputFileSystem = {
  async read(file) {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw error;
    }
  },

  async write(file, content) {
    await mkdir(path.dirname(file), { recursive: true });
    const suffix = randomBytes(8).toString('hex');
    const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${suffix}.tmp`);
    try {
      await writeFile(temporary, content, { flag: 'wx' });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  },
};
