import type { KubernetesList, KubernetesObject } from '@kubewright/api';

import type { KindName } from '../paths.js';
import type { RawWatchEvent, WatchEvent } from '../watch/events.js';

/** Gives each item its apiVersion and kind, which servers leave out in lists of built-in kinds. */
export function fillListItems<T extends KubernetesObject>(
  list: KubernetesList<T>,
  kind: KindName,
): KubernetesList<T> {
  // Go writes an empty list of some kinds as null.
  const items = (list.items as KubernetesList<T>['items'] | null) ?? [];
  return {
    ...list,
    items: items.map((item) => ({
      ...item,
      apiVersion: item.apiVersion ?? kind.apiVersion,
      kind: item.kind ?? kind.kind,
    })),
  };
}

/** The event with its object parsed. */
export function decodeEvent<T extends KubernetesObject>(event: RawWatchEvent): WatchEvent<T> {
  return {
    type: event.type,
    object: JSON.parse(new TextDecoder().decode(event.bytes)) as unknown,
  } as WatchEvent<T>;
}
