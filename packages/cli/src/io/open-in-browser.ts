import { spawn } from 'node:child_process';

/** The command that opens a URL in what the user browses with, by platform. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` belongs to the shell; its first argument is a title.
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the URL in the user's browser. Resolves when that was started; rejects when there is nothing to do it with. */
export function openInBrowser(url: string): Promise<void> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
