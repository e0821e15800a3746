import { formatApiVersion } from '@kubewright/api';
import { decodeObject, encodeObject, orderedMeta, typePrefix } from '../bytes/stored-object.js';
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
  /** What webhooks made of entries, in the version of `resource`. */
  private readonly converted = new WeakMap<StoredEntry, ApiObject>();
  /** What webhooks made of objects that are to be written, in the version that is stored. */
  private readonly outgoing = new WeakMap<ApiObject, ApiObject>();
  private ownPrefix: Uint8Array | undefined;

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

  /** Whether another version than the stored one is made by a webhook, so that `load` and `ready` have something to do. */
  get convertsRemotely(): boolean {
    return this.resource.convertRemotely !== undefined;
  }

  /** Prepares `decode` of these entries: asks the webhook about those that are of another version, all at once. */
  async load(entries: readonly StoredEntry[]): Promise<void> {
    const { convertRemotely } = this.resource;
    if (convertRemotely === undefined) return;
    const others = entries.filter((entry) => !this.converted.has(entry) && !this.isOwnVersion(entry));
    if (others.length === 0) return;
    const objects = await convertRemotely(others.map(({ bytes }) => decodeObject(bytes)));
    others.forEach((entry, i) => this.converted.set(entry, objects[i] as ApiObject));
  }

  /** Prepares `put` and `remove` of this object: asks the webhook for it in the version that is stored. */
  async ready(object: ApiObject): Promise<void> {
    const { convertRemotely } = this.stored;
    if (convertRemotely === undefined || this.isStoredVersion) return;
    const [converted] = await convertRemotely([object]);
    this.outgoing.set(object, converted as ApiObject);
  }

  /** The object of an entry, in the version of `resource`; the caller owns it. */
  decode(entry: StoredEntry): ApiObject {
    const converted = this.converted.get(entry);
    if (converted !== undefined) return structuredClone(converted);
    const object = decodeObject(entry.bytes);
    if (this.isServedAsStored(entry)) return object;
    return this.resource.custom ? this.asServed(object) : this.resource.convert(object);
  }

  // Custom resources may have been stored when another version was the stored one, and by another schema. As the real
  // server reads them: by the stored version's schema with its defaults, then converted, then by the schema asked for
  // (`schemaCoercingDecoder`, `unstructuredDefaulter` and `schemaCoercingConverter` of apiextensions-apiserver).
  private asServed(object: ApiObject): ApiObject {
    const { resource, stored } = this;
    const first = object.apiVersion === formatApiVersion(stored.group, stored.version) ? stored : resource;
    first.schema.decode(object);
    first.schema.applyDefaults(object);
    const converted = resource.convert(object);
    if (first !== resource) resource.schema.decode(converted);
    return converted;
  }

  /** The resource in whose version the rules of its kind are: of built-in kinds the one that is stored. */
  get internal(): ServedResource {
    return this.resource.custom ? this.resource : this.stored;
  }

  /**
   * The object of an entry as its kind's rules know it, which is what Tables and metadata alone are made of. The caller
   * owns it.
   */
  decodeInternal(entry: StoredEntry): ApiObject {
    if (this.resource.custom) return this.decode(entry);
    const object = decodeObject(entry.bytes);
    const { annotations } = object.metadata;
    const hidden = this.stored.behaviour.internalAnnotations;
    if (annotations === undefined || hidden === undefined) return object;
    for (const name of hidden) delete annotations[name];
    if (Object.keys(annotations).length === 0) delete object.metadata.annotations;
    return object;
  }

  /** Whether the bytes of an entry are the object as it is served. */
  isServedAsStored(entry: StoredEntry): boolean {
    return entry.revision > (this.resource.schemaSince ?? -1) && this.isOwnVersion(entry);
  }

  private isOwnVersion({ bytes }: StoredEntry): boolean {
    if (!this.resource.custom) return this.isStoredVersion;
    const { group, version, kind } = this.resource;
    this.ownPrefix ??= typePrefix(formatApiVersion(group, version), kind);
    return Buffer.compare(bytes.subarray(0, this.ownPrefix.length), this.ownPrefix) === 0;
  }

  /** Whether what is written is in the version of `resource`. */
  private get isStoredVersion(): boolean {
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

  // A name that is drawn again comes after the conversion.
  private inStoredVersion(object: ApiObject): ApiObject {
    const ready = this.outgoing.get(object);
    if (ready === undefined) return this.stored.convert({ ...object });
    const { labels, annotations } = ready.metadata;
    const { labels: _labels, annotations: _annotations, ...metadata } = object.metadata;
    return {
      ...ready,
      metadata: orderedMeta({
        ...metadata,
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
      }),
    };
  }

  private encode(object: ApiObject, revision: number): EncodedObject {
    const { stored } = this;
    const converted = this.isStoredVersion ? object : this.inStoredVersion(object);
    const resourceVersion = revision === 0 ? '' : String(revision);
    const bytes = encodeObject(converted, resourceVersion);
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
