import { decodeObject } from '../bytes/stored-object.js';
import type { ObjectReader } from '../kinds/behaviour.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { Storage } from '../storage/storage.js';

export interface ObjectReaderParts {
  readonly storage: Storage;
  readonly resources: { findAnyVersion(group: string, plural: string): ServedResource | undefined };
}

/** Reads objects in their stored version; a resource that is not served has none. */
export function objectReader({ storage, resources }: ObjectReaderParts): ObjectReader {
  const prefixOf = (group: string, plural: string, namespace: string | undefined): string | undefined => {
    const resource = resources.findAnyVersion(group, plural);
    if (resource === undefined) return undefined;
    return resource.namespaced && namespace !== undefined
      ? `${resource.storagePrefix}${namespace}/`
      : resource.storagePrefix;
  };
  return {
    get(group, plural, namespace, name) {
      const prefix = prefixOf(group, plural, namespace);
      const entry = prefix === undefined ? undefined : storage.get(prefix + name);
      return entry === undefined ? undefined : decodeObject(entry.bytes);
    },
    list(group, plural, namespace) {
      const prefix = prefixOf(group, plural, namespace);
      return prefix === undefined ? [] : storage.list(prefix).entries.map(({ bytes }) => decodeObject(bytes));
    },
  };
}
