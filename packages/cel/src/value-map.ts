import { Double, int, MapValue, Uint } from './values.js';
import type { Value } from './values.js';

/** One key for all numbers that are equal; undefined for what cannot be a key. */
export const hashKey = (key: Value): string | boolean | number | bigint | undefined => {
  switch (typeof key) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'bigint':
      return key;
    default:
      if (key instanceof Uint) return int(key.value) ?? key.value;
      if (!(key instanceof Double) || Number.isNaN(key.value)) return undefined;
      return Number.isInteger(key.value) ? (int(BigInt(key.value)) ?? BigInt(key.value)) : key.value;
  }
};

/** A map made by an expression. Numbers that are equal are one key. */
export class ValueMap extends MapValue {
  readonly #entries = new Map<unknown, readonly [Value, Value]>();

  get size(): number {
    return this.#entries.size;
  }

  find(key: Value): Value | undefined {
    const hash = hashKey(key);
    return hash === undefined ? undefined : this.#entries.get(hash)?.[1];
  }

  keys(): readonly Value[] {
    return [...this.#entries.values()].map(([key]) => key);
  }

  /** To be used by the maker only. False where the value cannot be a key. */
  set(key: Value, value: Value): boolean {
    const hash = hashKey(key);
    if (hash === undefined) return false;
    this.#entries.set(hash, [key, value]);
    return true;
  }

  delete(key: Value): void {
    this.#entries.delete(hashKey(key));
  }
}
