import { formatApiVersion } from '@kubewright/api';
import { encodeJson, encodeText } from '../bytes/json.js';
import { encodeObject, typePrefix } from '../bytes/stored-object.js';
import type { ResourceStore } from '../registry/resource-store.js';
import type { StoredEntry } from '../storage/storage.js';
import type { ListMeta, Presenter } from './presenter.js';

const COMMA = encodeText(',');
const OPEN = encodeText('{');
const LIST_END = encodeText(']}');

/** Whole objects: in the stored version their bytes as they are, never parsed. */
export function objectPresenter(store: ResourceStore): Presenter {
  const { kind, listKind, custom } = store.resource;
  const apiVersion = formatApiVersion(store.resource.group, store.resource.version);
  const bytesOf = (entry: StoredEntry) =>
    store.isServedAsStored(entry) ? entry.bytes : encodeObject(store.decode(entry));
  // Items of built-in lists have no type of their own in Go, so that the real server leaves it out.
  const skip = custom ? 0 : typePrefix(apiVersion, kind).length;
  return {
    object: bytesOf,
    watchObject: bytesOf,
    list(entries, meta) {
      const pieces: Uint8Array[] = [listHead(apiVersion, listKind, meta, custom)];
      entries.forEach((entry, i) => {
        if (i > 0) pieces.push(COMMA);
        if (skip > 0) pieces.push(OPEN, bytesOf(entry).subarray(skip));
        else pieces.push(bytesOf(entry));
      });
      pieces.push(LIST_END);
      return pieces;
    },
    bookmark: (resourceVersion, annotations) =>
      encodeJson({
        kind,
        apiVersion,
        metadata: { resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
      }),
  };
}

function listHead(apiVersion: string, kind: string, meta: ListMeta, custom: boolean): Uint8Array {
  const metadata = custom ? { continue: '', ...meta } : meta;
  const head = JSON.stringify({ kind, apiVersion, metadata });
  return encodeText(`${head.slice(0, -1)},"items":[`);
}
