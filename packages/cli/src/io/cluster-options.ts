import type { Command } from 'commander';

/** The flags by which a command finds its cluster; see `ClusterFlags`. */
export function withClusterOptions(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'which cluster; by default as kubectl finds it')
    .option('--context <name>', 'which context of the kubeconfig');
}
