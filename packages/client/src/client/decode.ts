import type { KubernetesList, KubernetesObject } from '@kubewright/api';

import { asMetadata, isMetadataOnly } from '../metadata-only.js';
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
    ...(isMetadataOnly(kind) ? { apiVersion: kind.apiVersion, kind: `${kind.kind}List` } : {}),
    items: isMetadataOnly(kind)
      ? items.map((item) => asMetadata(item, kind))
      : items.map((item) => ({
          ...item,
          apiVersion: item.apiVersion ?? kind.apiVersion,
          kind: item.kind ?? kind.kind,
        })),
  };
}

const decoder = new TextDecoder();

/** The event with its object parsed. */
export function decodeEvent<T extends KubernetesObject>(event: RawWatchEvent, kind: KindName): WatchEvent<T> {
  const parsed = JSON.parse(decoder.decode(event.bytes)) as T;
  const object = isMetadataOnly(kind) ? asMetadata(parsed, kind) : parsed;
  return { type: event.type, object } as unknown as WatchEvent<T>;
}
