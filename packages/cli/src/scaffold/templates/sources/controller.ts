import type { ProjectConfig, ProjectResource } from '../../model.js';
import { apiGroupOf, camelCase, controllerNames, kindModule, withArticle } from './names.js';

/** The verbs that kubebuilder gives the controller of a kind. */
const VERBS = 'get;list;watch;create;update;patch;delete';

/** A controller of a kind. The first of a kind that the project defines keeps its status; others only watch at first. */
export function controllerSource(config: ProjectConfig, resource: ProjectResource, name: string): string {
  const { kind, plural } = resource;
  const { identifier, file, registered } = controllerNames(config, resource, name);
  const keepsStatus = keepsStatusOf(config, resource, name);
  const group = apiGroupOf(resource);
  // What a role in the manager's own namespace allows is marked so.
  const scope = config.namespaced ? `,namespace=${config.projectName}-system` : '';
  const rbac = (what: string, verbs: string) =>
    `// +kubebuilder:rbac:groups=${group === '' ? 'core' : group}${scope},resources=${what},verbs=${verbs}\n`;
  const object = camelCase(kind);
  return `${
    keepsStatus
      ? `import { controllerFor, setStatusCondition, updateStatus } from 'kubewright';`
      : `import { controllerFor } from 'kubewright';`
  }
import { ${kind} } from '${kindModule(config, resource, file)}';

${rbac(plural, VERBS)}${rbac(`${plural}/status`, 'get;update;patch')}${rbac(`${plural}/finalizers`, 'update')}
/** Brings the cluster nearer to what ${withArticle(kind)} asks for; called again whenever something of it changes. */
export const ${identifier} = controllerFor(${kind})
${registered === undefined ? '' : `  .named('${registered}')\n`}${keepsStatus ? statusReconcile(kind, object) : plainReconcile(kind, object)}`;
}

/** Whether this controller is the one that writes the kind's status. */
export function keepsStatusOf(config: ProjectConfig, resource: ProjectResource, name: string): boolean {
  if (resource.api === undefined) return false;
  const known = config.resources.find(
    ({ group, domain, kind, version }) =>
      group === resource.group &&
      domain === resource.domain &&
      kind === resource.kind &&
      version === resource.version,
  );
  return ((known ?? resource).controllers[0] ?? name) === name;
}

function statusReconcile(kind: string, object: string): string {
  return `  .reconcile(async (${object}, { client, clock, log }) => {
    log.debug('reconciling', { generation: ${object}.metadata.generation });

    // TODO(user): compare what ${object}.spec asks for with the cluster, and do what is missing. For example, with
    // \`.owns(Deployment)\` above: await client.apply(Deployment({ metadata, spec }), { owner: ${object} });

    await updateStatus(
      client,
      ${object},
      (status) => {
        status.conditions ??= [];
        const { generation = 0 } = ${object}.metadata;
        const message = 'the ${kind} is as its spec asks for';
        setStatusCondition(
          status.conditions,
          { type: 'Available', status: 'True', reason: 'Reconciled', message, observedGeneration: generation },
          { now: clock.now() },
        );
      },
      { observedGeneration: true },
    );
  });
`;
}

function plainReconcile(kind: string, object: string): string {
  return `  .reconcile((${object}, { log }) => {
    log.info('reconciling', { resourceVersion: ${object}.metadata.resourceVersion });

    // TODO(user): say here what is to become of ${withArticle(kind)}. The context has a \`client\`, which reads from the
    // cache and writes to the server, and \`events\`, by which people hear of it.
  });
`;
}
