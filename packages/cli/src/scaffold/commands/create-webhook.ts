import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import { writeLine } from '../../io/terminal.js';
import { carryOut } from '../carry-out.js';
import type { ProjectConfig, ProjectResource, ResourceWebhooks } from '../model.js';
import { requireName, webhookPathFault } from '../names/check-names.js';
import { joinPlans } from '../plans/plan-parts.js';
import { webhookPlan } from '../plans/webhook-plan.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import { openProject } from '../project-folder.js';
import type { OutputFormat } from '../report.js';
import { report } from '../report.js';
import { hasWebhooks, withResource } from '../resources.js';
import { runManifests } from '../run-manifests.js';
import { webhookFile } from '../templates/sources/names.js';
import { askKind } from './ask-kind.js';
import type { KindFlags } from './ask-kind.js';
import { describe, findResource, resourceFor } from './next-resource.js';
import { externalSteps } from './external-steps.js';
import { templateOptions } from './template-options.js';

export interface CreateWebhookOptions extends KindFlags {
  readonly folder: string;
  readonly defaulting: boolean;
  readonly programmaticValidation: boolean;
  readonly conversion: boolean;
  readonly spoke?: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  readonly force: boolean;
  /** Make the manifests afterwards. Default true. */
  readonly make?: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright create webhook`: webhooks of a kind with their tests and manifests; what config/default needs for them is
 * switched on. Webhooks that are there stay; again with the same flags it changes nothing. Exit code 1 when the sources are
 * wrong, so that manifests cannot be made.
 */
export async function createWebhookCommand(options: CreateWebhookOptions, io: CommandIo): Promise<number> {
  const { folder, config, projectFile } = await openProject(path.resolve(io.cwd, options.folder));
  const named = await askKind(options, io);
  const wishes = await askWebhooks(options, io);
  const former = findResource(config, named);
  const resource = resourceFor(config, named, former?.api !== undefined);
  if (resource.api === undefined && !resource.core && resource.external === undefined)
    throw new CliError(
      'InvalidArgument',
      `the project has no type for ${describe(resource)}: run "kubewright create api" first, or name with --external-api-path what to import it from`,
    );
  const webhooks = nextWebhooks(config, resource, wishes);
  const value = { ...resource, webhooks };
  const next = withResource(config, value);
  const plan = joinPlans(
    webhookPlan(next, value, {
      ...templateOptions(io),
      ...(former !== undefined && { before: { config, resource: former } }),
    }),
    {
      files: [{ path: 'PROJECT', content: await formatProjectFile(next, projectFile), ifExists: 'replace' }],
    },
  );
  const isKnown = (file: string): boolean =>
    former !== undefined &&
    hasWebhooks(former) &&
    JSON.stringify(former.webhooks) === JSON.stringify(webhooks)
      ? true
      : config.resources.some(hasWebhooks) && file.startsWith('config/');
  const changes = await carryOut({ folder, plan, force: options.force, isKnown }, io);
  const manifests = await runManifests(folder, io, options.make);
  if (value.core)
    writeLine(
      io.stderr,
      `kubewright: webhooks of ${value.kind} may keep the operator itself from starting: leave its namespace out (https://book.kubebuilder.io/reference/webhook-bootstrap-problem)`,
    );
  const steps = [...externalSteps(folder, value), `edit ${webhookFile(next, value)}`, 'npm test'];
  report(
    {
      changes,
      manifests,
      next: manifests.needsInstall ? ['npm install', 'npm run manifests', ...steps] : steps,
    },
    options.output,
    io,
  );
  return manifests.failed ? 1 : 0;
}

type Wishes = Pick<
  CreateWebhookOptions,
  | 'defaulting'
  | 'programmaticValidation'
  | 'conversion'
  | 'spoke'
  | 'defaultingPath'
  | 'validationPath'
  | 'force'
>;

async function askWebhooks(options: CreateWebhookOptions, { prompts }: CommandIo): Promise<Wishes> {
  if (options.defaulting || options.programmaticValidation || options.conversion) return options;
  if (prompts === undefined)
    throw new CliError(
      'InvalidArgument',
      'say which webhooks: --defaulting, --programmatic-validation, --conversion, or several of them',
    );
  const defaulting = await prompts.confirm({ message: 'Fill in what objects leave open?', initial: true });
  const programmaticValidation = await prompts.confirm({ message: 'Judge objects?', initial: true });
  const conversion = await prompts.confirm({ message: 'Convert between versions?', initial: false });
  if (!defaulting && !programmaticValidation && !conversion)
    throw new CliError('InvalidArgument', 'no webhook was chosen: nothing to do');
  return { ...options, defaulting, programmaticValidation, conversion };
}

function nextWebhooks(config: ProjectConfig, resource: ProjectResource, wishes: Wishes): ResourceWebhooks {
  const { webhooks: before = NO_WEBHOOKS } = resource;
  const { defaulting, programmaticValidation: validation, conversion, force } = wishes;
  const defaultingPath = pathOf('defaulting', wishes.defaultingPath, {
    isWanted: defaulting,
    isThere: before.defaulting,
    former: before.defaultingPath,
    force,
  });
  const validationPath = pathOf('validation', wishes.validationPath, {
    isWanted: validation,
    isThere: before.validation,
    former: before.validationPath,
    force,
  });
  const spoke = conversion ? spokesOf(config, resource, wishes.spoke ?? []) : [];
  if (!conversion && wishes.spoke !== undefined)
    throw new CliError('InvalidArgument', '--spoke can only be used with --conversion');
  return {
    defaulting: before.defaulting || defaulting,
    validation: before.validation || validation,
    conversion: before.conversion || conversion,
    spoke: [...new Set([...before.spoke, ...spoke])],
    ...(defaultingPath === undefined ? {} : { defaultingPath }),
    ...(validationPath === undefined ? {} : { validationPath }),
  };
}

const NO_WEBHOOKS: ResourceWebhooks = { defaulting: false, validation: false, conversion: false, spoke: [] };

function pathOf(
  name: 'defaulting' | 'validation',
  wanted: string | undefined,
  webhook: { isWanted: boolean; isThere: boolean; former: string | undefined; force: boolean },
): string | undefined {
  if (wanted === undefined) return webhook.former;
  if (!webhook.isWanted)
    throw new CliError(
      'InvalidArgument',
      `--${name}-path can only be used with --${name === 'defaulting' ? 'defaulting' : 'programmatic-validation'}`,
    );
  requireName(wanted, webhookPathFault);
  if (webhook.isThere && webhook.former !== wanted && !webhook.force)
    throw new CliError(
      'Refused',
      `the ${name} webhook is there with ${webhook.former === undefined ? 'the usual path' : `the path ${webhook.former}`}: --force gives it ${wanted}`,
    );
  return wanted;
}

function spokesOf(
  config: ProjectConfig,
  resource: ProjectResource,
  spokes: readonly string[],
): readonly string[] {
  if (resource.api === undefined)
    throw new CliError(
      'InvalidArgument',
      `${describe(resource)} is not a kind of this project: only who defines a kind converts its versions`,
    );
  const versions = config.resources
    .filter(
      ({ group, domain, kind, api }) =>
        group === resource.group && domain === resource.domain && kind === resource.kind && api !== undefined,
    )
    .map(({ version }) => version)
    .filter((version) => version !== resource.version);
  const unknown = spokes.find((spoke) => !versions.includes(spoke));
  if (unknown === undefined) return spokes;
  if (unknown === resource.version)
    throw new CliError(
      'InvalidArgument',
      `${unknown} is the hub itself: --spoke names the versions that are converted to it`,
    );
  throw new CliError(
    'InvalidArgument',
    `${resource.kind} has no version ${unknown} in this project: ${versions.length === 0 ? `make it with "kubewright create api --version ${unknown}"` : `its other versions are ${versions.join(', ')}`}`,
  );
}
