import { deepClone, parseApiVersion } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import { builtinGroupVersions } from '@kubewright/api/resources';

/** A plain tree of JSON. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
export type JsonObject = Record<string, Json>;

/** A text of an object; anything else, which no server would take there, as none. */
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export interface ResourceName {
  readonly name: string;
  readonly namespace: string;
}

/** An object on its way through the layers, with the names that it had before: others refer to it by those. */
export class Resource {
  readonly previous: ResourceName[] = [];
  object: JsonObject;

  constructor(object: KubernetesObject) {
    this.object = deepClone(object) as unknown as JsonObject;
  }

  get kind(): string {
    return textOf(this.object['kind']);
  }

  get apiVersion(): string {
    return textOf(this.object['apiVersion']);
  }

  get group(): string {
    return parseApiVersion(this.apiVersion).group;
  }

  get version(): string {
    return parseApiVersion(this.apiVersion).version;
  }

  get metadata(): JsonObject {
    return (this.object['metadata'] ??= {}) as JsonObject;
  }

  get current(): ResourceName {
    const { name, namespace } = this.metadata;
    return { name: textOf(name), namespace: textOf(namespace) };
  }

  /** Kind and name, for messages. */
  get description(): string {
    return `${this.kind} ${this.current.name}`;
  }

  /** All names, newest first. */
  get names(): ResourceName[] {
    return [this.current, ...this.previous];
  }

  /** Whether objects of the kind live outside of namespaces; kinds that Kubernetes does not know are taken to live inside. */
  get isClusterScoped(): boolean {
    return CLUSTER_SCOPED.has(`${this.group}/${this.kind}`);
  }

  rename(to: Partial<ResourceName>): void {
    const before = this.current;
    if (to.name !== undefined) this.metadata['name'] = to.name;
    if (to.namespace !== undefined) this.metadata['namespace'] = to.namespace;
    const { name, namespace } = this.current;
    if (name !== before.name || namespace !== before.namespace) this.previous.unshift(before);
  }
}

const CLUSTER_SCOPED = new Set(
  builtinGroupVersions.flatMap(({ group, resources }) =>
    resources.filter(({ namespaced }) => !namespaced).map(({ kind }) => `${group}/${kind}`),
  ),
);

/** The order in which kinds are applied: what others need first, webhooks last (kustomize: kyaml/resid/gvk.go). */
const FIRST = [
  'Namespace',
  'ResourceQuota',
  'StorageClass',
  'CustomResourceDefinition',
  'ServiceAccount',
  'PodSecurityPolicy',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'Endpoints',
  'Service',
  'LimitRange',
  'PriorityClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
];
const LAST = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

const rankOf = (kind: string): number =>
  FIRST.includes(kind) ? FIRST.indexOf(kind) - FIRST.length : LAST.indexOf(kind) + 1;

/** For `sort`: by the order of kinds, then by group, version and kind, namespace and name. */
export function compareResources(a: Resource, b: Resource): number {
  const byRank = rankOf(a.kind) - rankOf(b.kind);
  if (byRank !== 0) return byRank;
  const nameOf = ({ group, version, kind, current }: Resource): string =>
    [group, version, kind, current.namespace, current.name].join('\u0000');
  return nameOf(a) < nameOf(b) ? -1 : 1;
}
