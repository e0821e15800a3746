import { Command, InvalidArgumentError } from 'commander';
import type { GeneratorPart } from '@kubewright/generator/generate';
import { addImageCommands } from './build/image-commands.js';
import { addRbacCommands } from './commands/rbac-commands.js';
import { addCrdCommands } from './crd/crd-commands.js';
import { addDeployCommands } from './deploy/deploy-commands.js';
import { parseCount, parsePort, parsePositive } from './io/flag-values.js';
import { addImportCommand } from './import/add-import-command.js';
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
      .option('--check', 'write nothing, and exit 1 when a file differs')
      .option('--watch', 'go on after each change of a source');

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
    .option(
      '--samples [folder]',
      'also a sample of each kind, unless somebody has changed it (default: config/samples)',
    )
    .option('--reference <file>', 'also an API reference in Markdown')
    .option('--json-schema <folder>', 'also JSON Schemas for editors')
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright generate\n  kubewright generate --only crd\n  kubewright generate --samples --reference docs/api.md --json-schema schemas',
    )
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
          watch: flags.watch ?? false,
          derived: {
            ...(flags.samples === undefined
              ? {}
              : { samples: flags.samples === true ? 'config/samples' : flags.samples }),
            ...(flags.reference === undefined ? {} : { reference: flags.reference }),
            ...(flags.jsonSchema === undefined ? {} : { jsonSchema: flags.jsonSchema }),
          },
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

  addImageCommands(program, io, exit);
  addDeployCommands(program, io, exit);
  addCrdCommands(program, io, exit);
  addImportCommand(program, io, exit);
  addRbacCommands(program, io, exit);

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
  samples?: string | true;
  reference?: string;
  jsonSchema?: string;
  files?: string[];
  only?: GeneratorPart[];
  maxDescLen?: number;
  embeddedObjectMeta?: boolean;
  roleName?: string;
  check?: boolean;
  watch?: boolean;
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
