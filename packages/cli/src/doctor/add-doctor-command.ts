import type { Command } from 'commander';
import type { DoctorCommandOptions } from '../commands/doctor.js';
import { withClusterOptions } from '../io/cluster-options.js';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

/** `kubewright doctor`. */
export function addDoctorCommand(program: Command, io: CommandIo, exit: (code: number) => void): void {
  withClusterOptions(
    program
      .command('doctor')
      .description('Look for what is wrong with machine, project and cluster, and say what to do about it.')
      .argument('[folder]', "the operator's project", '.'),
  )
    .option('--kustomization <folder>', 'what is deployed', 'config/default')
    .option('--no-cluster', 'look at machine and project only')
    .option('--strict', 'exit 1 for warnings, too', false)
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nIt writes nothing, and exits 1 when something is wrong.\n\nExamples:\n  kubewright doctor\n  kubewright doctor --no-cluster --strict\n  kubewright doctor --context staging --output json',
    )
    .action(async (folder: string, options: Omit<DoctorCommandOptions, 'folder'>) => {
      const { doctorCommand } = await import('../commands/doctor.js');
      exit(await doctorCommand({ ...options, folder }, io));
    });
}
