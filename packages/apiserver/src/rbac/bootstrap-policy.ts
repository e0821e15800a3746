import { isoTime } from '@kubewright/api';
import type { ManagedFieldsEntry } from '@kubewright/api';
import { setManagedFields } from '../field-manager/set-managed-fields.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { ServerParts } from '../server-parts.js';
import { bootstrapRule } from './bootstrap-rules.js';
import type { BootstrapRule } from './bootstrap-rules.js';
import {
  clusterRoleBindingTexts,
  clusterRoleTexts,
  roleBindingTexts,
  roleTexts,
} from './generated/bootstrap-policy.js';

const GROUP = 'rbac.authorization.k8s.io';
const AGGREGATE_LABEL = 'rbac.authorization.k8s.io/aggregate-to-';

type Role = readonly [
  namespace: string,
  name: string,
  rules: readonly BootstrapRule[],
  into?: string,
  of?: string,
];
type Binding = readonly [
  namespace: string,
  name: string,
  roleKind: string,
  roleName: string,
  subjects: ReadonlyArray<readonly [kind: string, name: string, namespace?: string]>,
];

/**
 * Creates the roles and bindings with which a cluster begins (plugin/pkg/auth/authorizer/rbac/bootstrappolicy), unless
 * they are there. Aggregated roles have their rules from the start: no controller need run for `view` to let somebody
 * see something.
 */
export function createBootstrapPolicy(parts: ServerParts): void {
  createAll(parts, 'clusterroles', 'ClusterRole', clusterRoleTexts, roleFields);
  createAll(parts, 'clusterrolebindings', 'ClusterRoleBinding', clusterRoleBindingTexts, bindingFields);
  createAll(parts, 'roles', 'Role', roleTexts, roleFields);
  createAll(parts, 'rolebindings', 'RoleBinding', roleBindingTexts, bindingFields);
}

function createAll<T extends readonly [string, string, ...unknown[]]>(
  parts: ServerParts,
  plural: string,
  kind: string,
  texts: readonly string[],
  fields: (compact: T) => { labels?: object; [field: string]: unknown },
): void {
  const resource = parts.resources.find(GROUP, 'v1', plural);
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  const creationTimestamp = isoTime(parts.clock.now());
  for (const text of texts) {
    // The generated list holds nothing else.
    const compact = JSON.parse(text) as T;
    const [namespace, name] = compact;
    if (store.get(namespace, name) !== undefined) continue;
    const { labels, ...rest } = fields(compact);
    const object: ApiObject = {
      kind,
      apiVersion: `${GROUP}/v1`,
      metadata: {
        name,
        ...(namespace === '' ? {} : { namespace }),
        uid: parts.random.uuid(),
        creationTimestamp,
        labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
      },
      ...rest,
    };
    setManagedFields(object, managersOf(object, creationTimestamp));
    store.put(namespace, object, { expected: 0, dryRun: false });
  }
}

/** Who made which fields: the rules of aggregated roles are the sum that a controller makes. No list here has keys. */
function managersOf({ apiVersion, metadata, rules, ...rest }: ApiObject, time: string): ManagedFieldsEntry[] {
  const members = (names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
  const isAggregated = rest['aggregationRule'] !== undefined;
  const fieldsV1 = {
    ...(isAggregated ? { 'f:aggregationRule': { '.': {}, 'f:clusterRoleSelectors': {} } } : {}),
    'f:metadata': {
      'f:annotations': { '.': {}, ...members(Object.keys(metadata.annotations ?? {})) },
      'f:labels': { '.': {}, ...members(Object.keys(metadata.labels ?? {}).sort()) },
    },
    ...members(['roleRef', 'subjects'].filter((field) => rest[field] !== undefined)),
    ...(rules === undefined || isAggregated ? {} : { 'f:rules': {} }),
  };
  const about = { apiVersion, time, fieldsType: 'FieldsV1' };
  const made: ManagedFieldsEntry = { manager: 'kube-apiserver', operation: 'Update', ...about, fieldsV1 };
  if (!isAggregated) return [made];
  const manager = 'clusterrole-aggregation-controller';
  return [{ manager, operation: 'Apply', ...about, fieldsV1: { 'f:rules': {} } }, made];
}

function roleFields([, , rules, into, of]: Role): { labels: object; [field: string]: unknown } {
  const selector = { matchLabels: { [`${AGGREGATE_LABEL}${of ?? ''}`]: 'true' } };
  return {
    labels: into ? { [AGGREGATE_LABEL + into]: 'true' } : {},
    rules: rules.map(bootstrapRule),
    ...(of === undefined ? {} : { aggregationRule: { clusterRoleSelectors: [selector] } }),
  };
}

function bindingFields([, , kind, roleName, subjects]: Binding): Record<string, unknown> {
  const listed = subjects.map(([subjectKind, name, namespace]) => ({
    kind: subjectKind,
    ...(namespace === undefined ? { apiGroup: GROUP } : {}),
    name,
    ...(namespace === undefined ? {} : { namespace }),
  }));
  return {
    ...(listed.length === 0 ? {} : { subjects: listed }),
    roleRef: { apiGroup: GROUP, kind, name: roleName },
  };
}
