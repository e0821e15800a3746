import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '../io/write-file.js';

const FILE = path.join('.kubewright', 'debug.json');

/**
 * Leaves word in a project where the debug server of its running operator is, for `kubewright explain`, and returns how to
 * take it back. The file is of no use once the operator has ended, and is not believed then: nobody answers there.
 */
export async function leaveDebugAddress(folder: string, url: string): Promise<() => Promise<void>> {
  const file = path.join(folder, FILE);
  await writePrivateFile(file, `${JSON.stringify({ url })}\n`);
  return async () => {
    // Another run may have written its own.
    if ((await debugAddressIn(folder)) === url) await rm(file, { force: true });
  };
}

/** Undefined where nobody left word. */
export async function debugAddressIn(folder: string): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(await readFile(path.join(folder, FILE), 'utf8')) as { url?: unknown };
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
