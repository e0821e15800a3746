import { Command, Help, Option } from 'commander';
import { addImageCommands } from './build/image-commands.js';
import { addRbacCommands } from './commands/rbac-commands.js';
import { addCrdCommands } from './crd/crd-commands.js';
import { addDeployCommands } from './deploy/deploy-commands.js';
import { addDevCommand } from './dev/add-dev-command.js';
import { addDoctorCommand } from './doctor/add-doctor-command.js';
import { addExplainCommand } from './explain/add-explain-command.js';
import { parsePort } from './io/flag-values.js';
import { addGenerateCommands } from './generate/generate-commands.js';
import { addImportCommand } from './import/add-import-command.js';
import type { CommandIo } from './io/terminal.js';
import { addRunCommand } from './run/add-run-command.js';
import { addToolCommands } from './tools/tool-commands.js';
import { USAGE_ERROR } from './usage/exit-codes.js';
import { explainUsageErrors } from './usage/explain-usage-errors.js';
import { addScaffoldCommands } from './scaffold/add-scaffold-commands.js';
import { addUpdateCommands } from './update/add-update-commands.js';
import { version } from './version.js';

const EXIT_CODES = `Exit codes: 0, done; 1, it failed, or what was checked is wrong; ${USAGE_ERROR}, the command line was not understood.`;

/** The command line; each command is loaded when it is called. `exit` receives the exit code of the command that ran. */
export function createProgram(io: CommandIo, exit: (code: number) => void): Command {
  const program = new Command('kubewright')
    .description('The Operator Framework for Kubernetes, in TypeScript.')
    .version(version)
    // So that --version after a command is the command's.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .configureHelp({ optionDescription })
    .addHelpText('after', `\n${EXIT_CODES}\n\nExamples:\n  kubewright <command> --help\n  kubewright dev`)
    .exitOverride();

  program.commandsGroup('Projects:');
  addScaffoldCommands(program, io, exit);
  addUpdateCommands(program, io, exit);

  program.commandsGroup('Development:');
  addDevCommand(program, io, exit);
  addRunCommand(program, io, exit);
  program
    .command('control-plane')
    .description('Run only the embedded control plane, until SIGTERM.')
    .requiredOption('--kubeconfig <file>', 'where to write the kubeconfig')
    .option('--port <n>', 'port on loopback; 0 takes any free one', parsePort, 0)
    .addHelpText(
      'after',
      '\nExample:\n  kubewright control-plane --kubeconfig ./kubeconfig &\n  kubectl --kubeconfig ./kubeconfig get nodes',
    )
    .action(async (options: { kubeconfig: string; port: number }) => {
      const { controlPlaneCommand } = await import('./commands/control-plane.js');
      exit(await controlPlaneCommand(options, io));
    });

  program.commandsGroup('Types and manifests:');
  addGenerateCommands(program, io, exit);
  program
    .command('markers')
    .description('Explain the markers that types and comments may hold.')
    .argument('[marker...]', 'markers, tags, or what their names begin or end with (without: all of them)')
    .addOption(
      new Option('-o, --output <format>', 'how to print')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright markers\n  kubewright markers printcolumn\n  kubewright markers kubebuilder:validation -o json',
    )
    .action(async (names: string[], options: { output: 'text' | 'json' | 'markdown' }) => {
      const { markersCommand } = await import('./commands/markers.js');
      exit(markersCommand({ names, output: options.output }, io));
    });
  addImportCommand(program, io, exit);
  addCrdCommands(program, io, exit);
  addRbacCommands(program, io, exit);

  program.commandsGroup('Images and clusters:');
  addImageCommands(program, io, exit);
  addDeployCommands(program, io, exit);
  addDoctorCommand(program, io, exit);
  addExplainCommand(program, io, exit);

  program.commandsGroup('The command itself:').helpCommand('help [command]', 'Display help for a command.');
  addToolCommands(program, io, exit);
  explainUsageErrors(program);
  return program;
}

/** As commander has it, without telling that a switch is off. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ ?\(default: false\)$/, '');
}
