import type { ProjectResource } from '../../model.js';
import { indented } from './source-text.js';

const POD_SPEC = `{ containers: [{ name: 'main', image: 'busybox:1.37' }] }`;
const JOB_SPEC = `{ restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox:1.37' }] }`;
const TEMPLATE = `template: {
    metadata: { labels: { app: 'sample' } },
    spec: ${POD_SPEC},
  },`;
const WORKLOAD = `spec: {
  selector: { matchLabels: { app: 'sample' } },
  ${TEMPLATE}
},`;

/** What objects of Kubernetes' own kinds must say, by group and kind; kinds that are not here have to be written by hand. */
const CORE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['core/ConfigMap', `data: { greeting: 'hello' },`],
  ['core/Namespace', ''],
  [
    'core/PersistentVolumeClaim',
    `spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },`,
  ],
  ['core/Pod', `spec: ${POD_SPEC},`],
  ['core/Secret', `stringData: { greeting: 'hello' },`],
  ['core/Service', `spec: { selector: { app: 'sample' }, ports: [{ port: 80 }] },`],
  ['core/ServiceAccount', ''],
  ['apps/DaemonSet', WORKLOAD],
  ['apps/Deployment', WORKLOAD],
  ['apps/ReplicaSet', WORKLOAD],
  [
    'apps/StatefulSet',
    `spec: {
  serviceName: 'sample',
  selector: { matchLabels: { app: 'sample' } },
  ${TEMPLATE}
},`,
  ],
  [
    'batch/CronJob',
    `spec: {
  schedule: '0 * * * *',
  jobTemplate: {
    spec: {
      template: { spec: ${JOB_SPEC} },
    },
  },
},`,
  ],
  [
    'batch/Job',
    `spec: {
  template: { spec: ${JOB_SPEC} },
},`,
  ],
  ['networking/NetworkPolicy', 'spec: { podSelector: {} },'],
]);
const CLUSTER_SCOPED = new Set(['Namespace']);

/** Source of a function that makes an object which the server takes; undefined when none is known. */
export function sampleFunction(resource: ProjectResource, name: string, kind: string): string | undefined {
  const { group, api, core } = resource;
  const fields = core ? CORE_FIELDS.get(`${group.split('.')[0] ?? ''}/${resource.kind}`) : 'spec: {},';
  if (fields === undefined) return undefined;
  const namespaced = core ? !CLUSTER_SCOPED.has(resource.kind) : (api?.namespaced ?? true);
  return `const ${name} = (name: string) =>
  ${kind}({
    metadata: { name${namespaced ? `, namespace: 'default'` : ''} },
${fields === '' ? '' : `${indented(fields, 4)}\n`}  });
`;
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
