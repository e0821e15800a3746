import { isJsonObject } from '../json.js';
import { goJson, goQuote } from '../go-text.js';
import { goText } from './go-text.js';

/**
 * One step of a path, in the text that FieldsV1 has for it: `f:<name>` is a field, `k:{"name":"x"}` the item of a list
 * with these keys, `v:"x"` the item of a set with this value, `i:0` the item at this index. The text is canonical (keys
 * sorted, as Go's encoding/json writes it), so that two elements are the same when their texts are.
 */
export type PathElement = string;

/** A path from the root of an object. */
export type FieldPath = readonly PathElement[];

export const fieldElement = (name: string): PathElement => `f:${name}`;

export const valueElement = (value: unknown): PathElement => `v:${goJson(value)}`;

/** The item of a list by its keys, given in any order. */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  return keyText(Object.keys(keys).sort(), keys);
}

/** The same for names that are sorted already. */
export function keyText(names: readonly string[], keys: Readonly<Record<string, unknown>>): PathElement {
  let text = '';
  for (const name of names) {
    const value = keys[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${goJson(name)}:${goJson(value)}`;
  }
  return `k:{${text}}`;
}

/** The text of FieldsV1 is none. */
export class FieldsFormatError extends Error {
  override readonly name = 'FieldsFormatError';
}

// What was read once is read again: the keys of containers, ports and conditions repeat.
const MAX_KNOWN = 4096;
const known = new Map<string, PathElement>();

/**
 * The canonical form of an element; undefined for kinds of elements that are not known, which readers leave out. Throws
 * FieldsFormatError (structured-merge-diff `fieldpath/serialize-pe.go`).
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new FieldsFormatError('key must be 2 characters long:');
  if (text[1] !== ':') throw new FieldsFormatError(`missing colon: ${text}`);
  switch (text[0]) {
    case 'f':
      return text;
    case 'i':
      if (!/^[+-]?\d+$/.test(text.slice(2))) {
        throw new FieldsFormatError(`strconv.Atoi: parsing ${goQuote(text.slice(2))}: invalid syntax`);
      }
      return `i:${Number(text.slice(2))}`;
    case 'k':
    case 'v': {
      let element = known.get(text);
      if (element === undefined) {
        element = text[0] === 'k' ? keyElement(readKeys(text)) : valueElement(readJson(text));
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(text, element);
      }
      return element;
    }
    default:
      return undefined;
  }
}

function readKeys(text: string): Record<string, unknown> {
  const keys = readJson(text);
  if (!isJsonObject(keys)) throw new FieldsFormatError(`expected an object: ${text}`);
  return keys;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(2)) as unknown;
  } catch (error) {
    throw new FieldsFormatError(`${(error as Error).message}: ${text}`);
  }
}

const FIELD = 0x66;
const RANK: Readonly<Record<string, number>> = { '.': 0, f: 1, k: 2, v: 3, i: 4 };

/** The order of elements in Go: fields, keys, values, indices; numbers by size. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a.charCodeAt(0) === FIELD && b.charCodeAt(0) === FIELD) return a < b ? -1 : 1;
  const rank = (RANK[a[0] as string] ?? 5) - (RANK[b[0] as string] ?? 5);
  if (rank !== 0) return rank;
  switch (a[0]) {
    case 'k':
      return compareKeys(contentOf(a), contentOf(b));
    case 'v':
      return compareValues(contentOf(a), contentOf(b));
    case 'i':
      return Number(a.slice(2)) - Number(b.slice(2));
    default:
      return a < b ? -1 : 1;
  }
}

const contents = new Map<PathElement, unknown>();

function contentOf(element: PathElement): unknown {
  let content = contents.get(element);
  if (content === undefined) {
    content = JSON.parse(element.slice(2));
    if (contents.size >= MAX_KNOWN) contents.clear();
    contents.set(element, content);
  }
  return content;
}

function compareKeys(a: unknown, b: unknown): number {
  const left = Object.entries(a as object);
  const right = Object.entries(b as object);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const [leftName, leftValue] = left[i] as [string, unknown];
    const [rightName, rightValue] = right[i] as [string, unknown];
    if (leftName !== rightName) return leftName < rightName ? -1 : 1;
    const order = compareValues(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const TYPE_RANK: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2, object: 3 };

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const rank = (TYPE_RANK[typeof a] ?? 4) - (TYPE_RANK[typeof b] ?? 4);
  if (rank !== 0) return rank;
  if (typeof a === 'number') return a - (b as number);
  if (typeof a === 'string') return a < (b as string) ? -1 : 1;
  if (typeof a === 'boolean') return Number(a) - Number(b);
  return goJson(a) < goJson(b) ? -1 : 1;
}

/** As messages show it: `.spec`, `[name="main"]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElement): string {
  switch (element[0]) {
    case 'k': {
      const keys = Object.entries(contentOf(element) as object);
      return `[${keys.map(([name, value]) => `${name}=${scalarText(value)}`).join(',')}]`;
    }
    case 'v':
      return `[=${scalarText(contentOf(element))}]`;
    case 'i':
      return `[${element.slice(2)}]`;
    default:
      return `.${element.slice(2)}`;
  }
}

/** As messages show it: `.spec.containers[name="main"].image`. */
export const pathText = (path: FieldPath): string => path.map(elementText).join('');

const scalarText = (value: unknown): string => {
  if (value === null) return 'null';
  return typeof value === 'string' ? goQuote(value) : goText(value);
};
