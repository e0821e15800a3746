import type { Command } from 'commander';
import type { ExplainCommandOptions } from '../commands/explain.js';
import { withClusterOptions } from '../io/cluster-options.js';
import { parsePort, parsePositive } from '../io/flag-values.js';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

const EXAMPLES = `
Examples:
  kubewright explain
  kubewright explain cart/first --follow
  kubewright explain cart/shop/first --failed
  kubewright explain --deployed --controller cart --output json
  kubewright explain --pod shop-controller-manager-5d9f --namespace shop-system`;

/** `kubewright explain`. */
export function addExplainCommand(program: Command, io: CommandIo, exit: (code: number) => void): void {
  withClusterOptions(
    program
      .command('explain')
      .description(
        'Tell why a running operator reconciled, and what it did: causes, requests, changed fields, errors.',
      )
      .argument('[kind/name]', 'only this kind, or object: KIND, KIND/NAME or KIND/NAMESPACE/NAME'),
  )
    .option('-n, --namespace <name>', 'only objects there; with --pod, where the pod is')
    .option('--controller <controller>', 'only this controller')
    .option('--failed', 'only what failed', false)
    .option('--limit <n>', 'at most so many, the newest', parsePositive, 20)
    .option('-f, --follow', 'go on with what comes', false)
    .addOption(outputOption())
    .option(
      '--address <address>',
      'where the debug server is (default: that of "kubewright run" or "dev", or :8082)',
    )
    .option('--pod <name>', 'a pod, through the API server')
    .option('--deployed', 'the pod of the operator that the project deployed', false)
    .option('--port <n>', 'of the debug server in the pod (default: as its flags say, or 8082)', parsePort)
    .option('--project <folder>', "the operator's project", '.')
    .option('--kustomization <folder>', 'what is deployed', 'config/default')
    .addHelpText('after', EXAMPLES)
    .action(async (target: string | undefined, flags: ExplainFlags) => {
      const { explainCommand } = await import('../commands/explain.js');
      const { project, ...options } = flags;
      exit(
        await explainCommand(
          { ...options, folder: project, ...(target === undefined ? {} : { target }) },
          io,
        ),
      );
    });
}

type ExplainFlags = Omit<ExplainCommandOptions, 'target' | 'folder'> & { project: string };
