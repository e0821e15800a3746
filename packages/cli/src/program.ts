import { Command, InvalidArgumentError } from 'commander';
import type { CommandIo } from './io/terminal.js';
import { version } from './version.js';

/** The command line; each command is loaded when it is called. `exit` receives the exit code of the command that ran. */
export function createProgram(io: CommandIo, exit: (code: number) => void): Command {
  const program = new Command('kubewright')
    .description('The Operator Framework for Kubernetes, in TypeScript.')
    .version(version)
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text.replace(/^error: /, 'kubewright: ')),
    })
    .exitOverride();

  program
    .command('dev')
    .description('Run an operator on the embedded control plane and show what converges.')
    .argument('[folder]', "the operator's project", '.')
    .option('--once', 'exit 0 when the samples have converged')
    .option('--timeout <seconds>', 'with --once: give up after so long', parsePositive, 60)
    .option('--kubeconfig <file>', 'where to write the kubeconfig', '.kubewright/kubeconfig')
    .option('--port <n>', 'port of the API server on loopback; 0 takes any free one', parsePort, 0)
    .option('--verbose', "show the operator's info lines too")
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright dev\n  kubewright dev examples/appservice --once --timeout 30',
    )
    .action(async (folder: string, options: DevFlags) => {
      const { devCommand } = await import('./commands/dev.js');
      exit(
        await devCommand(
          {
            folder,
            once: options.once ?? false,
            timeoutMs: options.timeout * 1000,
            kubeconfig: options.kubeconfig,
            port: options.port,
            verbose: options.verbose ?? false,
          },
          io,
        ),
      );
    });

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
  return program;
}

interface DevFlags {
  once?: boolean;
  timeout: number;
  kubeconfig: string;
  port: number;
  verbose?: boolean;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('a port is a number from 0 to 65535.');
  return port;
}

function parsePositive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('it must be a number above 0.');
  return value;
}
