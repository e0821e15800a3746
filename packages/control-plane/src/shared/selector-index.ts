import { formatKey, labelSelectorMatcher } from '@kubewright/api';
import type { LabelSelector, LabelSelectorMatcher, ObjectKey } from '@kubewright/api';

interface Entry {
  readonly key: ObjectKey;
  readonly matcher: LabelSelectorMatcher;
}

/**
 * Which objects select by labels, so that an object without an owner finds those that might want it. A controller
 * keeps it current from its reconciles: whoever was not reconciled yet will look for itself.
 */
export class SelectorIndex {
  readonly #namespaces = new Map<string, Map<string, Entry>>();

  /** Notes, or replaces, what the object selects. An empty or missing selector selects nothing. */
  set(key: ObjectKey, selector: LabelSelector | undefined): void {
    if (isEmpty(selector)) {
      this.delete(key);
      return;
    }
    const namespace = key.namespace ?? '';
    let entries = this.#namespaces.get(namespace);
    if (entries === undefined) this.#namespaces.set(namespace, (entries = new Map()));
    entries.set(formatKey(key), { key, matcher: labelSelectorMatcher(selector) });
  }

  delete(key: ObjectKey): void {
    const namespace = key.namespace ?? '';
    const entries = this.#namespaces.get(namespace);
    if (entries?.delete(formatKey(key)) === true && entries.size === 0) this.#namespaces.delete(namespace);
  }

  /** The objects of that namespace whose selector matches. */
  matching(namespace: string | undefined, labels: Record<string, string> | undefined): ObjectKey[] {
    const entries = this.#namespaces.get(namespace ?? '');
    if (entries === undefined) return [];
    return [...entries.values()].filter(({ matcher }) => matcher.matches(labels)).map(({ key }) => key);
  }
}

function isEmpty(selector: LabelSelector | undefined): boolean {
  return (
    selector === undefined ||
    (Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0)
  );
}
