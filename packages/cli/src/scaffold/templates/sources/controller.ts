import type { ProjectConfig, ProjectResource } from '../../model.js';
import { isSameResource, qualifiedGroup } from '../../resources.js';
import { camelCase, controllerNames, kindModule, withArticle } from './names.js';
import { chained, importLine } from './source-text.js';

/** The verbs that kubebuilder gives the controller of a kind. */
const VERBS = 'get;list;watch;create;update;patch;delete';

/** A controller of a kind. The first of a kind that the project defines keeps its status; others only watch at first. */
export function controllerSource(config: ProjectConfig, resource: ProjectResource, name: string): string {
  const { kind, plural } = resource;
  const { identifier, file, registered } = controllerNames(config, resource, name);
  const keepsStatus = keepsStatusOf(config, resource, name);
  const group = qualifiedGroup(resource);
  // What a role in the manager's own namespace allows is marked so.
  const scope = config.namespaced ? `,namespace=${config.projectName}-system` : '';
  const rbac = (what: string, verbs: string) =>
    `// +kubebuilder:rbac:groups=${group === '' ? 'core' : group}${scope},resources=${what},verbs=${verbs}`;
  const calls = [
    ...(registered === undefined ? [] : [{ method: 'named', arguments: [`'${registered}'`] }]),
    { method: 'reconcile', arguments: [keepsStatus ? statusReconcile(kind) : plainReconcile(kind)] },
  ];
  const head = `export const ${identifier} = `;
  return `${importLine(['controllerFor', ...(keepsStatus ? ['setStatusCondition', 'updateStatus'] : [])], 'kubewright')}
${importLine([kind], kindModule(config, resource, file))}

${rbac(plural, VERBS)}
${rbac(`${plural}/status`, 'get;update;patch')}
${rbac(`${plural}/finalizers`, 'update')}

/** Brings the cluster nearer to what ${withArticle(kind)} asks for; called whenever something of it may have changed. */
${head}${chained(`controllerFor(${kind})`, calls, head.length)};
`;
}

/** Whether this controller is the one that writes the kind's status. */
export function keepsStatusOf(config: ProjectConfig, resource: ProjectResource, name: string): boolean {
  if (resource.api === undefined) return false;
  const known = config.resources.find((one) => isSameResource(one, resource));
  return ((known ?? resource).controllers[0] ?? name) === name;
}

function statusReconcile(kind: string): string {
  const object = camelCase(kind);
  return `async (${object}, { client, clock, log }) => {
  log.debug('reconciling', { generation: ${object}.metadata.generation });

  // What it owns is deleted with it: made anew, it would only keep it.
  if (${object}.metadata.deletionTimestamp !== undefined) return;

  // TODO(user): compare what ${object}.spec asks for with the cluster, and do what is missing. For example, with
  // \`.owns(Deployment)\` above: await client.apply(Deployment({ metadata, spec }), { owner: ${object} });

  // Only what differs is sent: without a difference, nothing.
  await updateStatus(client, ${object}, (status) => {
    const { generation = 0 } = ${object}.metadata;
    status.observedGeneration = generation;
    status.conditions ??= [];
    setStatusCondition(
      status.conditions,
      {
        type: 'Available',
        status: 'True',
        reason: 'Reconciled',
        message: 'what the spec asks for is there',
        observedGeneration: generation,
      },
      { now: clock.now() },
    );
  });
}`;
}

function plainReconcile(kind: string): string {
  const object = camelCase(kind);
  return `(${object}, { log }) => {
  log.debug('reconciling', { resourceVersion: ${object}.metadata.resourceVersion });

  // TODO(user): do what ${withArticle(kind)} is the occasion for. The context has a \`client\`, which reads from the cache and
  // writes to the server, and \`events\`, by which people hear of it.
}`;
}
