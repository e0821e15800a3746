import { jsonEquals } from '../json.js';
import { changesOf } from './compare.js';
import type { Changes } from './compare.js';
import {
  canonicalSet,
  difference,
  EMPTY_SET,
  forEachPath,
  intersection,
  isEmptySet,
  union,
} from './field-set.js';
import type { FieldSet } from './field-set.js';
import { fieldSetOf } from './field-walk.js';
import { mergeTyped } from './merge.js';
import { pathText } from './path-element.js';
import type { FieldPath } from './path-element.js';
import { reconcileWithSchema } from './reconcile.js';
import { removeItems, withNamedFields } from './remove-items.js';
import type { SchemaType } from './schema-type.js';

/** A value with its type, in one version of its kind. */
export interface TypedValue {
  readonly apiVersion: string;
  readonly type: SchemaType;
  readonly value: unknown;
}

/** What one manager owns, in the version in which it wrote. */
export interface ManagerFields {
  readonly set: FieldSet;
  readonly apiVersion: string;
  /** Whether it applied, so that what it no longer applies goes; otherwise it wrote by create, update or patch. */
  readonly applied: boolean;
}

/** Manager -> what it owns. */
export type Managers = ReadonlyMap<string, ManagerFields>;

/** Leaves of a set what a write can change. */
export type FieldFilter = (set: FieldSet) => FieldSet;

export interface UpdaterOptions {
  /** A value in another version; undefined when there is no such version (any more). */
  readonly convert: (value: TypedValue, apiVersion: string) => TypedValue | undefined;
  /** Fields that a write cannot change are owned by nobody for it; by version. Defaults to none. */
  readonly filters?: Readonly<Record<string, FieldFilter>>;
}

/** A field that another manager owns, with another value. */
export interface Conflict {
  readonly manager: string;
  readonly path: FieldPath;
}

/** An apply that would take fields from other managers. `force` takes them. */
export class FieldConflictError extends Error {
  override readonly name = 'FieldConflictError';
  /** Sorted by manager. */
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(
      conflicts
        .map(({ manager, path }) => `conflict with ${JSON.stringify(manager)}: ${pathText(path)}`)
        .join('\n'),
    );
    this.conflicts = conflicts;
  }
}

/** Whether the error is a `FieldConflictError`, also of another copy of this package. */
export function isFieldConflictError(error: unknown): error is FieldConflictError {
  return error instanceof Error && error.name === 'FieldConflictError';
}

export interface Updated {
  readonly managers: Map<string, ManagerFields>;
}

export interface Applied extends Updated {
  /** The merged object; undefined when it is the live one. */
  readonly value: TypedValue | undefined;
}

export interface Updater {
  /**
   * Who owns what after a write by other means than apply: what it changed is the manager's, and no longer that of
   * others. `live` is the object before, `value` after; both in the version of the request.
   */
  update(live: TypedValue, value: TypedValue, managers: Managers, manager: string): Updated;
  /**
   * Merges a configuration into the object: what the manager applied before and does not any more goes, unless others own
   * it. Throws FieldConflictError unless forced.
   */
  apply(
    live: TypedValue,
    config: TypedValue,
    managers: Managers,
    manager: string,
    options?: { force?: boolean },
  ): Applied;
}

/** Ownership of fields, as structured-merge-diff's `merge/update.go` keeps it. */
export function createUpdater(options: UpdaterOptions): Updater {
  const { convert, filters = {} } = options;
  const filtered = (set: FieldSet, apiVersion: string): FieldSet => filters[apiVersion]?.(set) ?? set;

  /** Managers whose version is gone own nothing any more. */
  const reconciled = (live: TypedValue, managers: Managers): Map<string, ManagerFields> => {
    const result = new Map<string, ManagerFields>();
    for (const [manager, fields] of managers) {
      const type = convert(live, fields.apiVersion)?.type;
      if (type === undefined) continue;
      const set = reconcileWithSchema(type, fields.set);
      result.set(manager, set === fields.set ? fields : { ...fields, set });
    }
    return result;
  };

  /** Takes what changed from all but the manager itself. Changes `managers`. */
  const takeChanged = (
    live: TypedValue,
    value: TypedValue,
    managers: Map<string, ManagerFields>,
    manager: string,
    force: boolean,
  ): Changes => {
    const { apiVersion } = value;
    const changes = filteredChanges(changesOf(value.type, live.value, value.value), filters[apiVersion]);
    if (managers.size === 0) return changes;
    const byVersion = new Map<string, Changes>([[apiVersion, changes]]);
    const changedIn = (version: string): Changes | undefined => {
      let there = byVersion.get(version);
      if (there === undefined) {
        const before = convert(live, version);
        const after = convert(value, version);
        if (before === undefined || after === undefined) return undefined;
        there = filteredChanges(changesOf(after.type, before.value, after.value), filters[version]);
        byVersion.set(version, there);
      }
      return there;
    };
    const conflicts = new Map<string, FieldSet>();
    for (const [other, { set, apiVersion: version }] of [...managers]) {
      if (other === manager) continue;
      const there = changedIn(version);
      if (there === undefined) {
        managers.delete(other);
        continue;
      }
      const conflict = intersection(set, there.changed);
      if (!isEmptySet(conflict)) conflicts.set(other, conflict);
    }
    if (!force && conflicts.size > 0) throw conflictError(conflicts);
    for (const [other, fields] of managers) {
      let { set } = fields;
      const conflict = conflicts.get(other);
      if (conflict !== undefined) set = difference(set, conflict);
      if (other !== manager) set = difference(set, changedIn(fields.apiVersion)?.removed ?? EMPTY_SET);
      if (isEmptySet(set)) managers.delete(other);
      else if (set !== fields.set) managers.set(other, { ...fields, set });
    }
    return changes;
  };

  /** Removes what the manager applied last time and not this time, and nobody else owns. */
  const prune = (
    merged: TypedValue,
    managers: Managers,
    manager: string,
    last: ManagerFields | undefined,
  ): TypedValue => {
    if (last === undefined || isEmptySet(last.set) || appliesAllOf(last, managers, manager)) return merged;
    const whole = convert(merged, last.apiVersion);
    if (whole === undefined) return merged;
    const lastSet = withNamedFields(whole.type, last.set);
    let pruned: TypedValue = { ...whole, value: removeItems(whole.type, whole.value, lastSet) };
    pruned = addBackOwned(whole, pruned, managers);
    pruned = addBackDangling(whole, pruned, last.apiVersion, lastSet);
    return convert(pruned, managers.get(manager)?.apiVersion ?? merged.apiVersion) ?? merged;
  };

  /**
   * Whether the manager gave nothing up, so that nothing can go: most applies. Where somebody wrote in another version, it
   * is left to conversion what there is.
   */
  const appliesAllOf = (last: ManagerFields, managers: Managers, manager: string): boolean => {
    for (const { apiVersion } of managers.values()) if (apiVersion !== last.apiVersion) return false;
    return isEmptySet(difference(last.set, managers.get(manager)?.set ?? EMPTY_SET));
  };

  const addBackOwned = (whole: TypedValue, pruned: TypedValue, managers: Managers): TypedValue => {
    const owned = new Map<string, FieldSet>([[whole.apiVersion, EMPTY_SET]]);
    for (const { apiVersion, set } of managers.values()) {
      owned.set(apiVersion, union(owned.get(apiVersion) ?? EMPTY_SET, set));
    }
    let rest = pruned;
    let merged = whole;
    for (const [version, set] of owned) {
      const mergedThere = convert(merged, version);
      const prunedThere = mergedThere === undefined ? undefined : convert(rest, version);
      if (mergedThere === undefined || prunedThere === undefined) continue;
      const { type, value } = mergedThere;
      const present = withNamedFields(type, fieldSetOf(type, value));
      const kept = union(
        withNamedFields(type, fieldSetOf(type, prunedThere.value)),
        withNamedFields(type, set),
      );
      merged = mergedThere;
      rest = { ...mergedThere, value: removeItems(type, value, difference(present, kept)) };
    }
    return rest;
  };

  /** What the manager did not own before stays. */
  const addBackDangling = (
    whole: TypedValue,
    pruned: TypedValue,
    version: string,
    lastSet: FieldSet,
  ): TypedValue => {
    const there = convert(pruned, version);
    if (there === undefined) return whole;
    const { type } = whole;
    const left = withNamedFields(type, fieldSetOf(type, there.value));
    const present = withNamedFields(type, fieldSetOf(type, whole.value));
    const gone = intersection(difference(present, left), lastSet);
    return { ...whole, value: removeItems(type, whole.value, gone) };
  };

  return {
    update(live, value, managers, manager) {
      const result = reconciled(live, managers);
      const { changed, removed } = takeChanged(live, value, result, manager, true);
      const own = result.get(manager)?.set ?? EMPTY_SET;
      const set = filtered(union(difference(own, removed), changed), value.apiVersion);
      if (isEmptySet(set)) result.delete(manager);
      else result.set(manager, { set: canonicalSet(set), apiVersion: value.apiVersion, applied: false });
      return { managers: result };
    },
    apply(live, config, managers, manager, { force = false } = {}) {
      const { apiVersion, type } = config;
      const result = reconciled(live, managers);
      const last = result.get(manager);
      const merged: TypedValue = { apiVersion, type, value: mergeTyped(type, live.value, config.value) };
      const set = filtered(fieldSetOf(type, config.value), apiVersion);
      result.set(manager, { set: canonicalSet(set), apiVersion, applied: true });
      const value = prune(merged, result, manager, last);
      takeChanged(live, value, result, manager, force);
      return { managers: result, value: jsonEquals(live.value, value.value) ? undefined : value };
    },
  };
}

function filteredChanges(changes: Changes, filter: FieldFilter | undefined): Changes {
  if (filter === undefined) return changes;
  return { changed: filter(changes.changed), removed: filter(changes.removed) };
}

function conflictError(sets: ReadonlyMap<string, FieldSet>): FieldConflictError {
  const conflicts: Conflict[] = [];
  for (const manager of [...sets.keys()].sort()) {
    forEachPath(
      canonicalSet(sets.get(manager) as FieldSet),
      (path) => void conflicts.push({ manager, path }),
    );
  }
  return new FieldConflictError(conflicts);
}
