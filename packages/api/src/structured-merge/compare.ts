import { jsonEquals } from '../json.js';
import { insertNode, insertPath, LEAF } from './field-set.js';
import type { FieldSet, FieldSetBuilder } from './field-set.js';
import { asList, asMap, everyField, isEmptyMap } from './field-walk.js';
import { elementOfItem } from './list-items.js';
import type { PathElement } from './path-element.js';
import {
  elementOfField,
  fieldTypeOf,
  firstForm,
  formOf,
  isSingleForm,
  untypedAtomic,
} from './schema-type.js';
import type { Form, ListType, MapType, SchemaType } from './schema-type.js';

/** How two values of one type differ; no path is in more than one of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/**
 * Compares two values of a type; undefined is no value at all. Throws ListItemError for lists whose items cannot be told
 * apart (structured-merge-diff `typed/compare.go`).
 */
export function compareTyped(type: SchemaType, before: unknown, after: unknown): Comparison {
  const walk = new CompareWalk();
  if (before !== undefined && after !== undefined) walk.compare(type, before, after);
  else if (after !== undefined) return { added: everyField(type, after), modified: LEAF, removed: LEAF };
  else if (before !== undefined) return { added: LEAF, modified: LEAF, removed: everyField(type, before) };
  return walk;
}

/** How two values differ, for those who do not ask whether what changed was there before. */
export interface Changes {
  /** Added or modified. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** As `compareTyped`, for two values that are both there. */
export function changesOf(type: SchemaType, before: unknown, after: unknown): Changes {
  const changed: FieldSetBuilder = {};
  const walk = new CompareWalk(changed, changed);
  walk.compare(type, before, after);
  return { changed, removed: walk.removed };
}

class CompareWalk implements Comparison {
  readonly added: FieldSetBuilder;
  readonly modified: FieldSetBuilder;
  readonly removed: FieldSetBuilder = {};
  private readonly path: PathElement[] = [];

  constructor(added: FieldSetBuilder = {}, modified: FieldSetBuilder = {}) {
    this.added = added;
    this.modified = modified;
  }

  compare(type: SchemaType, before: unknown, after: unknown): void {
    if (before === after) return;
    const form = formOf(type, after);
    const oldForm = formOf(type, before);
    if (oldForm !== form && !isSingleForm(type))
      this.compareAs(oldForm ?? firstForm(type), type, before, after);
    this.compareAs(form ?? firstForm(type), type, before, after);
  }

  private compareAs(form: Form, type: SchemaType, before: unknown, after: unknown): void {
    if (form === 'map') this.compareMaps(type.map as MapType, before, after);
    else if (form === 'list') this.compareLists(type.list as ListType, before, after);
    else this.compareLeaves(before, after);
  }

  private compareLeaves(before: unknown, after: unknown): void {
    if (!jsonEquals(before, after)) insertPath(this.modified, this.path);
  }

  private compareMaps(type: MapType, before: unknown, after: unknown): void {
    const old = asMap(before);
    const now = asMap(after);
    const isEmpty = (old === undefined || isEmptyMap(old)) && (now === undefined || isEmptyMap(now));
    if (type.atomic || isEmpty) {
      this.compareLeaves(before, after);
      return;
    }
    for (const name in now) {
      const value = old !== undefined && Object.hasOwn(old, name) ? old[name] : undefined;
      this.compareChild(elementOfField(type, name), fieldTypeOf(type, name), value, now[name]);
    }
    for (const name in old) {
      if (now !== undefined && Object.hasOwn(now, name)) continue;
      this.compareChild(elementOfField(type, name), fieldTypeOf(type, name), old[name], undefined);
    }
  }

  private compareChild(
    element: PathElement,
    type: SchemaType = untypedAtomic,
    before: unknown,
    after: unknown,
  ): void {
    if (before === after) return;
    this.path.push(element);
    if (before === undefined) insertNode(this.added, this.path, everyField(type, after));
    else if (after === undefined) insertNode(this.removed, this.path, everyField(type, before));
    else this.compare(type, before, after);
    this.path.pop();
  }

  private compareLists(type: ListType, before: unknown, after: unknown): void {
    const old = asList(before) ?? [];
    const now = asList(after) ?? [];
    if (type.atomic || (old.length === 0 && now.length === 0)) {
      this.compareLeaves(before, after);
      return;
    }
    const oldItems = itemsByElement(type, old);
    const nowItems = itemsByElement(type, now);
    for (const [element, values] of oldItems)
      this.compareItems(type, element, values, nowItems.get(element) ?? []);
    for (const [element, values] of nowItems) {
      if (!oldItems.has(element)) this.compareItems(type, element, [], values);
    }
  }

  /** Items that are there more than once count as one value. */
  private compareItems(
    type: ListType,
    element: PathElement,
    old: readonly unknown[],
    now: readonly unknown[],
  ): void {
    if (old.length <= 1 && now.length <= 1) {
      this.compareChild(element, type.item, old[0], now[0]);
      return;
    }
    const path = [...this.path, element];
    if (old.length > 1 && now.length > 1) {
      if (!jsonEquals(old, now)) insertPath(this.modified, path);
    } else if (old.length > 1) {
      if (now.length > 0) this.compareChild(element, type.item, undefined, now[0]);
      insertPath(this.removed, path);
    } else {
      if (old.length > 0) this.compareChild(element, type.item, old[0], undefined);
      insertPath(this.added, path);
    }
  }
}

function itemsByElement(type: ListType, list: readonly unknown[]): Map<PathElement, unknown[]> {
  const items = new Map<PathElement, unknown[]>();
  for (const item of list) {
    const element = elementOfItem(type, item);
    const known = items.get(element);
    if (known === undefined) items.set(element, [item]);
    else known.push(item);
  }
  return items;
}
