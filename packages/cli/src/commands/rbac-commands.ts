import type { Command } from 'commander';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';
import type { RbacCheckOptions } from './rbac-check.js';

/** `kubewright rbac`. */
export function addRbacCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const rbac = program.command('rbac').description('Permissions of an operator.');
  rbac
    .command('check')
    .description('Hold what an operator called in its tests against the rules that its markers declare.')
    .argument('[folder]', "the operator's project", '.')
    .option('--calls <path>', 'file or folder of recorded calls', '.kubewright/calls')
    .option('--roles <paths...>', 'roles to check in place of the markers: files or folders')
    .option('--strict', 'exit 1 for rules that allow more than was used, too', false)
    .option('--fix', 'print the marker lines that are needed, ready to paste', false)
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  KUBEWRIGHT_RECORD_CALLS=.kubewright/calls npm test\n  kubewright rbac check\n  kubewright rbac check --fix\n  kubewright rbac check --roles config/rbac/role.yaml --strict',
    )
    .action(async (folder: string, options: RbacCheckFlags) => {
      const { rbacCheckCommand } = await import('./rbac-check.js');
      exit(await rbacCheckCommand({ ...options, roles: options.roles ?? [], folder }, io));
    });
}

type RbacCheckFlags = Omit<RbacCheckOptions, 'folder' | 'roles'> & { roles?: string[] };
