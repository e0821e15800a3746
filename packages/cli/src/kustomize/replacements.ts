import { CliError } from '../errors.js';
import { isObject } from './field-path.js';
import type { FieldOptions, Replacement } from './kustomization.js';
import type { Json, Resource } from './resource.js';
import { isSelected } from './selector.js';

/** Copies a value of one object into fields of others (kustomize: api/filters/replacement). Throws `CliError`. */
export function applyReplacement(
  resources: readonly Resource[],
  replacement: Replacement,
  folder: string,
): void {
  const fail = (why: string): CliError => new CliError('InvalidManifest', `${folder}: a replacement ${why}`);
  const value = sourceOf(resources, replacement, fail);
  for (const { select, reject = [], fieldPaths = ['metadata.name'], options = {} } of replacement.targets ??
    []) {
    if (select === undefined) throw fail('has a target that selects nothing');
    const targets = resources.filter(
      (of) => isSelected(of, select) && !reject.some((selector) => isSelected(of, selector)),
    );
    for (const target of targets) {
      for (const fieldPath of fieldPaths) {
        const found = setAt(target.object, splitPath(fieldPath), value, options);
        if (!found)
          throw fail(
            `finds no field "${fieldPath}" in ${target.description} (options: create: true makes it)`,
          );
      }
    }
  }
}

function sourceOf(
  resources: readonly Resource[],
  { source, sourceValue }: Replacement,
  fail: (why: string) => CliError,
): Json {
  if (sourceValue !== undefined) return sourceValue;
  if (source === undefined) throw fail('has no source');
  const { fieldPath = 'metadata.name', options = {}, ...selector } = source;
  const found = resources.filter((of) => isSelected(of, selector));
  const description = JSON.stringify(selector);
  const [resource] = found;
  if (resource === undefined) throw fail(`takes its value from ${description}, which is not there`);
  if (found.length > 1)
    throw fail(`takes its value from ${description}, and there are ${found.length} of those`);
  let value: Json | undefined = resource.object;
  for (const segment of splitPath(fieldPath))
    value = value === undefined ? undefined : childOf(value, segment);
  if (value === undefined || value === null)
    throw fail(`takes its value from "${fieldPath}" of ${resource.description}, which is not there`);
  const { delimiter, index = 0 } = options;
  if (delimiter === undefined || delimiter === '' || typeof value !== 'string') return value;
  const part = value.split(delimiter)[index];
  if (part === undefined) throw fail(`takes part ${index} of "${value}", which has fewer`);
  return part;
}

/** `.a.[b.c/d].e`, `a.b\.c`: parts in brackets and after a backslash keep their dots. */
function splitPath(path: string): string[] {
  const parts = path.match(/\[[^\]]*\]|(?:\\.|[^.[\]])+/g) ?? [];
  return parts.map((part) => (/^\[[^=]*\]$/.test(part) ? part.slice(1, -1) : part.replaceAll('\\.', '.')));
}

function childOf(node: Json, segment: string): Json | undefined {
  if (Array.isArray(node)) return itemsOf(node, segment)[0]?.[1];
  return isObject(node) ? node[segment] : undefined;
}

/** The items that `0`, `-`, `*` or `[name=value]` mean, with their places. */
function itemsOf(list: readonly Json[], segment: string): Array<[number, Json | undefined]> {
  const all = list.map((item, at): [number, Json] => [at, item]);
  if (segment === '*') return all;
  const pair = /^\[?([^=]+)=(.*?)\]?$/.exec(segment);
  if (pair !== null)
    return all.filter(([, item]) => isObject(item) && scalarText(item[pair[1] ?? '']) === pair[2]);
  if (segment === '-') return [[list.length, undefined]];
  const at = Number(segment);
  return Number.isInteger(at) && at >= 0 && at < list.length ? [[at, list[at]]] : [];
}

/** Returns whether there was a field, or could be one. */
function setAt(node: Json, segments: readonly string[], value: Json, options: FieldOptions): boolean {
  const [segment = '', ...rest] = segments;
  if (Array.isArray(node)) {
    const items = itemsOf(node, segment);
    for (const [at, item] of items) {
      if (rest.length === 0) node[at] = combined(item, value, options);
      else if (!setAt(item ?? null, rest, value, options)) return false;
    }
    return items.length > 0;
  }
  if (!isObject(node)) return false;
  if (rest.length === 0) {
    if (node[segment] === undefined && options.create !== true) return false;
    node[segment] = combined(node[segment], value, options);
    return true;
  }
  if (node[segment] === undefined && options.create === true) node[segment] = {};
  const child = node[segment];
  return child !== undefined && setAt(child, rest, value, options);
}

/** With a delimiter only one part of the text is replaced: before the first and after the last are parts, too. */
function combined(old: Json | undefined, value: Json, { delimiter, index = 0 }: FieldOptions): Json {
  if (delimiter === undefined || delimiter === '') return value;
  const parts = (typeof old === 'string' ? old : '').split(delimiter);
  const part = scalarText(value);
  if (index < 0) parts.unshift(part);
  else if (index >= parts.length) parts.push(part);
  else parts[index] = part;
  return parts.join(delimiter);
}

function scalarText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
