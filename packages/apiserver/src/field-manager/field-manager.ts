import { deepClone, formatApiVersion, isoTime, parseApiVersion } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { ManagedFieldsEntry } from '@kubewright/api/meta/v1';
import {
  canonicalSet,
  createUpdater,
  difference,
  emptyManaged,
  fieldElement,
  fieldSet,
  isEmptySet,
  isFieldConflictError,
  isTypedValueError,
  ListItemError,
  ManagedFieldsError,
  managerIdentifier,
  readManaged,
  union,
  validateTyped,
  writeManaged,
} from '@kubewright/api/structured-merge';
import type {
  FieldFilter,
  Managed,
  ManagerFields,
  SchemaType,
  TypedValue,
  Updater,
  ValidateOptions,
} from '@kubewright/api/structured-merge';
import { badRequestError, isStatusError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { applyConflictError } from './apply-conflict.js';
import { applyOverLastApplied, updateLastApplied } from './last-applied.js';
import { capUpdateManagers } from './update-managers.js';

/** A kind in one of its versions, as a field manager sees it. */
export interface ManagedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly type: SchemaType;
  /** Whether objects can have what their type does not take: decoding makes sure of built-in kinds. */
  readonly custom: boolean;
  /** An object without anything: what Go always writes, for built-in kinds. */
  zero(): ApiObject;
  /** An object that was merged, in the form in which the server has objects. Throws StatusError 400. */
  decode(object: ApiObject): void;
}

export interface FieldManagerOptions {
  readonly clock: Clock;
  readonly kind: ManagedKind;
  /** `''` for the object itself. */
  readonly subresource: string;
  /** An object of this kind in another version, with its type; undefined when there is no such version. */
  readonly convert: (
    object: ApiObject,
    apiVersion: string,
  ) => { object: ApiObject; type: SchemaType } | undefined;
  /** What a write can change, by version. */
  readonly filters: Readonly<Record<string, FieldFilter>>;
}

/** Who owns which fields of the objects of a kind, in one version, for writes to it or to one of its subresources. */
export interface FieldManager {
  /**
   * `metadata.managedFields` of `object` after a create, an update or a patch other than apply. `live` is undefined when
   * the object is new. Undefined when nobody owns anything.
   */
  update(live: ApiObject | undefined, object: ApiObject, manager: string): ManagedFieldsEntry[] | undefined;
  /**
   * The object with a configuration merged into it, managed fields included; undefined stands for no object. Throws
   * StatusError: 409 for conflicts, 400 and 500 for configurations that are none.
   */
  apply(live: ApiObject | undefined, config: ApiObject, manager: string, force: boolean): ApiObject;
}

// What nobody owns (apimachinery `pkg/util/managedfields/internal/stripmeta.go`).
const STRIPPED = fieldSet(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', fieldElement(name)]),
);

/** After apimachinery `pkg/util/managedfields/internal/fieldmanager.go` and the managers that it puts around each other. */
export function createFieldManager(options: FieldManagerOptions): FieldManager {
  return new KindFieldManager(options);
}

class KindFieldManager implements FieldManager {
  readonly #clock: Clock;
  readonly #kind: ManagedKind;
  readonly #apiVersion: string;
  readonly #subresource: string;
  readonly #updater: Updater;
  #zero: ApiObject | undefined;
  #type: SchemaType | undefined;

  constructor({ clock, kind, subresource, convert, filters }: FieldManagerOptions) {
    this.#clock = clock;
    this.#kind = kind;
    this.#apiVersion = formatApiVersion(kind.group, kind.version);
    this.#subresource = subresource;
    this.#updater = createUpdater({
      filters,
      convert(value, apiVersion) {
        if (value.apiVersion === apiVersion) return value;
        const converted = convert(deepClone(value.value as ApiObject), apiVersion);
        return converted && { apiVersion, type: converted.type, value: converted.object };
      },
    });
  }

  update(live: ApiObject | undefined, object: ApiObject, manager: string): ManagedFieldsEntry[] | undefined {
    const managed = this.#managedOf(live, object);
    if (live !== undefined && managed.managers.size === 0) return undefined;
    try {
      const before = live === undefined ? this.#empty() : withoutManagedFields(live);
      this.#track(before, withoutManagedFields(object), managed, manager);
    } catch (error) {
      // Objects that are not of their type are refused later, if at all; until then nobody owns their fields.
      if (isTypedValueError(error) || error instanceof ListItemError) return undefined;
      throw error;
    }
    return writeManaged(managed);
  }

  apply(live: ApiObject | undefined, config: ApiObject, manager: string, force: boolean): ApiObject {
    this.#checkConfig(config);
    const before = live === undefined ? this.#empty() : withoutManagedFields(live);
    // It may have been stored under another schema.
    if (live !== undefined && this.#kind.custom) this.#check(before, 'live', { allowDuplicates: true });
    const managed = live === undefined ? emptyManaged() : this.#readLive(live);
    // Objects that were written before anybody kept track of them.
    if (managed.managers.size === 0 && live !== undefined) {
      this.#track(this.#empty(), before, managed, 'before-first-apply');
    }
    const run = (forced: boolean): ApiObject => this.#merge(before, config, managed, manager, forced);
    let object: ApiObject;
    try {
      object =
        manager === 'kubectl' ? applyOverLastApplied(before, this.#schemaType, run, force) : run(force);
    } catch (error) {
      if (!isFieldConflictError(error)) throw error;
      throw applyConflictError(error.conflicts, error);
    }
    if (manager === 'kubectl') updateLastApplied(object, config);
    return object;
  }

  /** Whose fields they are before a write: as the object itself says, if it says so in a form that can be read. */
  #managedOf(live: ApiObject | undefined, object: ApiObject): Managed {
    const given = object.metadata.managedFields;
    if (this.#subresource === '' && given !== undefined && given !== live?.metadata.managedFields) {
      if (isReset(given)) return emptyManaged();
      try {
        const managed = readManaged(given);
        if (managed.managers.size > 0) return managed;
      } catch (error) {
        if (!(error instanceof ManagedFieldsError)) throw error;
      }
    }
    if (live === undefined) return emptyManaged();
    return readManaged(live.metadata.managedFields, { canonical: true });
  }

  #readLive(live: ApiObject): Managed {
    return readManaged(live.metadata.managedFields, { canonical: true });
  }

  /** Gives the manager what differs between two states of an object. Changes `managed`. */
  #track(before: ApiObject, after: ApiObject, managed: Managed, manager: string): void {
    if (this.#kind.custom) {
      const type = this.#schemaType;
      validateTyped(type, after, { allowDuplicates: true });
      validateTyped(type, before, { allowDuplicates: true });
    }
    const self = 'current-operation';
    const { managers } = this.#updater.update(
      this.#typed(before),
      this.#typed(after),
      managed.managers,
      self,
    );
    replaceAll(managed.managers, managers);
    const taken = managers.get(self);
    managed.managers.delete(self);
    const set = taken === undefined ? undefined : difference(taken.set, STRIPPED);
    if (taken !== undefined && set !== undefined && !isEmptySet(set)) {
      const id = this.#identifier(manager, 'Update');
      const previous = managed.managers.get(id);
      const all = previous === undefined ? set : canonicalSet(union(set, previous.set));
      managed.managers.set(id, { ...taken, set: all });
      managed.times.set(id, isoTime(this.#clock.now()));
    }
    capUpdateManagers(managed);
  }

  #merge(live: ApiObject, config: ApiObject, managed: Managed, manager: string, force: boolean): ApiObject {
    const id = this.#identifier(manager, 'Apply');
    const result = this.#updater.apply(this.#typed(live), this.#typed(config), managed.managers, id, {
      force,
    });
    const { managers } = result;
    const times = new Map(managed.times);
    stripManager(managers, id);
    let object: ApiObject;
    if (result.value === undefined) {
      object = { ...live, metadata: { ...live.metadata } };
    } else {
      times.set(id, isoTime(this.#clock.now()));
      object = this.#decoded(result.value.value as ApiObject, config);
    }
    const entries = writeManaged({ managers, times });
    if (entries !== undefined) object.metadata.managedFields = entries;
    return object;
  }

  #decoded(merged: ApiObject, config: ApiObject): ApiObject {
    const object = deepClone(merged);
    try {
      this.#kind.decode(object);
    } catch (error) {
      if (!isStatusError(error)) throw error;
      const message = `failed to convert new object (${objectText(config)}) to proper version: ${conversionFault(config, error.message)}`;
      throw new StatusError({ code: 500, reason: '', message, cause: error });
    }
    return object;
  }

  #checkConfig(config: ApiObject): void {
    const { group, version, kind } = this.#kind;
    const given = parseApiVersion(textOf(config.apiVersion));
    if (config.kind !== kind || given.group !== group || given.version !== version) {
      throw badRequestError(`invalid object type: ${kindText(config)}`);
    }
    if ((config.metadata as ApiObject['metadata'] | null | undefined)?.managedFields) {
      throw badRequestError('metadata.managedFields must be nil');
    }
    this.#check(config, 'patch');
  }

  #check(object: ApiObject, what: 'live' | 'patch', options?: ValidateOptions): void {
    try {
      validateTyped(this.#schemaType, object, options);
    } catch (error) {
      if (!isTypedValueError(error)) throw error;
      const message = `failed to create typed ${what} object (${objectText(object)}): ${error.message}`;
      throw new StatusError({ code: 500, reason: '', message, cause: error });
    }
  }

  #typed(value: ApiObject): TypedValue {
    return { apiVersion: this.#apiVersion, type: this.#schemaType, value };
  }

  get #schemaType(): SchemaType {
    return (this.#type ??= this.#kind.type);
  }

  #empty(): ApiObject {
    return (this.#zero ??= this.#kind.zero());
  }

  #identifier(manager: string, operation: 'Apply' | 'Update'): string {
    return managerIdentifier({
      manager: manager === '' ? 'unknown' : manager,
      operation,
      apiVersion: this.#apiVersion,
      subresource: this.#subresource,
    });
  }
}

function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields, ...metadata } = object.metadata;
  return managedFields === undefined && !('managedFields' in object.metadata)
    ? object
    : { ...object, metadata };
}

function stripManager(managers: Map<string, ManagerFields>, id: string): void {
  const fields = managers.get(id);
  if (fields === undefined) return;
  const set = difference(fields.set, STRIPPED);
  if (isEmptySet(set)) managers.delete(id);
  else managers.set(id, { ...fields, set });
}

function replaceAll<K, V>(target: Map<K, V>, source: ReadonlyMap<K, V>): void {
  target.clear();
  for (const [key, value] of source) target.set(key, value);
}

/** The way in which clients say that nobody shall own anything: an empty list, or one empty entry. */
function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] as object).length === 0);
}

/** As Go's converter of unstructured objects words what its decoder says otherwise. */
function conversionFault(config: ApiObject, message: string): string {
  const [, fault] = / cannot be handled as a \w+: (.*)/s.exec(message) ?? [];
  if (fault === undefined) return message;
  const [, given = '', number, wanted = ''] = WRONG_TYPE.exec(fault) ?? [];
  const text =
    wanted === '' ? fault : `cannot convert ${number === undefined ? given : 'float64'} to ${wanted}`;
  return `unable to convert unstructured object to ${kindText(config)}: ${text}`;
}

const WRONG_TYPE = /^json: cannot unmarshal (\w+)(?: (\S+))? into Go struct field \S+ of type (\S+)$/;

function kindText({ apiVersion, kind }: Partial<ApiObject>): string {
  const { group, version } = parseApiVersion(textOf(apiVersion));
  return `${group}/${version}, Kind=${textOf(kind)}`;
}

function objectText(object: ApiObject): string {
  const { name, namespace } = (object.metadata as Partial<ApiObject['metadata']> | null | undefined) ?? {};
  return `${textOf(namespace)}/${textOf(name)}; ${kindText(object)}`;
}

/** Configurations come as somebody wrote them; what is no text counts as none (`unstructured.getNestedString`). */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
