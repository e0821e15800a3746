import { encodeJson } from '../bytes/json.js';
import type { ResourceStore } from '../registry/resource-store.js';
import type { StoredEntry } from '../storage/storage.js';
import type { Presenter } from './presenter.js';

/** Metadata alone (meta/v1 PartialObjectMetadata). */
export function metadataPresenter(store: ResourceStore, metaVersion: string): Presenter {
  const apiVersion = `meta.k8s.io/${metaVersion}`;
  const partial = (entry: StoredEntry) => ({
    kind: 'PartialObjectMetadata',
    apiVersion,
    metadata: store.decodeInternal(entry).metadata,
  });
  return {
    object: (entry) => encodeJson(partial(entry)),
    watchObject: (entry) => encodeJson(partial(entry)),
    list: (entries, metadata) => [
      encodeJson({
        kind: 'PartialObjectMetadataList',
        apiVersion,
        metadata,
        items: entries.length === 0 ? null : entries.map(partial),
      }),
    ],
    bookmark: (resourceVersion, annotations) =>
      encodeJson({
        kind: 'PartialObjectMetadata',
        apiVersion,
        metadata: { resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
      }),
  };
}
