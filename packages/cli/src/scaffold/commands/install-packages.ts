import { spawn } from 'node:child_process';
import type { CommandIo } from '../../io/terminal.js';
import { writeLine } from '../../io/terminal.js';
import type { OutputFormat } from '../../io/output-format.js';

/** Runs `npm install` in a project and shows what it prints. False when it failed or there is no npm; stderr tells why. */
export async function installPackages(
  folder: string,
  output: OutputFormat,
  io: CommandIo,
  packages: readonly string[] = [],
): Promise<boolean> {
  // Standard output is for the report alone when a script reads it.
  const progress = output === 'json' ? io.stderr : io.stdout;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const child = spawn('npm', ['install', '--no-audit', '--no-fund', ...packages], {
        cwd: folder,
        env: io.env,
        signal: io.signal,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => void progress.write(text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => void io.stderr.write(text));
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
    });
  } catch (error) {
    io.signal.throwIfAborted();
    writeLine(io.stderr, `kubewright: npm cannot be run: ${(error as Error).message}`);
    return false;
  }
}
