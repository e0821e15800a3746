import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';

/**
 * Writes a file whole or not at all: to a neighbour first, then renamed. Readable by the owner only, because
 * kubeconfigs hold keys.
 *
 * @throws CliError 'CannotWrite' naming the file and the cause.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(8).toString('hex')}.tmp`,
  );
  try {
    await makeFolder(path.dirname(file));
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new CliError('CannotWrite', `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** Writes a file that can be made again: whole for whoever reads it meanwhile, and as fast as that goes. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(8).toString('hex')}`,
  );
  try {
    await makeFolder(path.dirname(file));
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new CliError('CannotWrite', `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** As Node's `mkdir` with `recursive`, which never returns where a folder is there and none can be made in it: /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return;
  await makeFolder(path.dirname(folder));
  if (!(await isMade(folder))) throw new Error(`the folder ${folder} cannot be made`);
}

/** False when its parent must be made first. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EEXIST' || code === 'EISDIR') return true;
    if (code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    return false;
  }
}
