import { formatKey } from '../format-value.js';
import { goTypeOf } from './go-type.js';
import { typeOf } from '../runtime-type.js';
import { CelError, Double, int, isError, isInt, ListValue, MapValue, ObjectValue, Uint } from '../values.js';
import type { Value } from '../values.js';

/** The value at a key, field or index; a CelError where it fails; undefined where there is none. */
export const lookup = (container: Value, key: Value): Value | undefined => {
  if (container instanceof ObjectValue) return typeof key === 'string' ? container.find(key) : undefined;
  if (container instanceof MapValue) return container.find(key);
  if (container instanceof ListValue) return lookupIndex(container, key);
  return undefined;
};

/** As {@link lookup}, with an error for what is not there (attributes.go: refQualify). */
export const select = (container: Value, key: Value): Value => {
  const value = lookup(container, key);
  if (value !== undefined) return value;
  return new CelError(
    container instanceof ListValue
      ? `index out of bounds: ${formatKey(key)}`
      : `no such key: ${formatKey(key)}`,
  );
};

/** Why a value cannot be a key, field or index at all (attributes.go: newQualifier); undefined where it can. */
export const invalidKey = (key: Value): CelError | undefined => {
  if (typeof key === 'string' || typeof key === 'boolean' || isInt(key)) return undefined;
  if (key instanceof Uint || key instanceof Double) return undefined;
  return isError(key) ? key : new CelError(`invalid qualifier type: ${goTypeOf(key)}`);
};

const lookupIndex = (list: ListValue, key: Value): Value | undefined => {
  const index = toIndex(key);
  if (index instanceof CelError) return index;
  return index >= 0 && index < list.size ? list.get(index) : undefined;
};

/** An index of a list, which may be any number that is integral. -1: certainly none. */
const toIndex = (key: Value): number | CelError => {
  if (typeof key === 'number') return key;
  if (isInt(key)) return -1;
  const integral =
    key instanceof Uint ? int(key.value) : key instanceof Double ? doubleIndex(key) : undefined;
  if (typeof integral === 'number') return integral;
  if (integral !== undefined || key instanceof Uint) return -1;
  if (key instanceof Double) return new CelError(`unsupported index value ${formatKey(key)} in list`);
  return new CelError(`unsupported index type '${typeOf(key).name}' in list`);
};

const doubleIndex = ({ value }: Double): number | bigint | undefined =>
  Number.isInteger(value) ? int(BigInt(value)) : undefined;
