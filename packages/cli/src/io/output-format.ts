import { Option } from 'commander';
import type { Output } from './terminal.js';

/** How a command prints what it found: sentences for people, or JSON for scripts. */
export type OutputFormat = 'text' | 'json';

/** `-o, --output`, as kubectl has it. */
export function outputOption(): Option {
  return new Option('-o, --output <format>', 'how to print').choices(['text', 'json']).default('text');
}

/** One document of JSON on its own lines. */
export function writeJson(output: Output, value: unknown): void {
  output.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
