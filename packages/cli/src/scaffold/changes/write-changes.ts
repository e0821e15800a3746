import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../../errors.js';
import type { ChangeSet, FileChange } from './plan-changes.js';

/**
 * Puts a change set on the disk: all files to neighbours first, then renamed, PROJECT last. Nothing is changed when one of
 * them cannot be written; who is interrupted while renaming has whole files, and the same command again does the rest.
 *
 * @throws CliError 'CannotWrite' naming the file and the cause
 */
export async function writeChanges(folder: string, { changes }: ChangeSet): Promise<void> {
  const due = changes.filter(({ action }) => ['create', 'change', 'overwrite'].includes(action));
  const removed = changes.filter(({ action }) => action === 'remove');
  const files = due.filter((change) => !isProject(change));
  const project = due.filter(isProject);
  for (const { path: file } of changes) requireInside(file);
  const suffix = `.${randomBytes(6).toString('hex')}.tmp`;
  const written: string[] = [];
  try {
    for (const change of [...files, ...project]) {
      const file = path.join(folder, change.path);
      written.push(file + suffix);
      await attempt(file, () => writeNeighbour(file, file + suffix, change));
    }
    const renamed = async (change: FileChange): Promise<void> => {
      const file = path.join(folder, change.path);
      await attempt(file, () => rename(file + suffix, file));
    };
    for (const change of files) await renamed(change);
    await removeFiles(folder, removed);
    for (const change of project) await renamed(change);
  } catch (error) {
    for (const temporary of written) await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** And the folders that are empty then. */
async function removeFiles(folder: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const file = path.join(folder, change.path);
    await attempt(file, () => rm(file));
    for (let parent = path.dirname(file); parent !== path.resolve(folder); parent = path.dirname(parent))
      if (!(await removeEmpty(parent))) break;
  }
}

async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    // Others have files in it.
    return false;
  }
}

/** Names of a PROJECT file become paths, and who wrote that file may be anybody. */
function requireInside(file: string): void {
  const [first] = path.normalize(file).split(path.sep);
  if (path.isAbsolute(file) || first === '..')
    throw new CliError('Refused', `${file} is outside of the project: see the names in its PROJECT file`);
}

const isProject = (change: FileChange): boolean => change.path === 'PROJECT';

async function writeNeighbour(
  file: string,
  temporary: string,
  { content = '', executable }: FileChange,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const mode = await modeOf(file);
  await writeFile(temporary, content, { flag: 'wx' });
  if (mode !== undefined) await chmod(temporary, mode);
  else if (executable) await chmod(temporary, 0o755);
}

/** What an existing file may be used for, which stays so. */
async function modeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error('it is not a regular file');
    return found.mode & 0o777;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function attempt(file: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    throw new CliError('CannotWrite', `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** Reads files of a folder; undefined for those that are not there. */
export function projectReader(folder: string): (file: string) => Promise<string | undefined> {
  return async (file) => {
    try {
      return await readFile(path.join(folder, file), 'utf8');
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new CliError(
        'CannotRead',
        `cannot read ${path.join(folder, file)}: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    }
  };
}
