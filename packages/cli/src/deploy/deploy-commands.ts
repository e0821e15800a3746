import type { Command } from 'commander';
import type { DeployFlags, InstallerFlags } from '../commands/deploy.js';
import { withClusterOptions } from '../io/cluster-options.js';
import { parsePositive } from '../io/flag-values.js';
import { outputOption } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

interface CommonFlags {
  /** Seconds. */
  timeout: number;
  output: OutputFormat;
}

/** Adds the commands that bring an operator into a cluster and out of it. `exit` receives the exit code of the one that ran. */
export function addDeployCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const projectCommand = (name: string, description: string, example: string): Command =>
    withClusterOptions(
      program.command(name).description(description).argument('[folder]', "the operator's project", '.'),
    )
      .option('--timeout <seconds>', 'how long to wait', parsePositive, 120)
      .addOption(outputOption())
      .addHelpText('after', `\nExample:\n  ${example}`);
  const withImage = (command: Command): Command =>
    command
      .option('-i, --image <name>', 'image of the operator')
      .option('--kustomization <folder>', 'what is deployed', 'config/default');
  const flagsOf = ({ timeout, ...flags }: CommonFlags, folder: string) => ({
    ...flags,
    folder,
    timeoutMs: timeout * 1000,
  });

  projectCommand('install', "Install a project's CRDs into a cluster.", 'kubewright install').action(
    async (folder: string, flags: CommonFlags) => {
      const { installCommand } = await import('../commands/deploy.js');
      exit(await installCommand(flagsOf(flags, folder), io));
    },
  );
  projectCommand(
    'uninstall',
    "Remove a project's CRDs from a cluster, and with them all objects of their kinds.",
    'kubewright uninstall',
  ).action(async (folder: string, flags: CommonFlags) => {
    const { uninstallCommand } = await import('../commands/deploy.js');
    exit(await uninstallCommand(flagsOf(flags, folder), io));
  });
  withImage(
    projectCommand(
      'deploy',
      'Deploy an operator into a cluster: CRDs, permissions, the manager and what config/default adds.',
      'kubewright deploy --image registry.example.com/me/operator:v1',
    ),
  )
    .option('--no-wait', 'do not wait until the manager is rolled out')
    .action(
      async (folder: string, flags: CommonFlags & Omit<DeployFlags, 'folder' | 'timeoutMs' | 'output'>) => {
        const { deployCommand } = await import('../commands/deploy.js');
        exit(await deployCommand(flagsOf(flags, folder) as DeployFlags, io));
      },
    );
  withImage(
    projectCommand('undeploy', 'Remove from a cluster what deploy made.', 'kubewright undeploy'),
  ).action(
    async (folder: string, flags: CommonFlags & Omit<DeployFlags, 'folder' | 'timeoutMs' | 'output'>) => {
      const { undeployCommand } = await import('../commands/deploy.js');
      exit(await undeployCommand(flagsOf(flags, folder) as DeployFlags, io));
    },
  );
  withImage(
    program
      .command('build-installer')
      .description('Write everything that deploy applies into one file, for kubectl apply -f.')
      .argument('[folder]', "the operator's project", '.'),
  )
    .option('--output <file>', 'where; - is standard output', 'dist/install.yaml')
    .addHelpText(
      'after',
      '\nExample:\n  kubewright build-installer --image registry.example.com/me/operator:v1',
    )
    .action(async (folder: string, flags: Omit<InstallerFlags, 'folder'>) => {
      const { buildInstallerCommand } = await import('../commands/deploy.js');
      exit(await buildInstallerCommand({ ...flags, folder }, io));
    });
}
