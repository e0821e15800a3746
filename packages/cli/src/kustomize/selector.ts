import { parseLabelSelector } from '@kubewright/api';
import type { Selector } from './kustomization.js';
import type { Resource } from './resource.js';

/** Whether an object, under any of its names, is meant. An empty selector means all. */
export function isSelected(resource: Resource, selector: Selector): boolean {
  const { group, version, kind, name, namespace, labelSelector, annotationSelector } = selector;
  return (
    matches(group, resource.group) &&
    matches(version, resource.version) &&
    matches(kind, resource.kind) &&
    resource.names.some(
      (of) => matches(name, of.name) && matches(namespace, of.namespace === '' ? 'default' : of.namespace),
    ) &&
    hasPairs(labelSelector, resource.metadata['labels']) &&
    hasPairs(annotationSelector, resource.metadata['annotations'])
  );
}

/** Patterns are anchored, as in kustomize (api/types/selector.go). */
function matches(pattern: string | undefined, text: string): boolean {
  return (
    pattern === undefined || pattern === '' || pattern === text || new RegExp(`^(?:${pattern})$`).test(text)
  );
}

function hasPairs(selector: string | undefined, pairs: unknown): boolean {
  if (selector === undefined || selector === '') return true;
  return parseLabelSelector(selector).matches((pairs ?? {}) as Record<string, string>);
}
