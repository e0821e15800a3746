// The embedded server as a process of its own, and what a server's processes cost, read from /proc.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TICKS_PER_SECOND = 100; // USER_HZ, on every Linux that Node runs on.

/** Starts the embedded server: `{ url, ca, token, pids, readyMs, stop }`. */
export async function startEmbedded() {
  const started = performance.now();
  const script = fileURLToPath(new URL('embedded.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  const readyMs = performance.now() - started;
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { ...JSON.parse(line), pids: [child.pid], readyMs, stop };
}

/** Resident memory of a server's processes together, in MiB. */
export function rssMiB({ pids }) {
  const kib = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return pids.reduce((sum, pid) => sum + kib(pid), 0) / 1024;
}

/** CPU time that a server's processes have used so far, in milliseconds. */
export function cpuMs({ pids }) {
  const ticks = (pid) => {
    // The name of the program may hold blanks: fields are counted after its closing parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  return pids.reduce((sum, pid) => sum + (ticks(pid) * 1000) / TICKS_PER_SECOND, 0);
}
