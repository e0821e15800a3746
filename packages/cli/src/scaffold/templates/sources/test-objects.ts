import type { ProjectResource } from '../../model.js';

/** Specs of kinds of Kubernetes that need one, by kind. */
const POD_SPEC = `{ containers: [{ name: 'main', image: 'busybox:1.37' }] }`;
const TEMPLATE = `{ metadata: { labels: { app: 'sample' } }, spec: ${POD_SPEC} }`;
const WORKLOAD = `spec: { selector: { matchLabels: { app: 'sample' } }, template: ${TEMPLATE} }`;
const CORE_FIELDS: Readonly<Record<string, string>> = {
  'core/Pod': `spec: ${POD_SPEC}`,
  'core/ConfigMap': `data: { greeting: 'hello' }`,
  'core/Secret': `stringData: { greeting: 'hello' }`,
  'core/Service': `spec: { selector: { app: 'sample' }, ports: [{ port: 80 }] }`,
  'core/ServiceAccount': '',
  'core/Namespace': '',
  'core/Node': '',
  'core/PersistentVolumeClaim': `spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }`,
  'apps/Deployment': WORKLOAD,
  'apps/ReplicaSet': WORKLOAD,
  'apps/DaemonSet': WORKLOAD,
  'apps/StatefulSet': `spec: { serviceName: 'sample', selector: { matchLabels: { app: 'sample' } }, template: ${TEMPLATE} }`,
  'batch/Job': `spec: { template: { spec: { restartPolicy: 'Never', ...${POD_SPEC} } } }`,
  'batch/CronJob': `spec: { schedule: '0 * * * *', jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...${POD_SPEC} } } } } }`,
  'networking/NetworkPolicy': `spec: { podSelector: {} }`,
};
const CLUSTER_SCOPED = new Set(['Namespace', 'Node']);

/** Source of an object of the kind that the server takes; undefined for kinds of Kubernetes that are not known here. */
export function draftOf(resource: ProjectResource, name: string): string | undefined {
  const { kind, group, api, core } = resource;
  const fields = core ? CORE_FIELDS[`${group.split('.')[0] ?? ''}/${kind}`] : 'spec: {}';
  if (fields === undefined) return undefined;
  const namespaced = core ? !CLUSTER_SCOPED.has(kind) : (api?.namespaced ?? true);
  const metadata = namespaced ? `{ name: '${name}', namespace: 'default' }` : `{ name: '${name}' }`;
  return `${kind}({ metadata: ${metadata}${fields === '' ? '' : `, ${fields}`} })`;
}

/** Source of a definition that stands in for that of a kind which another project defines. */
export function standInDefinition({ kind, plural, version }: ProjectResource, group: string): string {
  return `// Stands in for the definition of the project that owns the kind: with a file of theirs the test knows its schema.
const definition = CustomResourceDefinition({
  metadata: { name: '${plural}.${group}' },
  spec: {
    group: '${group}',
    names: { kind: '${kind}', plural: '${plural}' },
    scope: 'Namespaced',
    versions: [
      {
        name: '${version}',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: { status: {} },
      },
    ],
  },
});
`;
}
