import { decodeObject, encodeObject } from '../bytes/stored-object.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { EncodedObject, Storage, StoredEntry } from '../storage/storage.js';

/** What a ResourceStore needs of the server. */
export interface StoreParts {
  readonly storage: Storage;
  readonly resources: { storageOf(resource: ServedResource): ServedResource };
  readonly afterWrite: () => void;
}

/**
 * The objects of one resource: storage in terms of objects. Reads give objects in the version of `resource`, writes
 * encode them in the version that is stored.
 */
export class ResourceStore {
  readonly resource: ServedResource;
  /** The same resource in the version that is stored. */
  readonly stored: ServedResource;
  private readonly parts: StoreParts;

  constructor(parts: StoreParts, resource: ServedResource) {
    this.parts = parts;
    this.resource = resource;
    this.stored = parts.resources.storageOf(resource);
  }

  /** The prefix of all keys of a namespace; of all namespaces when it is `''`. */
  prefix(namespace: string): string {
    const { storagePrefix, namespaced } = this.resource;
    return namespaced && namespace !== '' ? `${storagePrefix}${namespace}/` : storagePrefix;
  }

  key(namespace: string, name: string): string {
    return this.prefix(namespace) + name;
  }

  get(namespace: string, name: string): StoredEntry | undefined {
    return this.parts.storage.get(this.key(namespace, name));
  }

  /** The object of an entry, in the version of `resource`; the caller owns it. */
  decode(entry: StoredEntry): ApiObject {
    const object = decodeObject(entry.bytes);
    return this.isStoredVersion ? object : this.resource.convert(object);
  }

  /** Whether the bytes of entries are already in the version of `resource`. */
  get isStoredVersion(): boolean {
    return this.stored.version === this.resource.version && this.stored.group === this.resource.group;
  }

  /** Writes the object if the key still has the expected revision (0: does not exist); a dry run only encodes it. */
  put(namespace: string, object: ApiObject, options: WriteOptions): StoredEntry {
    const key = this.key(namespace, object.metadata.name as string);
    if (options.dryRun) {
      const revision = options.expected;
      return { ...this.encode(object, revision), key, revision };
    }
    const entry = this.parts.storage.put(key, options.expected, (revision) => this.encode(object, revision));
    this.parts.afterWrite();
    return entry;
  }

  /** Removes the object; its last state, as watchers see it, is `object` with the revision of the removal. */
  remove(namespace: string, object: ApiObject, options: WriteOptions): StoredEntry {
    const key = this.key(namespace, object.metadata.name as string);
    if (options.dryRun) return { ...this.encode(object, options.expected), key, revision: options.expected };
    const entry = this.parts.storage.delete(key, options.expected, (revision) =>
      this.encode(object, revision),
    );
    this.parts.afterWrite();
    return entry;
  }

  private encode(object: ApiObject, revision: number): EncodedObject {
    const { stored } = this;
    const converted = this.isStoredVersion ? object : stored.convert({ ...object });
    const resourceVersion = revision === 0 ? '' : String(revision);
    const bytes = encodeObject({ ...converted, metadata: { ...converted.metadata, resourceVersion } });
    return { bytes, labels: converted.metadata.labels, fields: selectableFields(stored, converted) };
  }
}

export interface WriteOptions {
  readonly expected: number;
  readonly dryRun: boolean;
}

function selectableFields(resource: ServedResource, object: ApiObject): Record<string, string> | undefined {
  const { selectableFields: getters } = resource.behaviour;
  if (getters === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const field in getters) fields[field] = getters[field]?.(object) ?? '';
  return fields;
}
