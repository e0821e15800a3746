// Helpers of the benchmarks: run something several times in fresh processes, report medians.
import { execFileSync } from 'node:child_process';

const ROUNDS = 7;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs a module text in a fresh Node process; it prints one JSON object of numbers. Returns the median of each. */
export function sample(moduleText, { cwd, rounds = ROUNDS }) {
  const results = [];
  for (let i = 0; i < rounds + 1; i++) {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', moduleText], {
      cwd,
      encoding: 'utf8',
    });
    results.push(JSON.parse(output.trim().split('\n').at(-1)));
  }
  results.shift(); // The first one warms the file cache.
  return Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(results.map((r) => r[key]))]));
}

/** Wall-clock milliseconds of a command, median of some runs after one that warms up. */
export function timeCommand(command, args, { cwd, rounds = 3 }) {
  const times = [];
  for (let i = 0; i < rounds + 1; i++) {
    const start = performance.now();
    execFileSync(command, args, { cwd, stdio: 'ignore' });
    times.push(performance.now() - start);
  }
  times.shift();
  return median(times);
}

export const importCost = (specifier) => `
const before = process.memoryUsage.rss();
const start = performance.now();
await import('${specifier}');
console.log(JSON.stringify({ ms: performance.now() - start, rssMiB: (process.memoryUsage.rss() - before) / 2 ** 20 }));
`;
