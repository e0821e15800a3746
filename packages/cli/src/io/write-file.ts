import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
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
    await mkdir(path.dirname(file), { recursive: true });
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
