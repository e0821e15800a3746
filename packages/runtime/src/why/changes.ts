import { isJsonObject } from '@kubewright/api';

/** One step of a path: a field, an item by position, or an item by what identifies it (`name=web`). */
export type PathStep = string | number | { readonly key: string; readonly value: string };

/** A field that differs between two states of an object. */
export interface FieldChange {
  readonly path: readonly PathStep[];
  readonly op: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
  /** Tells transitions apart where the values themselves are not kept. */
  readonly mark?: number;
}

export interface FieldChanges {
  readonly changes: readonly FieldChange[];
  /** There are more than were asked for. */
  readonly truncated: boolean;
}

/** What changes with every write and says nothing. */
const BOOKKEEPING = new Set(['resourceVersion', 'managedFields', 'selfLink']);

/** Fields that identify the items of a list, the first that all items have and that tells them apart. */
const ITEM_KEYS = ['name', 'type', 'uid', 'key', 'containerPort', 'port', 'ip', 'path'];

/**
 * The fields in which two states of an object differ, at most `limit`, deepest paths first found. Items of lists are
 * matched by name or type where they have one. `metadata.resourceVersion` and `managedFields` are left out.
 */
export function diffObjects(before: unknown, after: unknown, limit: number): FieldChanges {
  const changes: FieldChange[] = [];
  const walk = (from: unknown, to: unknown, path: readonly PathStep[]): void => {
    if (changes.length > limit || from === to) return;
    if (from === undefined || to === undefined) {
      const op = from === undefined ? 'added' : 'removed';
      changes.push({ path, op, before: from, after: to });
    } else if (isJsonObject(from) && isJsonObject(to)) {
      for (const field of fieldsOf(from, to)) {
        if (saysNothing(path, field)) continue;
        walk(from[field], to[field], [...path, field]);
      }
    } else if (Array.isArray(from) && Array.isArray(to)) {
      walkLists(from, to, path);
    } else {
      changes.push({ path, op: 'changed', before: from, after: to });
    }
  };
  const walkLists = (from: unknown[], to: unknown[], path: readonly PathStep[]): void => {
    const key = ITEM_KEYS.find((candidate) => identifies(candidate, from) && identifies(candidate, to));
    if (key === undefined) {
      for (let index = 0; index < Math.max(from.length, to.length); index += 1)
        walk(from[index], to[index], [...path, index]);
      return;
    }
    const old = byKey(from, key);
    const now = byKey(to, key);
    for (const value of new Set([...old.keys(), ...now.keys()]))
      walk(old.get(value), now.get(value), [...path, { key, value }]);
  };
  walk(before, after, []);
  const truncated = changes.length > limit;
  return { changes: truncated ? changes.slice(0, limit) : changes, truncated };
}

/** Items of lists come without their type, and the server keeps books in every object. */
function saysNothing(path: readonly PathStep[], field: string): boolean {
  if (path.length === 0) return field === 'apiVersion' || field === 'kind';
  return path.length === 1 && path[0] === 'metadata' && BOOKKEEPING.has(field);
}

function fieldsOf(a: object, b: object): string[] {
  const fields = Object.keys(a);
  for (const field of Object.keys(b)) if (!(field in a)) fields.push(field);
  return fields;
}

function identifies(key: string, items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const value = isJsonObject(item) ? item[key] : undefined;
    if ((typeof value !== 'string' && typeof value !== 'number') || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}

function byKey(items: readonly unknown[], key: string): Map<string, unknown> {
  return new Map(items.map((item) => [String((item as Record<string, unknown>)[key]), item]));
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** `spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`; the object itself is `.`. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (typeof step !== 'string') text += `[${step.key}=${step.value}]`;
    else if (PLAIN.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text === '' ? '.' : text;
}
