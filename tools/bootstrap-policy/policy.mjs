// The recorded roles and bindings as compact data: lists instead of objects, and nothing that all have in common.
import { literal } from '../schema-generator/write.mjs';

const COMMON_LABEL = 'kubernetes.io/bootstrapping';
const AGGREGATE_LABEL = 'rbac.authorization.k8s.io/aggregate-to-';
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

export function renderPolicy({ clusterroles, clusterrolebindings, roles, rolebindings }, version) {
  const texts = {
    clusterRoleTexts: clusterroles.map(compactRole),
    roleTexts: roles.map(compactRole),
    clusterRoleBindingTexts: clusterrolebindings.map(compactBinding),
    roleBindingTexts: rolebindings.map(compactBinding),
  };
  const lists = Object.entries(texts).map(
    ([name, items]) =>
      `export const ${name}: readonly string[] = [\n${items.map((item) => `  ${literal(JSON.stringify(item))},\n`).join('')}];\n`,
  );
  return `// Generated from what kube-apiserver ${version} serves by tools/bootstrap-policy; do not edit.
// Roles: [namespace, name, rules, the role that they are aggregated into, the role whose parts are aggregated].
// Rules: [verbs, apiGroups, resources, resourceNames] or [verbs, nonResourceURLs].
// Bindings: [namespace, name, kind and name of the role, subjects as [kind, name, namespace]].

${lists.join('\n')}`;
}

function compactRole({ metadata, rules, aggregationRule }) {
  const { [COMMON_LABEL]: common, ...labels } = metadata.labels;
  expect(common === 'rbac-defaults' && sameJson(metadata.annotations, ANNOTATIONS), metadata);
  const parts = Object.keys(labels);
  expect(parts.length < 2 && parts.every((label) => label.startsWith(AGGREGATE_LABEL)), metadata);
  const target = parts[0]?.slice(AGGREGATE_LABEL.length) ?? '';
  return trimmed([
    metadata.namespace ?? '',
    metadata.name,
    rules.map(compactRule),
    target,
    selectedRole(aggregationRule),
  ]);
}

function selectedRole(rule) {
  if (rule === undefined) return '';
  const label = Object.keys(rule.clusterRoleSelectors[0].matchLabels)[0];
  const role = label.slice(AGGREGATE_LABEL.length);
  const same = { clusterRoleSelectors: [{ matchLabels: { [AGGREGATE_LABEL + role]: 'true' } }] };
  expect(sameJson(rule, same), rule);
  return role;
}

function compactRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs, ...rest }) {
  expect(Object.keys(rest).length === 0, rest);
  if (nonResourceURLs !== undefined) return [verbs, nonResourceURLs];
  return [verbs, apiGroups, resources, ...(resourceNames === undefined ? [] : [resourceNames])];
}

function compactBinding({ metadata, roleRef, subjects }) {
  expect(sameJson(metadata.labels, { [COMMON_LABEL]: 'rbac-defaults' }), metadata);
  expect(sameJson(metadata.annotations, ANNOTATIONS), metadata);
  return [
    metadata.namespace ?? '',
    metadata.name,
    roleRef.kind,
    roleRef.name,
    (subjects ?? []).map(({ kind, name, namespace }) => [kind, name, ...(namespace ? [namespace] : [])]),
  ];
}

function trimmed(list) {
  while (list.at(-1) === '') list.pop();
  return list;
}

const sameJson = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function expect(condition, what) {
  if (!condition) throw new Error(`generate:rbac: this has no compact form: ${JSON.stringify(what)}`);
}
