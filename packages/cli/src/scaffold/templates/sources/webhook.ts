import type { ProjectConfig, ProjectResource } from '../../model.js';
import { qualifiedGroup } from '../../resources.js';
import {
  apiFile,
  camelCase,
  capitalized,
  importPath,
  kindModule,
  versionsOf,
  webhookFile,
  withArticle,
} from './names.js';
import { chained, importLine } from './source-text.js';
import type { MethodCall } from './source-text.js';

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
  const spokes = spokesOf(config, resource);
  const imports = [
    importLine(
      [
        ...(conversion === undefined ? [] : ['conversionFor']),
        ...(webhook === undefined ? [] : ['webhookFor']),
      ],
      'kubewright',
    ),
    importLine([kind], kindModule(config, resource, file)),
    ...spokes.map((spoke) =>
      importLine([`${kind} as ${spokeAlias(spoke)}`], importPath(file, apiFile(config, spoke))),
    ),
  ];
  const parts = [
    ...(webhook === undefined ? [] : [admissionSource(resource, webhook)]),
    ...(conversion === undefined ? [] : [conversionSource(resource, conversion, spokes)]),
  ];
  return `${imports.join('\n')}\n\n${parts.join('\n')}`;
}

/** The versions that are converted, of those that the project has: others have no type yet. */
export function spokesOf(config: ProjectConfig, resource: ProjectResource): ProjectResource[] {
  const { spoke = [], conversion = false } = resource.webhooks ?? {};
  return conversion ? versionsOf(config, resource).filter(({ version }) => spoke.includes(version)) : [];
}

/** `FirstMateV2` */
export const spokeAlias = ({ kind, version }: ProjectResource): string => `${kind}${capitalized(version)}`;

function admissionSource(resource: ProjectResource, identifier: string): string {
  const { kind, webhooks } = resource;
  const { defaulting = false, validation = false, defaultingPath, validationPath } = webhooks ?? {};
  const markers = [
    ...(defaulting ? [webhookMarker(resource, 'mutating', defaultingPath)] : []),
    ...(validation
      ? [
          '// TODO(user): to judge deletions, too, write "verbs=create;update;delete", and instead of the function an object',
          '// { create, update, delete }.',
          webhookMarker(resource, 'validating', validationPath),
        ]
      : []),
  ];
  const calls = [
    ...(defaulting ? [call('defaulter', defaulterFunction(kind), defaultingPath)] : []),
    ...(validation ? [call('validator', validatorFunction(kind), validationPath)] : []),
  ];
  const head = `export const ${identifier} = `;
  return `${markers.join('\n')}

/** The API server asks it before it stores ${withArticle(kind)}. */
${head}${chained(`webhookFor(${kind})`, calls, head.length)};
`;
}

const call = (method: string, argument: string, path: string | undefined): MethodCall => ({
  method,
  arguments: path === undefined ? [argument] : [argument, `{ path: '${path}' }`],
});

function defaulterFunction(kind: string): string {
  const object = camelCase(kind);
  return `(${object}, { log }) => {
  log.debug('defaulting', { name: ${object}.metadata?.name });
  // TODO(user): fill in what ${withArticle(kind)} leaves open: ${object}.spec.size ??= 1;
}`;
}

function validatorFunction(kind: string): string {
  const object = camelCase(kind);
  return `(${object}, { log, operation }) => {
  log.debug('validating', { name: ${object}.metadata?.name, operation });
  // TODO(user): judge it, by \`fields\` and \`oldObject\` of the context:
  // if (oldObject && ${object}.spec.zone !== oldObject.spec.zone) fields.forbidden('spec.zone', 'must not change');
}`;
}

function webhookMarker(
  resource: ProjectResource,
  type: 'mutating' | 'validating',
  customPath: string | undefined,
): string {
  const { kind, plural, version } = resource;
  const group = qualifiedGroup(resource);
  const verb = type === 'mutating' ? 'mutate' : 'validate';
  const path = customPath ?? `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
  const name = `${type.charAt(0)}${kind.toLowerCase()}-${version}.kb.io`;
  return (
    `// +kubebuilder:webhook:path=${path},mutating=${type === 'mutating'},failurePolicy=fail,sideEffects=None,` +
    `groups=${group === '' ? '""' : group},resources=${plural},verbs=create;update,versions=${version},name=${name},admissionReviewVersions=v1`
  );
}

function conversionSource(
  { kind, version }: ProjectResource,
  identifier: string,
  spokes: readonly ProjectResource[],
): string {
  const calls = spokes.map((spoke): MethodCall => ({
    method: 'spoke',
    arguments: [
      spokeAlias(spoke),
      `{
  // TODO(user): what both versions name alike is copied; where they differ, TypeScript says so.
  toHub: ({ spec, status }) => ({ spec, ...(status && { status }) }),
  fromHub: ({ spec, status }) => ({ spec, ...(status && { status }) }),
}`,
    ],
  }));
  const head = `export const ${identifier} = `;
  return `/** Turns every version of ${kind} into ${version}, the hub, and back; metadata is carried over. */
${head}${chained(`conversionFor(${kind})`, calls, head.length)};
`;
}
