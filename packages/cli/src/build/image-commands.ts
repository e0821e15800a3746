import { Option } from 'commander';
import type { Command } from 'commander';
import type { BuildCommandOptions } from '../commands/build.js';
import type { PushCommandOptions } from '../commands/push.js';
import type { CommandIo } from '../io/terminal.js';

/** Adds the commands that make and send an operator's image. `exit` receives the exit code of the one that ran. */
export function addImageCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('build')
    .description('Bundle an operator into one file, and make a container image of it.')
    .argument('[folder]', "the operator's project", '.')
    .option('-t, --image <name>', 'name of the image (without: only the bundle is made)')
    .addOption(engineOption())
    .option(
      '--base <base>',
      'without an engine, what the image stands on: node (that of this machine), oci:<folder>, or an image of a registry',
      'node',
    )
    .option(
      '--output <path>',
      'without an engine: a folder for an OCI layout, or a file .tar',
      '.kubewright/image',
    )
    .option('--platform <os/arch>', 'for example linux/arm64')
    .option('--push', 'push it, too', false)
    .option('--insecure', 'speak plain HTTP with the registries', false)
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright build --image registry.example.com/me/operator:v1 --push\n  kubewright build --image me/operator:v1 --engine none --base docker.io/library/node:22-slim\n  kubewright build --image me/operator:v1 --engine none --output operator.tar && docker load -i operator.tar',
    )
    .action(async (folder: string, options: Omit<BuildCommandOptions, 'folder'>) => {
      const { buildCommand } = await import('../commands/build.js');
      exit(await buildCommand({ ...options, folder }, io));
    });

  program
    .command('push')
    .description('Push the image that build made to its registry.')
    .argument('<image>', 'name of the image')
    .option('--from <folder>', 'the OCI layout that build wrote', '.kubewright/image')
    .addOption(engineOption())
    .option('--insecure', 'speak plain HTTP with the registry', false)
    .addHelpText('after', '\nExample:\n  kubewright push registry.example.com/me/operator:v1')
    .action(async (image: string, options: Omit<PushCommandOptions, 'image'>) => {
      const { pushCommand } = await import('../commands/push.js');
      exit(await pushCommand({ ...options, image }, io));
    });
}

function engineOption(): Option {
  return new Option('--engine <engine>', 'what builds and pushes')
    .choices(['auto', 'none', 'docker', 'podman', 'buildah'])
    .default('auto');
}
