import { Double, int, ListValue, MapValue } from './values.js';
import type { Value } from './values.js';

/** An array of JSON, read in place. */
export class JsonList extends ListValue {
  readonly json: readonly unknown[];
  readonly #adapt: (json: unknown) => Value;

  constructor(json: readonly unknown[], adapt: (json: unknown) => Value) {
    super();
    this.json = json;
    this.#adapt = adapt;
  }

  get size(): number {
    return this.json.length;
  }

  get(index: number): Value {
    return this.#adapt(this.json[index]);
  }
}

/** An object of JSON as a map with string keys, read in place. */
export class JsonMap extends MapValue {
  readonly json: Readonly<Record<string, unknown>>;
  readonly #adapt: (json: unknown) => Value;
  #keys: readonly string[] | undefined;

  constructor(json: Readonly<Record<string, unknown>>, adapt: (json: unknown) => Value) {
    super();
    this.json = json;
    this.#adapt = adapt;
  }

  get size(): number {
    return this.keys().length;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.json, key)) return undefined;
    return this.#adapt(this.json[key]);
  }

  keys(): readonly string[] {
    return (this.#keys ??= Object.keys(this.json));
  }
}

/** A number of JSON whose type is not known: int where integral. */
export const adaptNumber = (json: number): Value =>
  Number.isInteger(json) && !Object.is(json, -0) ? (int(json) ?? new Double(json)) : new Double(json);
