import { readFile } from 'node:fs/promises';
import { CliError } from '../errors.js';

/**
 * The text of a file; undefined when there is none.
 *
 * @throws CliError 'CannotRead' when something else is there
 */
export async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('CannotRead', `cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}
