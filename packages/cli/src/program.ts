import { Command, InvalidArgumentError } from 'commander';
import type { GeneratorPart } from '@kubewright/generator';
import type { BuildCommandOptions } from './commands/build.js';
import type { PushCommandOptions } from './commands/push.js';
import { addCrdCommands } from './crd/crd-commands.js';
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

  const generateOptions = (command: Command): Command =>
    command
      .argument('[folder]', 'the project', '.')
      .option('--files <globs...>', 'sources, relative to the folder (default: those of its tsconfig.json)')
      .option('--max-desc-len <bytes>', 'cut descriptions in CRDs; 0 leaves them out', parseCount)
      .option('--embedded-object-meta', 'give the metadata of templates a schema, so that it is not pruned')
      .option('--role-name <name>', 'of roles whose markers name none (default: manager-role)')
      .option('--check', 'write nothing, and exit 1 when a file differs');

  generateOptions(
    program
      .command('manifests')
      .description('Write the CRDs, roles and webhook configurations that types and markers say.'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright manifests\n  kubewright manifests examples/appservice --check',
    )
    .action((folder: string, flags: GenerateFlags) => runGenerate(folder, flags, MANIFESTS));

  generateOptions(
    program.command('generate').description('Write everything that is made from types and markers.'),
  )
    .option('--only <parts...>', `some of it: ${MANIFESTS.join(', ')}`, parseParts)
    .addHelpText('after', '\nExamples:\n  kubewright generate\n  kubewright generate --only crd')
    .action((folder: string, flags: GenerateFlags) => runGenerate(folder, flags, flags.only ?? MANIFESTS));

  async function runGenerate(
    folder: string,
    flags: GenerateFlags,
    parts: readonly GeneratorPart[],
  ): Promise<void> {
    const { generateCommand } = await import('./commands/generate.js');
    exit(
      await generateCommand(
        {
          folder,
          parts,
          files: flags.files ?? [],
          embeddedObjectMeta: flags.embeddedObjectMeta ?? false,
          check: flags.check ?? false,
          ...(flags.maxDescLen === undefined ? {} : { maxDescLen: flags.maxDescLen }),
          ...(flags.roleName === undefined ? {} : { roleName: flags.roleName }),
        },
        io,
      ),
    );
  }

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

  program
    .command('build')
    .description('Bundle an operator into one file, and make a container image of it.')
    .argument('[folder]', "the operator's project", '.')
    .option('-t, --image <name>', 'name of the image (without: only the bundle is made)')
    .option('--engine <engine>', 'auto, none, docker, podman or buildah', 'auto')
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
      const { buildCommand } = await import('./commands/build.js');
      exit(await buildCommand({ ...options, folder }, io));
    });

  program
    .command('push')
    .description('Push the image that build made to its registry.')
    .argument('<image>', 'name of the image')
    .option('--from <folder>', 'the OCI layout that build wrote', '.kubewright/image')
    .option('--engine <engine>', 'auto, none, docker, podman or buildah', 'auto')
    .option('--insecure', 'speak plain HTTP with the registry', false)
    .addHelpText('after', '\nExample:\n  kubewright push registry.example.com/me/operator:v1')
    .action(async (image: string, options: Omit<PushCommandOptions, 'image'>) => {
      const { pushCommand } = await import('./commands/push.js');
      exit(await pushCommand({ ...options, image }, io));
    });

  addCrdCommands(program, io, exit);

  program
    .command('markers')
    .description('Explain the markers that types and comments may hold.')
    .argument('[name...]', 'markers, tags, or what their names begin or end with (without: all of them)')
    .option('-o, --output <format>', 'text, json or markdown', 'text')
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright markers\n  kubewright markers printcolumn\n  kubewright markers kubebuilder:validation -o json',
    )
    .action(async (names: string[], options: { output: string }) => {
      const { markersCommand } = await import('./commands/markers.js');
      exit(markersCommand({ names, output: options.output }, io));
    });
  return program;
}

const MANIFESTS: readonly GeneratorPart[] = ['crd', 'rbac', 'webhook'];

interface GenerateFlags {
  files?: string[];
  only?: GeneratorPart[];
  maxDescLen?: number;
  embeddedObjectMeta?: boolean;
  roleName?: string;
  check?: boolean;
}

interface DevFlags {
  once?: boolean;
  timeout: number;
  kubeconfig: string;
  port: number;
  verbose?: boolean;
}

function parseParts(text: string, before: readonly GeneratorPart[] = []): GeneratorPart[] {
  const part = MANIFESTS.find((one) => one === text);
  if (part === undefined) throw new InvalidArgumentError(`a part is one of ${MANIFESTS.join(', ')}.`);
  return [...before, part];
}

function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at least 0.');
  return Number(text);
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
