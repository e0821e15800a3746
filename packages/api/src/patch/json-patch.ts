import { deepClone, getKey, isJsonObject, jsonEquals, setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { decodePointer, endOf, readIndex } from './json-pointer.js';
import type { Dialect } from './json-pointer.js';
import { PatchError } from './patch-error.js';

/** One operation of a JSON patch (RFC 6902). Paths are JSON pointers: `/spec/replicas`, `/metadata/labels/a~1b`. */
export type JsonPatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string };

export interface JsonPatchOptions {
  /**
   * `rfc6902`, the default, or `kubernetes`: what evanphx/json-patch v4 makes of a patch in kube-apiserver. There
   * `replace` sets keys that are missing, `copy` of a missing key gives null, a missing value is null, negative indices
   * count from the end, and the first character of a pointer is not looked at.
   */
  dialect?: Dialect;
  /**
   * How many bytes, as JSON, all `copy` operations together may add. A copy that exceeds it is refused before anything
   * is copied. Without it a patch of n copies can make a document of 2^n times the size. Defaults to no limit.
   */
  maxCopiedBytes?: number;
  /** Receives the objects and lists of the result through which pointers led. */
  visited?: Set<object>;
}

/**
 * What the operations, one after the other, make of the target. Neither argument is changed; the result shares nothing
 * with them. Throws `PatchError` at the first operation that fails, with evanphx/json-patch's message, which
 * kube-apiserver passes on.
 */
export function applyJsonPatch(
  target: unknown,
  operations: readonly JsonPatchOperation[],
  options: JsonPatchOptions = {},
): unknown {
  if (!Array.isArray(operations))
    throw new PatchError('MalformedPatch', 'a JSON patch must be a list of operations');
  // The document hangs in a holder, so that the whole of it can be replaced like any other value.
  const holder: Holder = { document: deepClone(target), visited: options.visited };
  const dialect = options.dialect ?? 'rfc6902';
  const budget = new CopyBudget(options.maxCopiedBytes ?? Infinity);
  for (const operation of operations as readonly unknown[])
    applyOperation(holder, operation, dialect, budget);
  return holder.document;
}

interface Holder extends JsonObject {
  document: unknown;
  readonly visited: Set<object> | undefined;
}

/** What copies may still add (evanphx/json-patch, AccumulatedCopySizeLimit). */
class CopyBudget {
  private readonly limitBytes: number;
  private usedBytes = 0;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  spend(value: unknown): void {
    if (this.limitBytes === Infinity) return;
    this.usedBytes += new TextEncoder().encode(JSON.stringify(value)).length;
    if (this.usedBytes <= this.limitBytes) return;
    throw new PatchError(
      'DoesNotApply',
      `Unable to complete the copy, the accumulated size increase of copy is ${this.usedBytes}, exceeding the limit ${this.limitBytes}`,
    );
  }
}

function applyOperation(holder: Holder, operation: unknown, dialect: Dialect, budget: CopyBudget): void {
  if (!isJsonObject(operation))
    throw new PatchError('MalformedPatch', 'an operation of a JSON patch must be an object');
  const op = getKey(operation, 'op');
  switch (op) {
    case 'add':
      return add(holder, member(operation, 'path', op), valueOf(operation, op, dialect), op, dialect);
    case 'remove':
      return remove(holder, member(operation, 'path', op), op, dialect);
    case 'replace':
      return replace(holder, member(operation, 'path', op), valueOf(operation, op, dialect), dialect);
    case 'test':
      return test(holder, member(operation, 'path', op), valueOf(operation, op, dialect), dialect);
    case 'move':
      return move(holder, operation, dialect);
    case 'copy':
      return copy(holder, operation, dialect, budget);
    default:
      throw new PatchError('DoesNotApply', `Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`);
  }
}

function member(operation: JsonObject, key: 'path' | 'from', op: string): string {
  const value = getKey(operation, key);
  if (typeof value === 'string') return value;
  let reason = 'missing value';
  if (key === 'from') reason = `operation, missing from field: ${reason}`;
  else if (op === 'replace' || op === 'test' || op === 'move')
    reason = `operation missing path field: ${reason}`;
  throw new PatchError('DoesNotApply', `${op} operation failed to decode ${key}: ${reason}`);
}

function valueOf(operation: JsonObject, op: string, dialect: Dialect): unknown {
  const value = getKey(operation, 'value');
  if (value !== undefined) return deepClone(value);
  if (dialect === 'kubernetes') return null;
  throw new PatchError('DoesNotApply', `${op} operation, missing value field: missing value`);
}

/** The list or object that holds the last step of a pointer. */
interface Place {
  readonly container: unknown[] | JsonObject;
  readonly key: string;
}

/** Undefined when the document has no such container. The whole document is `document` in the holder. */
function find(holder: Holder, pointer: string, dialect: Dialect): Place | undefined {
  const steps = decodePointer(pointer, dialect);
  if (steps === undefined) return undefined;
  if (steps.length === 0)
    return dialect === 'kubernetes' ? undefined : { container: holder, key: 'document' };
  let container = holder.document;
  for (const step of steps.slice(0, -1)) {
    if (isContainer(container)) holder.visited?.add(container);
    container = readStep(container, step, dialect);
  }
  if (!isContainer(container)) return undefined;
  holder.visited?.add(container);
  return { container, key: steps.at(-1) ?? '' };
}

const isContainer = (value: unknown): value is unknown[] | JsonObject =>
  isJsonObject(value) || Array.isArray(value);

function readStep(container: unknown, step: string, dialect: Dialect): unknown {
  if (isJsonObject(container)) return getKey(container, step);
  if (!Array.isArray(container)) return undefined;
  const index = readIndex(step, container.length, dialect);
  return typeof index === 'number' ? container[index] : undefined;
}

/** The value at a place: undefined for a key that is missing. Throws the reason when an index is wrong. */
function get({ container, key }: Place, dialect: Dialect): unknown {
  if (!Array.isArray(container)) return getKey(container, key);
  return container[indexOf(container, key, dialect)];
}

/** The index of an item that is there; throws the bare reason, which the operation prefixes. */
function indexOf(list: unknown[], key: string, dialect: Dialect): number {
  const index = readIndex(key, list.length, dialect);
  if (typeof index === 'string') throw new PatchError('DoesNotApply', index);
  return index;
}

function insert({ container, key }: Place, value: unknown, dialect: Dialect): void {
  if (!Array.isArray(container)) return setKey(container, key, value);
  const index = endOf(key, container.length, dialect);
  if (typeof index === 'string') throw new PatchError('DoesNotApply', index);
  container.splice(index, 0, value);
}

function take({ container, key }: Place, dialect: Dialect): void {
  if (Array.isArray(container)) {
    container.splice(indexOf(container, key, dialect), 1);
  } else if (Object.hasOwn(container, key)) {
    delete container[key];
  } else {
    throw new PatchError('DoesNotApply', `Unable to remove nonexistent key: ${key}: missing value`);
  }
}

const missing = (op: string, what: string): PatchError =>
  new PatchError('DoesNotApply', `${op} operation does not apply: ${what}: missing value`);

/** Runs a step and puts the operation before the reason when it fails. */
function within<T>(prefix: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof PatchError) throw new PatchError(error.code, `${prefix}: ${error.message}`);
    throw error;
  }
}

function add(holder: Holder, path: string, value: unknown, op: string, dialect: Dialect): void {
  const place = find(holder, path, dialect);
  if (place === undefined) throw missing(op, `doc is missing path: ${JSON.stringify(path)}`);
  within(`error in ${op} for path: '${path}'`, () => insert(place, value, dialect));
}

function remove(holder: Holder, path: string, op: string, dialect: Dialect): void {
  const place = find(holder, path, dialect);
  if (place === undefined) throw missing(op, `doc is missing path: ${JSON.stringify(path)}`);
  if (place.container === holder) throw missing(op, 'the whole document cannot be removed');
  within(`error in ${op} for path: '${path}'`, () => take(place, dialect));
}

function replace(holder: Holder, path: string, value: unknown, dialect: Dialect): void {
  if (path === '' && dialect === 'kubernetes') {
    if (typeof value !== 'object' || value === null) {
      throw new PatchError('DoesNotApply', 'replace operation value must be object or array: %!w(<nil>)');
    }
    holder.document = value;
    return;
  }
  const place = find(holder, path, dialect);
  if (place === undefined) throw missing('replace', `doc is missing path: ${path}`);
  const { container, key } = place;
  if (Array.isArray(container)) {
    const index = readIndex(key, container.length, dialect);
    if (typeof index === 'string') throw missing('replace', `doc is missing key: ${path}`);
    container[index] = value;
  } else {
    if (dialect !== 'kubernetes' && !Object.hasOwn(container, key))
      throw missing('replace', `doc is missing key: ${path}`);
    setKey(container, key, value);
  }
}

function test(holder: Holder, path: string, value: unknown, dialect: Dialect): void {
  const place = path === '' ? { container: holder, key: 'document' } : find(holder, path, dialect);
  if (place === undefined) throw missing('test', `is missing path: ${path}`);
  const found = within(`error in test for path: '${path}'`, () => get(place, dialect));
  const equal =
    dialect === 'kubernetes'
      ? jsonEquals(found ?? null, value)
      : found !== undefined && jsonEquals(found, value);
  if (!equal) throw new PatchError('TestFailed', `testing value ${path} failed: test failed`);
}

function move(holder: Holder, operation: JsonObject, dialect: Dialect): void {
  const from = member(operation, 'from', 'move');
  const source = find(holder, from, dialect);
  if (source === undefined) throw missing('move', `doc is missing from path: ${from}`);
  const value = within(`error in move for path: '${source.key}'`, () => {
    const found = get(source, dialect);
    take(source, dialect);
    return found;
  });
  const path = member(operation, 'path', 'move');
  if (dialect === 'rfc6902' && path.startsWith(`${from}/`)) {
    throw new PatchError(
      'DoesNotApply',
      `move operation does not apply: ${from} cannot be moved into itself, ${path}`,
    );
  }
  const target = find(holder, path, dialect);
  if (target === undefined) throw missing('move', `doc is missing destination path: ${path}`);
  within(`error in move for path: '${path}'`, () => insert(target, value, dialect));
}

function copy(holder: Holder, operation: JsonObject, dialect: Dialect, budget: CopyBudget): void {
  const from = member(operation, 'from', 'copy');
  const source = find(holder, from, dialect);
  if (source === undefined) throw missing('copy', `doc is missing from path: ${from}`);
  const value = within(`error in copy for from: '${from}'`, () => get(source, dialect));
  if (value === undefined && dialect === 'rfc6902')
    throw missing('copy', `doc is missing from path: ${from}`);
  const path = member(operation, 'path', 'copy');
  const target = find(holder, path, dialect);
  if (target === undefined) throw missing('copy', `doc is missing destination path: ${path}`);
  budget.spend(value ?? null);
  within('error while adding value during copy', () => insert(target, deepClone(value ?? null), dialect));
}
