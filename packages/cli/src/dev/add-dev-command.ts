import type { Command } from 'commander';
import { parsePort, parsePositive } from '../io/flag-values.js';
import type { CommandIo } from '../io/terminal.js';

interface DevFlags {
  once?: boolean;
  timeout: number;
  kubeconfig?: string;
  context?: string | true;
  yes?: boolean;
  webhookHost?: string;
  port: number;
  samples: boolean;
  dashboard: boolean;
  page: boolean;
  pagePort: number;
  open?: boolean;
  verbose?: boolean;
}

const EXAMPLES = `
Examples:
  kubewright dev
  kubewright dev --no-dashboard --verbose -- --log-level=debug
  kubewright dev --context kind-dev --yes --no-samples
  kubewright dev examples/appservice --once --timeout 30`;

/** `kubewright dev`. */
export function addDevCommand(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('dev')
    .description(
      'Run an operator on the embedded control plane, again after each save, and show what becomes of it.',
    )
    .usage('[options] [folder] [-- flags of the operator]')
    .argument('[folder]', "the operator's project")
    .argument('[flags...]', 'after --: for the operator; see its --help')
    .option('--once', 'exit 0 when the samples have converged; take manifests as they are, and watch nothing')
    .option('--timeout <seconds>', 'with --once: give up after so long', parsePositive, 60)
    .option('--context [name]', 'use the cluster of the current context, or of the named one, instead')
    .option('-y, --yes', 'with --context: do not ask')
    .option(
      '--webhook-host <name>',
      'with --context: where its API server reaches this machine, for webhooks',
    )
    .option(
      '--kubeconfig <file>',
      'where to write the kubeconfig (default: .kubewright/kubeconfig); with --context the one to read',
    )
    .option('--port <n>', 'port of the API server on loopback; 0 takes any free one', parsePort, 0)
    .option('--no-samples', 'do not apply config/samples')
    .option('--no-dashboard', 'print lines, on a terminal too')
    .option('--no-page', 'do not serve the dashboard to the browser')
    .option('--page-port <n>', 'port of that page on loopback; 0 takes any free one', parsePort, 0)
    .option('--open', 'open that page in the browser')
    .option('--verbose', 'show debug lines, stacks, and how long each step took')
    .addHelpText('after', EXAMPLES)
    .action(async (first: string | undefined, rest: string[], flags: DevFlags) => {
      const { devCommand } = await import('../commands/dev.js');
      // Without a folder, the first flag after -- stands in its place.
      const isFolder = first !== undefined && !first.startsWith('-');
      const { timeout, once = false, verbose = false, yes = false, open = false, ...others } = flags;
      exit(
        await devCommand(
          {
            ...others,
            folder: isFolder ? first : '.',
            args: isFolder || first === undefined ? rest : [first, ...rest],
            timeoutMs: timeout * 1000,
            once,
            verbose,
            yes,
            open,
          },
          io,
        ),
      );
    });
}
