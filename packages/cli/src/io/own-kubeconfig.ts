import { readFile, rm } from 'node:fs/promises';
import { CliError } from '../errors.js';
import { writePrivateFile } from './write-file.js';

/** The first line of what is ours to replace and to remove. */
const MARK = '# Written by kubewright for an embedded control plane; removed when it stops.\n';

/**
 * Writes a kubeconfig, and returns how to remove it: it is of no use when its control plane is gone. A file that
 * somebody else wrote is never replaced.
 *
 * @throws CliError 'CannotWrite' naming the file
 */
export async function writeOwnKubeconfig(file: string, text: string): Promise<() => Promise<void>> {
  const present = await contentOf(file);
  if (present !== undefined && present !== '' && !present.startsWith(MARK)) {
    const hint = 'name another with --kubeconfig, or remove it';
    throw new CliError('CannotWrite', `${file} exists and was not written by kubewright: ${hint}`);
  }
  const content = MARK + text;
  await writePrivateFile(file, content);
  return async () => {
    // Another run may have taken the name over.
    if ((await contentOf(file)) === content) await rm(file, { force: true });
  };
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
