import { Option } from 'commander';
import type { Command } from 'commander';
import type { CrdDiffOptions } from '../commands/crd-diff.js';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

/** `kubewright crd ...`. */
export function addCrdCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const crd = program.command('crd').description('Work with CustomResourceDefinitions.');
  crd
    .command('diff')
    .description('Say what a change of definitions means to stored objects and to clients.')
    .argument('<old>', 'a file, a folder, git:REVISION:PATH, or "cluster"')
    .argument('<new>', 'what takes its place')
    .addOption(outputOption())
    .addOption(
      new Option('--fail-on <severity>', 'from which severity on to exit with code 2')
        .choices(['breaking', 'warning', 'never'])
        .default('breaking'),
    )
    .option('--kubeconfig <file>', 'of the cluster')
    .option('--context <name>', 'of the kubeconfig, for the cluster')
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright crd diff git:HEAD:config/crd/bases config/crd/bases\n  kubewright crd diff cluster config/crd/bases --context production --fail-on warning',
    )
    .action(async (before: string, after: string, options: Omit<CrdDiffOptions, 'before' | 'after'>) => {
      const { crdDiffCommand } = await import('../commands/crd-diff.js');
      exit(await crdDiffCommand({ ...options, before, after }, io));
    });
}
