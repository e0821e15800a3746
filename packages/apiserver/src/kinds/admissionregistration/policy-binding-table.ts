import type { KubernetesObject, LabelSelector } from '@kubewright/api';
import type { ParamRef } from '@kubewright/api/admissionregistration/v1';
import type { TableLayout } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

interface PolicyBinding extends KubernetesObject {
  spec?: { policyName?: string; paramRef?: ParamRef };
}

/** Both kinds of bindings are shown alike. */
export const policyBindingTable: TableLayout<PolicyBinding> = {
  columns: [
    NAME,
    column(
      'PolicyName',
      'string',
      'PolicyName indicates the policy definition which the policy binding binded to',
    ),
    column('ParamRef', 'string', 'ParamRef indicates the param resource which sets the configuration param'),
    AGE,
  ],
  row: ({ metadata, spec }, nowMs) => [
    metadata?.name,
    spec?.policyName ?? '',
    paramRefCell(spec?.paramRef),
    age(metadata?.creationTimestamp, nowMs),
  ],
};

// Whether parameters have namespaces cannot be told from a binding.
function paramRefCell(reference: ParamRef | undefined): string {
  if (reference?.name) return `${reference.namespace || '*'}/${reference.name}`;
  return reference?.selector === undefined ? UNSET : goSelector(reference.selector);
}

/** A selector as generated Go code prints it. */
function goSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.entries(matchLabels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
