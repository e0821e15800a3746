import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CommandIo } from '../io/terminal.js';

/** What git says of a folder: files that are changed or not committed; or `none` where it is not under git. */
export async function uncommittedFiles(
  folder: string,
  { env, signal }: CommandIo,
): Promise<readonly string[] | 'none'> {
  try {
    const { stdout } = await promisify(execFile)('git', ['status', '--porcelain', '-z', '--', '.'], {
      cwd: folder,
      env,
      signal,
      maxBuffer: 1 << 26,
    });
    return stdout
      .split('\0')
      .filter((entry) => entry.length > 3)
      .map((entry) => entry.slice(3));
  } catch {
    signal.throwIfAborted();
    return 'none';
  }
}
