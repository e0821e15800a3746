import { Argument } from 'commander';
import type { Command } from 'commander';
import { outputOption } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';
import type { Shell } from '../completion/scripts.js';

/** `kubewright version` and `kubewright completion`. */
export function addToolCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('version')
    .description('Say which versions are at work: of this command, Node, Kubernetes, and in the project.')
    .argument('[folder]', 'where a project may be', '.')
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  kubewright version\n  kubewright version --output json')
    .action(async (folder: string, options: { output: OutputFormat }) => {
      const { versionCommand } = await import('../commands/version.js');
      exit(await versionCommand({ ...options, folder }, io));
    });

  program
    .command('completion')
    .description('Print what a shell loads to complete commands, flags and their values.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(kubewright completion bash)\n  kubewright completion bash > ~/.local/share/bash-completion/completions/kubewright\n  kubewright completion zsh > ~/.zfunc/_kubewright\n  kubewright completion fish > ~/.config/fish/completions/kubewright.fish',
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/scripts.js');
      io.stdout.write(completionScript(shell));
      exit(0);
    });

  program
    .command('__complete', { hidden: true })
    .description('What the scripts of completion ask.')
    .argument('[words...]', 'the words before the cursor')
    .requiredOption('--current <word>', 'the word at the cursor')
    .action(async (before: string[], { current }: { current: string }) => {
      const { completeCommand } = await import('../commands/complete.js');
      exit(await completeCommand({ program, before, current }, io));
    });
}
