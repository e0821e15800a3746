import type { Command } from 'commander';
import { complete } from '../completion/completions.js';
import { knownValues } from '../completion/known-values.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface CompleteCommandOptions {
  readonly program: Command;
  readonly before: readonly string[];
  readonly current: string;
}

/** What the scripts of `kubewright completion` call; see there for the form of the answer. */
export async function completeCommand(options: CompleteCommandOptions, io: CommandIo): Promise<number> {
  const { candidates, paths } = await complete({ ...options, values: knownValues(io) });
  for (const { value, description } of candidates)
    writeLine(io.stdout, `${value}\t${description.replaceAll(/\s+/g, ' ')}`);
  writeLine(io.stdout, `:${paths}`);
  return 0;
}
