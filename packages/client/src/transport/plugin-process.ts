import { spawn } from 'node:child_process';

import type { RunPlugin } from './exec-plugin.js';

export function isTerminal(): boolean {
  return process.stdin.isTTY;
}

/** Starts the plugin itself, not a shell that would read its arguments again. */
export const runProcess: RunPlugin = ({ command, args, env, interactive }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
      shell: false,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout: Buffer.concat(chunks).toString('utf8') }));
  });
