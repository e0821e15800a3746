import { setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { asList, asMap, isEmptyMap } from './field-walk.js';
import { elementOfItem } from './list-items.js';
import type { PathElement } from './path-element.js';
import { fieldTypeOf, firstForm, formOf, untypedAtomic } from './schema-type.js';
import type { Form, ListType, MapType, SchemaType } from './schema-type.js';

/**
 * An object with what a configuration says of it: leaves as the configuration has them, maps and lists joined. Removes
 * nothing. Items of lists stand as in the object where the configuration has no other order. The result shares parts with
 * both values; what the configuration does not change is the object's own, so that comparing it again costs nothing
 * (structured-merge-diff `typed/merge.go`).
 */
export function mergeTyped(type: SchemaType, live: unknown, config: unknown): unknown {
  if (config === undefined) return live;
  if (live === undefined) return config;
  return mergeAs(formOf(type, config) ?? firstForm(type), type, live, config);
}

function mergeAs(form: Form, type: SchemaType, live: unknown, config: unknown): unknown {
  if (form === 'map') return mergeMaps(type.map as MapType, live, config);
  if (form === 'list') return mergeLists(type.list as ListType, live, config);
  return config;
}

function mergeMaps(type: MapType, live: unknown, config: unknown): unknown {
  const old = asMap(live);
  const now = asMap(config);
  const isEmpty = (old === undefined || isEmptyMap(old)) && (now === undefined || isEmptyMap(now));
  if (type.atomic || isEmpty) return config;
  const out: JsonObject = {};
  let count = 0;
  let isSame = old !== undefined;
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    setKey(out, name, value);
    count++;
  };
  for (const name in old) {
    const given = now !== undefined && Object.hasOwn(now, name) ? now[name] : undefined;
    const value = mergeTyped(fieldTypeOf(type, name) ?? untypedAtomic, old[name], given);
    if (value !== old[name]) isSame = false;
    add(name, value);
  }
  for (const name in now) {
    if (old !== undefined && Object.hasOwn(old, name)) continue;
    isSame = false;
    add(name, now[name]);
  }
  if (isSame) return live;
  return count > 0 ? out : undefined;
}

function mergeLists(type: ListType, live: unknown, config: unknown): unknown {
  const old = asList(live) ?? [];
  const now = asList(config) ?? [];
  if (type.atomic || (old.length === 0 && now.length === 0)) return config;
  const out = mergeItems(type, old, now);
  if (out.length === 0) return undefined;
  return out.length === old.length && out.every((item, i) => item === old[i]) ? live : out;
}

function mergeItems(type: ListType, old: readonly unknown[], now: readonly unknown[]): unknown[] {
  const oldElements = old.map((item) => elementOfItem(type, item));
  const nowElements = now.map((item) => elementOfItem(type, item));
  const oldItems = new Map<PathElement, unknown>();
  // What is there twice is not merged with what comes new.
  for (const [i, element] of oldElements.entries())
    oldItems.set(element, oldItems.has(element) ? null : old[i]);
  const nowItems = new Map(nowElements.map((element, i) => [element, now[i]]));

  /** Elements in both, in the order of the configuration; the next is the one that may come now. */
  const shared = nowElements.filter((element) => oldItems.has(element));
  let next = 0;
  const merged = new Set<PathElement>();
  const out: unknown[] = [];
  const push = (value: unknown): void => {
    if (value !== undefined) out.push(value);
  };
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const element = oldElements[i];
    const given = nowElements[j];
    if (element !== undefined && given !== undefined) {
      if (element === given) {
        merged.add(element);
        push(mergeTyped(type.item, oldItems.get(element), nowItems.get(element)));
        i++;
        j++;
        next++;
        continue;
      }
      if (nowItems.has(element) && shared[next] !== undefined && shared[next] !== element) {
        i++;
        continue;
      }
    }
    if (element !== undefined) {
      if (!nowItems.has(element)) {
        push(old[i]);
        i++;
        continue;
      }
      if (merged.has(element)) i++;
    }
    if (given !== undefined) {
      merged.add(given);
      push(mergeTyped(type.item, oldItems.get(given), nowItems.get(given)));
      j++;
      if (shared[next] === given) next++;
    }
  }
  return out;
}
