import { adaptNumber, JsonList, JsonMap } from './json-values.js';
import { CelError } from './values.js';
import type { Value } from './values.js';

/**
 * Makes a value of plain JSON, lazily: lists, maps and objects keep the JSON and adapt an item when it is read.
 * Typed adapters (for a schema, see the CRD rules) are composed of functions of this kind.
 */
export type Adapter = (json: unknown) => Value;

/**
 * Adapts JSON of which no type is known: integral numbers are int, others double; arrays are lists, objects maps with
 * string keys. A Value that is no JSON (a timestamp, say) stays itself.
 */
export const adaptDynamic: Adapter = (json) => {
  switch (typeof json) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return json;
    case 'number':
      return adaptNumber(json);
    case 'object':
      if (json === null) return null;
      if (Array.isArray(json)) return new JsonList(json, adaptDynamic);
      return isPlain(json) ? new JsonMap(json, adaptDynamic) : (json as Value);
    default:
      return new CelError(`unsupported conversion to ref.Val: (${typeof json})`);
  }
};

const isPlain = (json: object): json is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(json);
  return prototype === Object.prototype || prototype === null;
};
