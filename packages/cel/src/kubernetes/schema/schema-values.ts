import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { Adapter } from '../../adapter.js';
import { formatValue } from '../../format-value.js';
import { ArrayList, CelError, Double, equal, int, ListValue, MapValue, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { opaqueType } from '../../types.js';
import { escapeProperty, unescapeProperty } from './escape.js';
import {
  isEmbeddedResource,
  isIntOrString,
  itemsOf,
  propertiesOf,
  valuesOf,
  withTypeAndObjectMeta,
} from './structural.js';
import { dateTimeValue, dateValue, durationValue } from './temporal.js';

const adapters = new WeakMap<JSONSchemaProps, Adapter>();

/**
 * Makes values of JSON that has the schema, reading it in place. After apiserver's
 * `pkg/cel/common/valuesunstructured.go`; data that the schema does not allow are errors, with its texts.
 */
export function adapterOf(schema: JSONSchemaProps): Adapter {
  let adapter = adapters.get(schema);
  if (adapter === undefined) {
    const adapt = makeAdapter(schema);
    const nullable = schema.nullable === true;
    adapter = (json) => {
      if (json !== null && json !== undefined) return adapt(json);
      return nullable ? null : new CelError('invalid data, got null for schema with nullable=false');
    };
    adapters.set(schema, adapter);
  }
  return adapter;
}

const wrongData = (expected: string, json: unknown): CelError =>
  new CelError(`invalid data, expected ${expected}, got ${goTypeOf(json)}`);

function goTypeOf(json: unknown): string {
  if (Array.isArray(json)) return '[]interface {}';
  switch (typeof json) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(json) ? 'int64' : 'float64';
    default:
      return 'map[string]interface {}';
  }
}

function makeAdapter(schema: JSONSchemaProps): Adapter {
  if (isIntOrString(schema)) {
    return (json) => {
      if (typeof json === 'string') return json;
      const whole = typeof json === 'number' ? integer(json) : undefined;
      return (
        whole ?? new CelError('invalid data, expected XIntOrString value to be either a string or integer')
      );
    };
  }
  switch (schema.type) {
    case 'object':
      return objectAdapter(schema);
    case 'array':
      return arrayAdapter(schema);
    case 'string':
      return textAdapter(schema.format);
    case 'number':
      return (json) => (typeof json === 'number' ? new Double(json) : wrongData('float', json));
    case 'integer':
      return (json) => (typeof json === 'number' ? integer(json) : undefined) ?? wrongData('int', json);
    case 'boolean':
      return (json) => (typeof json === 'boolean' ? json : wrongData('bool', json));
    default:
      return schema['x-kubernetes-preserve-unknown-fields'] === true
        ? (json) => new PreservedValue(json)
        : () =>
            new CelError(
              `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ''}`,
            );
  }
}

const integer = (json: number): Value | undefined => (Number.isInteger(json) ? int(json) : undefined);

function textAdapter(format: string | undefined): Adapter {
  const read = format === undefined ? undefined : TEXT_FORMATS.get(format);
  return (json) => {
    if (typeof json !== 'string') return wrongData('string', json);
    return read === undefined ? json : read(json);
  };
}

const TEXT_FORMATS: ReadonlyMap<string, (text: string) => Value> = new Map([
  ['duration', durationValue],
  ['date', dateValue],
  ['date-time', dateTimeValue],
  ['byte', bytesValue],
]);

// The real server decodes with the alphabet of URLs, whatever the format says.
function bytesValue(text: string): Value {
  const wrong = text.search(/[^A-Za-z0-9\-_=]/);
  if (wrong >= 0) {
    return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${wrong}`);
  }
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const isMap = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function objectAdapter(given: JSONSchemaProps): Adapter {
  const schema = isEmbeddedResource(given) ? withTypeAndObjectMeta(given) : given;
  const properties = propertiesOf(schema);
  const values = valuesOf(schema);
  const shape: MapShape = {
    isObject: properties !== undefined,
    adapterFor: (name) => {
      if (properties !== undefined)
        return Object.hasOwn(properties, name) ? adapterOf(properties[name]!) : undefined;
      return values === undefined ? undefined : adapterOf(values);
    },
  };
  return (json) =>
    isMap(json)
      ? new SchemaMap(json, shape)
      : new CelError('invalid data, expected a map for the provided schema with type=object');
}

interface MapShape {
  /** Whether it has properties of its own: its keys are then identifiers, and null is absence. */
  readonly isObject: boolean;
  /** Undefined for what the schema does not specify. */
  readonly adapterFor: (name: string) => Adapter | undefined;
}

/** An object of JSON with a schema: expressions see what the schema specifies. */
class SchemaMap extends MapValue {
  readonly json: Readonly<Record<string, unknown>>;
  readonly #shape: MapShape;

  constructor(json: Readonly<Record<string, unknown>>, shape: MapShape) {
    super();
    this.json = json;
    this.#shape = shape;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return new CelError('no such overload');
    const { isObject, adapterFor } = this.#shape;
    const name = isObject ? unescapeProperty(key) : key;
    if (name === undefined || !Object.hasOwn(this.json, name)) return undefined;
    const json = this.json[name];
    if (isObject && json === null) return undefined;
    return adapterFor(name)?.(json);
  }

  keys(): readonly Value[] {
    const { isObject, adapterFor } = this.#shape;
    return Object.keys(this.json)
      .filter((name) => adapterFor(name) !== undefined)
      .map((name) => (isObject ? (escapeProperty(name) ?? name) : name));
  }

  override equals(other: MapValue): boolean {
    if (this.size !== other.size) return false;
    return Object.keys(this.json).every((name) => {
      if (this.#shape.adapterFor(name) === undefined) {
        if (!(other instanceof SchemaMap)) return false;
        // What only one of them has beyond the schema does not count.
        return !Object.hasOwn(other.json, name) || jsonEquals(this.json[name], other.json[name]);
      }
      const [mine, theirs] = [this.find(name), other.find(name)];
      return mine === undefined || theirs === undefined ? mine === theirs : equal(mine, theirs);
    });
  }
}

function arrayAdapter(schema: JSONSchemaProps): Adapter {
  const items = itemsOf(schema);
  if (items === undefined)
    return () => new CelError('invalid array type, expected Items with a non-empty Schema');
  const listType = schema['x-kubernetes-list-type'];
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeProperty(key) ?? key);
  return (json) => {
    if (!Array.isArray(json))
      return new CelError('invalid data, expected an array for the provided schema with type=array');
    // Lists are read from front to back, mostly more than once: each item is adapted when first read.
    const source = new LazyItems(json, adapterOf(items));
    if (listType === 'map') return new KeyedList(source, keys);
    if (listType === 'set') return new SetList(source);
    return new SchemaList(source);
  };
}

interface Items {
  readonly length: number;
  at(index: number): Value;
}

class LazyItems implements Items {
  readonly #json: readonly unknown[];
  readonly #adapt: Adapter;
  readonly #values: Value[];

  constructor(json: readonly unknown[], adapt: Adapter) {
    this.#json = json;
    this.#adapt = adapt;
    this.#values = [];
  }

  get length(): number {
    return this.#json.length;
  }

  at(index: number): Value {
    return (this.#values[index] ??= this.#adapt(this.#json[index]));
  }
}

class GivenItems implements Items {
  readonly #values: readonly Value[];

  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  get length(): number {
    return this.#values.length;
  }

  at(index: number): Value {
    return this.#values[index]!;
  }
}

/** A list with a schema, in which order counts. */
class SchemaList extends ListValue {
  protected readonly items: Items;

  constructor(items: Items) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  get(index: number): Value {
    return this.items.at(index);
  }

  override concat(other: ListValue): Value {
    return new ArrayList([...this, ...other]);
  }
}

/** A list of type set: order does not count, and what is there is not added again. */
class SetList extends SchemaList {
  #members: Set<string> | undefined;

  override equals(other: ListValue): boolean {
    if (this.size !== other.size) return false;
    const members = this.#memberKeys();
    for (const item of other) if (!members.has(memberKey(item))) return false;
    return true;
  }

  override concat(other: ListValue): Value {
    const members = new Set(this.#memberKeys());
    const items = [...this];
    for (const item of other) {
      const key = memberKey(item);
      if (members.has(key)) continue;
      members.add(key);
      items.push(item);
    }
    return new SetList(new GivenItems(items));
  }

  #memberKeys(): Set<string> {
    if (this.#members === undefined) {
      this.#members = new Set();
      for (const item of this) this.#members.add(memberKey(item));
    }
    return this.#members;
  }
}

/** Distinguishes scalars of different types. */
function memberKey(value: Value): string {
  if (value instanceof Double) return `double ${value.value}`;
  if (value instanceof SchemaMap) return `map ${JSON.stringify(value.json)}`;
  if (value instanceof ListValue) return `list ${[...value].map(memberKey).join()}`;
  return `${typeof value} ${formatValue(value)}`;
}

/** A list of type map: items are told apart by their keys, and what is added replaces the item of its key. */
class KeyedList extends SchemaList {
  readonly #keys: readonly string[];
  #byKey: Map<string, Value> | undefined;

  constructor(items: Items, keys: readonly string[]) {
    super(items);
    this.#keys = keys;
  }

  override equals(other: ListValue): boolean {
    if (this.size !== other.size) return false;
    if (this.#byKey === undefined) {
      this.#byKey = new Map();
      for (const item of this) this.#byKey.set(this.#keyOf(item), item);
    }
    for (const item of other) {
      const mine = this.#byKey.get(this.#keyOf(item));
      if (mine === undefined || !equal(mine, item)) return false;
    }
    return true;
  }

  override concat(other: ListValue): Value {
    const items = [...this];
    const positions = new Map(items.map((item, i) => [this.#keyOf(item), i]));
    for (const item of other) {
      const position = positions.get(this.#keyOf(item));
      if (position === undefined) items.push(item);
      else items[position] = item;
    }
    return new KeyedList(new GivenItems(items), this.#keys);
  }

  #keyOf(item: Value): string {
    return item instanceof SchemaMap ? JSON.stringify(this.#keys.map((key) => item.json[key] ?? null)) : '';
  }
}

/** Data whose structure the schema does not tell: they can be compared, and nothing else. */
class PreservedValue extends OpaqueValue {
  readonly type = opaqueType('unknown');
  readonly json: unknown;

  constructor(json: unknown) {
    super();
    this.json = json;
  }

  equals(other: Value): boolean {
    return other instanceof PreservedValue && jsonEquals(this.json, other.json);
  }
}
