import type { Command } from 'commander';
import type { RunCommandOptions } from '../commands/run.js';
import { withClusterOptions } from '../io/cluster-options.js';
import type { CommandIo } from '../io/terminal.js';

type RunFlags = Omit<RunCommandOptions, 'folder' | 'args'>;

/** `kubewright run`. */
export function addRunCommand(program: Command, io: CommandIo, exit: (code: number) => void): void {
  withClusterOptions(
    program
      .command('run')
      .description("Run a project's operator on this machine, against the cluster of the current context.")
      .usage('[options] [folder] [-- flags of the operator]')
      .argument('[folder]', "the operator's project")
      .argument('[flags...]', 'after --: for the operator; see its --help'),
  )
    .option('--raw', "the operator's output as it is, also on a terminal", false)
    .addHelpText(
      'after',
      '\nIt ends with the exit code of the operator.\n\nExamples:\n  kubewright run\n  kubewright run --context kind-dev -- --log-level debug --debug-bind-address=:8082\n  ENABLE_WEBHOOKS=false kubewright run',
    )
    .action(async (first: string | undefined, rest: string[], flags: RunFlags) => {
      const { runCommand } = await import('../commands/run.js');
      // Without a folder, the first flag after -- stands in its place.
      const isFolder = first !== undefined && !first.startsWith('-');
      const args = isFolder || first === undefined ? rest : [first, ...rest];
      exit(await runCommand({ ...flags, folder: isFolder ? first : '.', args }, io));
    });
}
