import type { Command } from 'commander';
import { commandsOf, pathOf } from './command-tree.js';
import { usageHint } from './usage-hint.js';

/**
 * Has every command tell a line that it does not understand as one sentence, with what was most likely meant, and where
 * the help is. Called when all commands are there.
 */
export function explainUsageErrors(program: Command): void {
  for (const command of commandsOf(program)) {
    const output = command.configureOutput();
    command.showSuggestionAfterError(false).configureOutput({
      ...output,
      outputError: (text, write) => {
        const problem = text
          .trimEnd()
          .replace(/^error: /, '')
          .replace(/\.$/, '');
        const hint = usageHint(problem, command);
        write(`kubewright: ${problem}${hint === undefined ? '' : `: ${hint}`}\n`);
        write(`run "${pathOf(command)} --help" for how to call it\n`);
      },
    });
  }
}
