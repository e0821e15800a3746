import type { ProjectConfig, ProjectResource, ScaffoldInsertion } from '../../model.js';
import { capitalized, controllerNames, importPath } from './names.js';
import { webhookNames } from './webhook.js';

export const MAIN_FILE = 'src/main.ts';

/** The program: which controllers and webhooks it runs. Later commands put in theirs at the markers. */
export function mainSource(config: ProjectConfig): string {
  const { projectName, namespaced, plugins } = config;
  const managed = plugins.certificates === 'operator';
  return `import { ${managed ? 'managedCertificates, ' : ''}runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
// +kubebuilder:scaffold:imports

const controllers: ControllerDefinition[] = [
  // +kubebuilder:scaffold:controllers
];

const webhooks: WebhookDefinition[] = [
  // +kubebuilder:scaffold:webhooks
];

// ENABLE_WEBHOOKS=false leaves them out, on a machine that API servers cannot call.
const servesWebhooks = webhooks.length > 0 && process.env.ENABLE_WEBHOOKS !== 'false';
${managed ? managedCertificatesSource(projectName) : ''}${namespaced ? NAMESPACES : ''}
// The command line goes before what stands here: --leader-elect, --metrics-bind-address, ...; --help lists it all.
await runOperator({
  name: '${projectName}',
  controllers,
${namespaced ? '  ...(namespaces && { namespaces }),\n' : ''}  ...(servesWebhooks && { webhooks: { handlers: webhooks${managed ? ', certificates' : ''} } }),
});
`;
}

const NAMESPACES = `
// The namespaces to watch, separated by commas, as config/manager/manager.yaml says; without it, all of them.
const namespaces = process.env.WATCH_NAMESPACE?.split(',').filter((name) => name !== '');
`;

function managedCertificatesSource(projectName: string): string {
  return `
// The operator makes the certificate of its webhooks, keeps it in a Secret that its replicas share, and renews it.
const namespace = process.env.POD_NAMESPACE ?? '${projectName}-system';
const certificates = managedCertificates({
  secret: { namespace, name: '${projectName}-webhook-server-cert' },
  service: { namespace, name: '${projectName}-webhook-service' },
});
`;
}

/** What controllers of a kind add to the program. */
export function controllerInsertions(
  config: ProjectConfig,
  resource: ProjectResource,
  names: readonly string[],
): ScaffoldInsertion[] {
  return names.flatMap((name) => {
    const { identifier, file } = controllerNames(config, resource, name);
    return usage(config, resource, { identifier, file, marker: 'controllers' });
  });
}

/** What webhooks of a kind add to the program. */
export function webhookInsertions(config: ProjectConfig, resource: ProjectResource): ScaffoldInsertion[] {
  const { file, webhook, conversion } = webhookNames(config, resource);
  return [webhook, conversion].flatMap((identifier) =>
    identifier === undefined ? [] : usage(config, resource, { identifier, file, marker: 'webhooks' }),
  );
}

function usage(
  config: ProjectConfig,
  resource: ProjectResource,
  { identifier, file, marker }: { identifier: string; file: string; marker: 'controllers' | 'webhooks' },
): ScaffoldInsertion[] {
  const used = uniqueIdentifier(config, resource, identifier, marker);
  const imported = used === identifier ? identifier : `${identifier} as ${used}`;
  return [
    {
      path: MAIN_FILE,
      marker: 'imports',
      lines: `import { ${imported} } from '${importPath(MAIN_FILE, file)}';`,
    },
    { path: MAIN_FILE, marker, lines: `${used},` },
  ];
}

/** Kinds of the same name in other groups, and webhooks of the same kind in other versions, have the same identifiers. */
function uniqueIdentifier(
  config: ProjectConfig,
  resource: ProjectResource,
  identifier: string,
  marker: 'controllers' | 'webhooks',
): string {
  const index = config.resources.findIndex(
    ({ group, domain, kind, version }) =>
      group === resource.group &&
      domain === resource.domain &&
      kind === resource.kind &&
      version === resource.version,
  );
  const before = config.resources.slice(0, Math.max(index, 0)).filter(({ kind }) => kind === resource.kind);
  const inGroup = before.some(({ group, domain }) => group !== resource.group || domain !== resource.domain);
  const inVersion =
    marker === 'webhooks' &&
    before.some(
      ({ group, domain, webhooks }) =>
        group === resource.group && domain === resource.domain && webhooks !== undefined,
    );
  const group = inGroup
    ? resource.group.replace(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase())
    : '';
  const name = group === '' ? identifier : `${group}${capitalized(identifier)}`;
  return inVersion ? `${name}${capitalized(resource.version)}` : name;
}
