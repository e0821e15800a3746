// An operator as a process of its own: what it tells, and what it costs, read from /proc.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { cpuMs } from '../server/processes.mjs';

/** Starts `{ command, args, env }`; `told(event)` resolves to the milliseconds from the start of the process to that line. */
export function startOperator({ command, args, env }) {
  const startedAt = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const events = new Map();
  const waiting = new Map();
  let lastWords = '';
  const settle = (event, ms) => {
    events.set(event, ms);
    waiting.get(event)?.resolve(ms);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"event":')) settle(JSON.parse(line).event, performance.now() - startedAt);
    else if (line.includes('"error"')) lastWords = line;
  });
  child.stderr.on('data', (chunk) => (lastWords = String(chunk)));
  child.once('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the operator ended with code ${code}: ${lastWords}`));
  });
  const status = (field) =>
    Number(
      new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1],
    ) / 1024;
  return {
    told: (event) => {
      if (events.has(event)) return Promise.resolve(events.get(event));
      return new Promise((resolve, reject) => waiting.set(event, { resolve, reject }));
    },
    cpuMs: () => cpuMs({ pids: [child.pid] }),
    rssMiB: () => status('VmRSS'),
    peakRssMiB: () => status('VmHWM'),
    stop: async () => {
      waiting.clear();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
