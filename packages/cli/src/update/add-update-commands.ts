import type { Command } from 'commander';
import type { RenderCommandOptions } from '../commands/render.js';
import type { UpdateCommandOptions } from '../commands/update.js';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

/** `kubewright update` and `kubewright render`. */
export function addUpdateCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('update')
    .description('Bring a project to this release: merge what its templates changed with what you changed.')
    .argument('[folder]', 'the project', '.')
    .option(
      '--from <path>',
      'the release that made the project: a package or checkout of it, or what its "render" wrote (default: by npm)',
    )
    .option('--two-way', 'without that release: every difference is a conflict', false)
    .option('--dry-run', 'show the differences, and write nothing', false)
    .option('--force', 'also with changes that are not committed', false)
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nIt exits 1 when there are conflicts, which stand in the files as git writes them.\n\nExamples:\n  kubewright update --dry-run\n  kubewright update\n  kubewright update --from ../kubewright-0.1\n  kubewright update --two-way --force',
    )
    .action(async (folder: string, flags: Omit<UpdateCommandOptions, 'folder'>) => {
      const { updateCommand } = await import('../commands/update.js');
      exit(await updateCommand({ ...flags, folder }, io));
    });

  program
    .command('render')
    .description('Write the files that this release makes of a PROJECT file into a folder of their own.')
    .argument('<output>', 'the folder, which must be empty')
    .option('--project <folder>', 'the project', '.')
    .addHelpText('after', '\nExample:\n  kubewright render /tmp/as-made')
    .action(async (output: string, flags: Omit<RenderCommandOptions, 'output'>) => {
      const { renderCommand } = await import('../commands/render.js');
      exit(await renderCommand({ ...flags, output }, io));
    });
}
