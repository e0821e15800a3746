import { ArrayList, CelError, ListValue, MapValue } from '../values.js';
import type { Value } from '../values.js';
import { formatKey } from '../format-value.js';
import { ValueMap } from '../value-map.js';

/** The list that `map` and `filter` fill: adding to it changes it, so that a loop takes linear time. */
export class GrowingList extends ListValue {
  readonly #items: Value[] = [];

  get size(): number {
    return this.#items.length;
  }

  get(index: number): Value {
    return this.#items[index]!;
  }

  override concat(other: ListValue): Value {
    for (let index = 0; index < other.size; index++) this.#items.push(other.get(index));
    return this;
  }

  finished(): ListValue {
    return new ArrayList(this.#items);
  }
}

/** The map that `transformMap` fills. */
export class GrowingMap extends MapValue {
  readonly #map = new ValueMap();

  get size(): number {
    return this.#map.size;
  }

  find(key: Value): Value | undefined {
    return this.#map.find(key);
  }

  keys(): readonly Value[] {
    return this.#map.keys();
  }

  /** Adds an entry, unless there is one of the key already. */
  insert(key: Value, value: Value): Value {
    if (this.#map.find(key) !== undefined) return insertFailed(key);
    this.#map.set(key, value);
    return this;
  }

  finished(): MapValue {
    return this.#map;
  }
}

export const insertFailed = (key: Value): CelError =>
  new CelError(`insert failed: key ${formatKey(key)} already exists`);
