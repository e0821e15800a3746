import type { KubernetesObject } from 'kubewright';

/** The name of this operator on what it makes. */
const OPERATOR_NAME = 'app-operator';

const NAME = 'app.kubernetes.io/name';
const MANAGED_BY = 'app.kubernetes.io/managed-by';

/** On every object of every App: what the operator's cache of pods is restricted to. */
export const managedLabels = { [MANAGED_BY]: OPERATOR_NAME };

/** On every object of one App, and what its Service and Deployment select pods by. They never change. */
export function labelsOf(app: { metadata: { name: string } }): Record<string, string> {
  return { [NAME]: app.metadata.name, ...managedLabels };
}

/** The App that an object with its labels belongs to. */
export function appNameOf({ metadata }: KubernetesObject): string | undefined {
  const labels = metadata?.labels;
  return labels?.[MANAGED_BY] === OPERATOR_NAME ? labels[NAME] : undefined;
}
