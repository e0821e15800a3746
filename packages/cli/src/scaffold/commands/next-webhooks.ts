import { CliError } from '../../errors.js';
import type { ProjectConfig, ProjectResource, ResourceWebhooks } from '../model.js';
import { requireName, webhookPathFault } from '../names/check-names.js';
import { describe } from './next-resource.js';

/** What `create webhook` is to make. */
export interface WebhookWishes {
  readonly defaulting: boolean;
  readonly programmaticValidation: boolean;
  readonly conversion: boolean;
  readonly spoke?: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  readonly force: boolean;
}

/**
 * The webhooks that a kind will have: those that it has, and what is wished.
 *
 * @throws CliError 'InvalidArgument' or 'Refused' for what contradicts the project
 */
export function nextWebhooks(
  config: ProjectConfig,
  resource: ProjectResource,
  wishes: WebhookWishes,
): ResourceWebhooks {
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
