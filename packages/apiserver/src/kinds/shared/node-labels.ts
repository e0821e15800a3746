import { validateLabelValue } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';
import type { NodeSelectorTerm } from '@kubewright/api/core/v1';
import { child, index } from '../../errors/field-error.js';
import type { BehaviourContext } from '../behaviour.js';

// Kubernetes `pkg/api/node/util.go`.
const DEPRECATED: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods':
    'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

/** What to say of a label of nodes that should no longer be used; undefined for all others. */
export const nodeLabelDeprecation = (key: string): string | undefined => DEPRECATED[key];

/** Warns of deprecated labels in a term of a node selector, and of values that no label can have. */
export function warnOfNodeSelectorTerm(
  path: string,
  term: NodeSelectorTerm | undefined,
  context: BehaviourContext,
  { checkValues }: { checkValues: boolean },
): void {
  term?.matchExpressions?.forEach(({ key, values }, i) => {
    const at = index(child(path, 'matchExpressions'), i);
    const message = nodeLabelDeprecation(key);
    if (message !== undefined) context.warn(`${child(at, 'key')}: ${key} is ${message}`);
    if (!checkValues) return;
    values?.forEach((value, v) => {
      for (const fault of validateLabelValue(value))
        context.warn(`${index(child(at, 'values'), v)}: ${value} is invalid, ${fault}`);
    });
  });
}

/** Warns of deprecated labels in a selector of nodes. */
export function warnOfNodeLabelSelector(
  path: string,
  selector: LabelSelector | undefined,
  context: BehaviourContext,
): void {
  selector?.matchExpressions?.forEach(({ key }, i) => {
    const message = nodeLabelDeprecation(key);
    if (message === undefined) return;
    context.warn(`${child(index(child(path, 'matchExpressions'), i), 'key')}: ${key} is ${message}`);
  });
  for (const key in selector?.matchLabels) {
    const message = nodeLabelDeprecation(key);
    if (message !== undefined) context.warn(`${child(path, 'matchLabels')}.${key}: ${message}`);
  }
}
