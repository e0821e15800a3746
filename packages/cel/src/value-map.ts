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

/** A map made by an expression. Numbers that are equal are one key; what is no key of the language is one by identity. */
export class ValueMap extends MapValue {
  readonly #entries = new Map<unknown, readonly [Value, Value]>();

  get size(): number {
    return this.#entries.size;
  }

  find(key: Value): Value | undefined {
    return this.#entries.get(hashKey(key) ?? key)?.[1];
  }

  keys(): readonly Value[] {
    return [...this.#entries.values()].map(([key]) => key);
  }

  /** To be used by the maker only. False where the value cannot be a key: Go, too, takes all but bytes. */
  set(key: Value, value: Value): boolean {
    if (key instanceof Uint8Array) return false;
    this.#entries.set(hashKey(key) ?? key, [key, value]);
    return true;
  }

  delete(key: Value): void {
    this.#entries.delete(hashKey(key) ?? key);
  }
}
