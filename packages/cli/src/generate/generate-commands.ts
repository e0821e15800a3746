import { Option } from 'commander';
import type { Command } from 'commander';
import type { GeneratorPart } from '@kubewright/generator/generate';
import { parseCount } from '../io/flag-values.js';
import { outputOption } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';

/** Repeated here, so that the generator is not loaded for other commands. */
const PARTS: readonly GeneratorPart[] = ['crd', 'rbac', 'webhook'];

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
  output: OutputFormat;
}

/** `kubewright manifests` and `kubewright generate`. */
export function addGenerateCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const withOptions = (command: Command): Command =>
    command
      .argument('[folder]', 'the project', '.')
      .option('--files <globs...>', 'sources, relative to the folder (default: those of its tsconfig.json)')
      .option('--max-desc-len <bytes>', 'cut descriptions in CRDs; 0 leaves them out', parseCount)
      .option('--embedded-object-meta', 'give the metadata of templates a schema, so that it is not pruned')
      .option('--role-name <name>', 'of roles whose markers name none (default: manager-role)')
      .option('--check', 'write nothing, and exit 1 when a file differs')
      .option('--watch', 'go on after each change of a source')
      .addOption(outputOption());

  withOptions(
    program
      .command('manifests')
      .description('Write the CRDs, roles and webhook configurations that types and markers say.'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright manifests\n  kubewright manifests examples/appservice --check',
    )
    .action((folder: string, flags: GenerateFlags) => run(folder, flags, PARTS));

  withOptions(
    program.command('generate').description('Write everything that is made from types and markers.'),
  )
    .addOption(new Option('--only <parts...>', 'some of it').choices(PARTS))
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
    .action((folder: string, flags: GenerateFlags) => run(folder, flags, flags.only ?? PARTS));

  async function run(folder: string, flags: GenerateFlags, parts: readonly GeneratorPart[]): Promise<void> {
    const { generateCommand } = await import('../commands/generate.js');
    const { samples, reference, jsonSchema, maxDescLen, roleName } = flags;
    exit(
      await generateCommand(
        {
          folder,
          parts,
          files: flags.files ?? [],
          embeddedObjectMeta: flags.embeddedObjectMeta ?? false,
          check: flags.check ?? false,
          watch: flags.watch ?? false,
          output: flags.output,
          derived: {
            ...(samples === undefined ? {} : { samples: samples === true ? 'config/samples' : samples }),
            ...(reference === undefined ? {} : { reference }),
            ...(jsonSchema === undefined ? {} : { jsonSchema }),
          },
          ...(maxDescLen === undefined ? {} : { maxDescLen }),
          ...(roleName === undefined ? {} : { roleName }),
        },
        io,
      ),
    );
  }
}
