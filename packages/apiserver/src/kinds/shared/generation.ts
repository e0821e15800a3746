import type { KubernetesObject } from '@kubewright/api';

/** Counts a change for `metadata.generation` that the registry does not count by itself: of labels or annotations. */
export function nextGeneration(object: KubernetesObject, old: KubernetesObject): void {
  object.metadata = { ...object.metadata, generation: (old.metadata?.generation ?? 0) + 1 };
}
