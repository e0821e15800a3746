import type { ProjectConfig, ProjectResource } from '../../model.js';
import {
  apiFile,
  apiGroupOf,
  camelCase,
  capitalized,
  kindModule,
  importPath,
  versionsOf,
  webhookFile,
  withArticle,
} from './names.js';

/** What a file of webhooks exports. */
export interface WebhookNames {
  readonly file: string;
  /** `captainWebhook`; undefined without a defaulter and a validator. */
  readonly webhook: string | undefined;
  /** `captainConversion`; undefined without a conversion. */
  readonly conversion: string | undefined;
}

export function webhookNames(config: ProjectConfig, resource: ProjectResource): WebhookNames {
  const { defaulting = false, validation = false, conversion = false } = resource.webhooks ?? {};
  const name = camelCase(resource.kind);
  return {
    file: webhookFile(config, resource),
    webhook: defaulting || validation ? `${name}Webhook` : undefined,
    conversion: conversion ? `${name}Conversion` : undefined,
  };
}

/** The webhooks of a kind in one version: defaulter, validator, and the conversions whose hub it is. */
export function webhookSource(config: ProjectConfig, resource: ProjectResource): string {
  const { kind } = resource;
  const { file, webhook, conversion } = webhookNames(config, resource);
  const spokes = conversion === undefined ? [] : spokesOf(config, resource);
  const doors = [
    ...(conversion === undefined ? [] : ['conversionFor']),
    ...(webhook === undefined ? [] : ['webhookFor']),
  ];
  const imports = [
    `import { ${doors.join(', ')} } from 'kubewright';`,
    `import { ${kind} } from '${kindModule(config, resource, file)}';`,
    ...spokes.map(
      (spoke) =>
        `import { ${kind} as ${aliasOf(spoke)} } from '${importPath(file, apiFile(config, spoke))}';`,
    ),
  ];
  const parts = [
    ...(webhook === undefined ? [] : [admissionSource(resource, webhook)]),
    ...(conversion === undefined ? [] : [conversionSource(resource, conversion, spokes)]),
  ];
  return `${imports.join('\n')}\n\n// EDIT THIS FILE! It is yours.\n\n${parts.join('\n')}`;
}

/** The versions that are converted, with those of the project only: others have no type yet. */
function spokesOf(config: ProjectConfig, resource: ProjectResource): ProjectResource[] {
  const { spoke = [] } = resource.webhooks ?? {};
  return versionsOf(config, resource).filter(({ version }) => spoke.includes(version));
}

/** `FirstMateV2` */
const aliasOf = ({ kind, version }: ProjectResource): string => `${kind}${capitalized(version)}`;

function admissionSource(resource: ProjectResource, identifier: string): string {
  const { kind, webhooks } = resource;
  const object = camelCase(kind);
  const { defaulting = false, validation = false, defaultingPath, validationPath } = webhooks ?? {};
  const options = (path: string | undefined) => (path === undefined ? '' : `, { path: '${path}' }`);
  const markers = [
    ...(defaulting ? [webhookMarker(resource, 'mutating', defaultingPath)] : []),
    ...(validation
      ? [
          '// TODO(user): write "verbs=create;update;delete" to judge deletions, too, and give the validator a `delete`.',
          webhookMarker(resource, 'validating', validationPath),
        ]
      : []),
  ];
  const defaulter = `
  .defaulter((${object}, { log }) => {
    log.debug('defaulting', { name: ${object}.metadata?.name });
    // TODO(user): fill in what ${withArticle(kind)} leaves open, for example: ${object}.spec.size ??= 1;
  }${options(defaultingPath)})`;
  const validator = `
  .validator((${object}, { log, operation }) => {
    log.debug('validating', { name: ${object}.metadata?.name, operation });
    // TODO(user): judge it. With \`fields\` and \`oldObject\` of the context, for example:
    // if (oldObject && ${object}.spec.zone !== oldObject.spec.zone) fields.forbidden('spec.zone', 'must not change');
  }${options(validationPath)})`;
  return `${markers.join('\n')}

/** Called by the API server before ${withArticle(kind)} is stored. */
export const ${identifier} = webhookFor(${kind})${defaulting ? defaulter : ''}${validation ? validator : ''};
`;
}

function webhookMarker(
  resource: ProjectResource,
  type: 'mutating' | 'validating',
  customPath: string | undefined,
): string {
  const { kind, plural, version } = resource;
  const group = apiGroupOf(resource);
  const verb = type === 'mutating' ? 'mutate' : 'validate';
  const path = customPath ?? `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
  const named = `${type.charAt(0)}${kind.toLowerCase()}-${version}.kb.io`;
  return (
    `// +kubebuilder:webhook:path=${path},mutating=${type === 'mutating'},failurePolicy=fail,sideEffects=None,` +
    `groups=${group === '' ? '""' : group},resources=${plural},verbs=create;update,versions=${version},name=${named},admissionReviewVersions=v1`
  );
}

function conversionSource(
  { kind, version }: ProjectResource,
  identifier: string,
  spokes: readonly ProjectResource[],
): string {
  const calls = spokes.map(
    (spoke) => `
  .spoke(${aliasOf(spoke)}, {
    // TODO(user): as long as the versions have the same fields, they are copied; where they differ, TypeScript says so.
    toHub: ({ spec, status }) => ({ spec, ...(status && { status }) }),
    fromHub: ({ spec, status }) => ({ spec, ...(status && { status }) }),
  })`,
  );
  return `/** Turns every version of ${kind} into ${version}, the hub, and back; metadata is carried over. */
export const ${identifier} = conversionFor(${kind})${calls.join('')};
`;
}
