import type { Command } from 'commander';
import type { ImportCommandOptions } from '../commands/import.js';
import type { CommandIo } from '../io/terminal.js';

const EXAMPLES = `
Examples:
  kubewright import config/crd/bases
  kubewright import cert-manager.yaml --kind Certificate --external
  kubectl get crd prometheuses.monitoring.coreos.com -o yaml | kubewright import -
  kubewright import --context staging --group metrics.k8s.io --output -`;

/** `kubewright import`. */
export function addImportCommand(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('import')
    .description(
      'Write TypeScript types for the kinds of CustomResourceDefinitions, OpenAPI v3 or a cluster.',
    )
    .argument('[sources...]', 'files, folders, addresses, or - for standard input; without any: the cluster')
    .option(
      '--output <folder>',
      'where the files go; - prints them (default: src/api, with --external src/external)',
    )
    .option('--external', 'for kinds of others: the generator makes no definitions of them', false)
    .option('--context <name>', 'the cluster of this context of the kubeconfig')
    .option('--kubeconfig <file>', 'the cluster that this file names')
    .option('--group <name>', 'only this API group; may be repeated', collect)
    .option('--kind <name>', 'only this kind; may be repeated', collect)
    .option('--per-kind', 'a file for each kind and not for each version', false)
    .option('--package <name>', 'where the types of Kubernetes are imported from', 'kubewright')
    .option('--force', 'replace files that differ', false)
    .addHelpText('after', EXAMPLES)
    .action(async (sources: string[], options: Omit<ImportCommandOptions, 'sources'>) => {
      const { importCommand } = await import('../commands/import.js');
      exit(await importCommand({ ...options, sources }, io));
    });
}

/** Of an option that may be repeated. */
function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}
