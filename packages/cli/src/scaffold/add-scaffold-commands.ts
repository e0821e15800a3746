import { Option } from 'commander';
import type { Command } from 'commander';
import { parseBoolean, parseList } from '../io/flag-values.js';
import { outputOption } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';
import type { CreateApiOptions } from './commands/create-api.js';
import type { CreateWebhookOptions } from './commands/create-webhook.js';
import type { EditOptions } from './commands/edit.js';
import type { InitOptions } from './commands/init.js';
import { CERTIFICATES, LICENSES } from './project-file/read-project-file.js';

/** Adds the commands that make projects. `exit` receives the exit code of the one that ran. */
export function addScaffoldCommands(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command('init')
    .description('Make a project: an operator without kinds, ready to be tested, built and deployed.')
    .argument('[folder]', 'where; made if it does not exist', '.')
    .option('--domain <domain>', 'under which your API groups stand, as example.com')
    .option('--project-name <name>', 'default: the name of the folder')
    .addOption(licenseOption())
    .option('--owner <name>', 'who holds the copyright')
    .option('--namespaced', 'the operator watches its own namespace only', false)
    .option('--multigroup', 'lay the project out for several API groups', false)
    .addOption(certificatesOption().default('cert-manager'))
    .option('--skip-install', 'do not run npm install', false)
    .option('--force', 'overwrite files that are in the way', false)
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Examples:
  kubewright init --domain example.com
  kubewright init my-operator --domain example.com --owner "Example Inc." --certificates operator
  kubewright init --domain example.com --multigroup --namespaced --skip-install`,
    )
    .action(async (folder: string, flags: Omit<InitOptions, 'folder'>) => {
      const { initCommand } = await import('./commands/init.js');
      exit(await initCommand({ ...flags, folder }, io));
    });

  const create = program
    .command('create')
    .description('Add to a project: an API, a webhook.')
    .addHelpText(
      'after',
      '\nExamples:\n  kubewright create api --group crew --version v1 --kind Captain\n  kubewright create webhook --group crew --version v1 --kind Captain --defaulting',
    );
  kindOptions(create.command('api'))
    .description('Add a kind to a project: its type, a controller, and their manifests.')
    .option('--namespaced [boolean]', 'objects of the kind live in namespaces (default: true)', parseBoolean)
    .option('--resource [boolean]', 'make the type (default: true)', parseBoolean)
    .option('--no-resource', 'the type is there, or comes from elsewhere')
    .option('--controller [boolean]', 'make a controller (default: true)', parseBoolean)
    .option('--no-controller', 'make no controller')
    .option('--controller-name <name>', 'default: the kind in lower case; for a second controller of a kind')
    .option('--force', 'overwrite files that are in the way', false)
    .option('--make [boolean]', 'make the manifests afterwards (default: true)', parseBoolean)
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Examples:
  kubewright create api --group crew --version v1 --kind Captain
  kubewright create api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false
  kubewright create api --group crew --version v1 --kind Captain --resource=false --controller-name captain-backup
  kubewright create api --group apps --version v1 --kind Deployment --resource=false
  kubewright create api --group cert-manager --version v1 --kind Certificate --resource=false \\
    --external-api-path src/external/cert-manager.io/v1.ts --external-api-domain io`,
    )
    .action(async (folder: string, flags: Omit<CreateApiOptions, 'folder'>) => {
      const { createApiCommand } = await import('./commands/create-api.js');
      exit(await createApiCommand({ ...flags, folder }, io));
    });

  kindOptions(create.command('webhook'))
    .description('Add webhooks of a kind to a project: defaulting, validation, conversion.')
    .option('--defaulting', 'fill in what objects leave open', false)
    .option('--programmatic-validation', 'judge objects with a function', false)
    .option('--conversion', 'convert between versions; this one is the hub', false)
    .option(
      '--spoke <versions>',
      'with --conversion: versions that are converted to the hub, as v2,v3',
      parseList,
    )
    .option(
      '--defaulting-path <path>',
      'where the API server calls the defaulter (default: made of the names)',
    )
    .option(
      '--validation-path <path>',
      'where the API server calls the validator (default: made of the names)',
    )
    .option('--force', 'overwrite files that are in the way', false)
    .option('--make [boolean]', 'make the manifests afterwards (default: true)', parseBoolean)
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Examples:
  kubewright create webhook --group crew --version v1 --kind Captain --defaulting --programmatic-validation
  kubewright create webhook --group crew --version v1 --kind FirstMate --conversion --spoke v2
  kubewright create webhook --group core --version v1 --kind Pod --defaulting`,
    )
    .action(async (folder: string, flags: Omit<CreateWebhookOptions, 'folder'>) => {
      const { createWebhookCommand } = await import('./commands/create-webhook.js');
      exit(await createWebhookCommand({ ...flags, folder }, io));
    });

  program
    .command('edit')
    .description('Change the settings of a project, and its files with them.')
    .argument('[folder]', 'the project', '.')
    .option('--multigroup [boolean]', 'lay the project out for several API groups', parseBoolean)
    .option('--namespaced [boolean]', 'the operator watches its own namespace only', parseBoolean)
    .addOption(certificatesOption())
    .addOption(licenseOption())
    .option('--owner <name>', 'who holds the copyright')
    .option('--force', 'overwrite files that are in the way', false)
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Examples:
  kubewright edit --multigroup
  kubewright edit --namespaced=false
  kubewright edit --certificates operator
  kubewright edit --license copyright --owner "Example Inc."`,
    )
    .action(async (folder: string, flags: Omit<EditOptions, 'folder'>) => {
      const { editCommand } = await import('./commands/edit.js');
      exit(await editCommand({ ...flags, folder }, io));
    });
}

function kindOptions(command: Command): Command {
  return command
    .argument('[folder]', 'the project', '.')
    .option('--group <group>', 'API group, without the domain')
    .option('--version <version>', 'as v1 or v1beta1')
    .option('--kind <Kind>', 'as Captain')
    .option('--plural <plural>', 'of the kind, where it is irregular')
    .option('--external-api-path <path>', 'what the sources import the type from, for kinds of others')
    .option('--external-api-domain <domain>', 'of a kind of others, as io for cert-manager.io')
    .option('--external-api-module <package>', 'npm package of these types, as name@^1.2.0');
}

const certificatesOption = (): Option =>
  new Option('--certificates <issuer>', 'who issues the certificates of webhooks').choices(CERTIFICATES);

const licenseOption = (): Option => new Option('--license <license>', 'of the sources').choices(LICENSES);
