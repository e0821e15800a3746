import { isJsonObject, jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { itemsOf, propertySchema } from './json-schema.js';

/**
 * A value next to the one it replaces, for ratcheting: what did not change is not refused, even when the schema would
 * refuse it today. Behaviour after apiserver's `pkg/cel/common/equality.go` (KEP-4008).
 */
export class Correlation {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: JSONSchemaProps;
  private equal: boolean | undefined;
  private children: Map<string | number, Correlation | undefined> | undefined;

  constructor(value: unknown, old: unknown, schema: JSONSchemaProps) {
    this.value = value;
    this.old = old;
    this.schema = schema;
  }

  key(field: string): Correlation | undefined {
    return this.remember(field, () => {
      if (!isJsonObject(this.old) || !isJsonObject(this.value)) return undefined;
      if (!(field in this.old) || !(field in this.value)) return undefined;
      const schema = propertySchema(this.schema, field);
      return schema === undefined ? undefined : new Correlation(this.value[field], this.old[field], schema);
    });
  }

  /** Items correlate only in lists of type map, by their keys. */
  index(i: number): Correlation | undefined {
    return this.remember(i, () => {
      const items = itemsOf(this.schema);
      if (!Array.isArray(this.old) || !Array.isArray(this.value) || items === undefined) return undefined;
      if (this.schema['x-kubernetes-list-type'] !== 'map') return undefined;
      const keys = this.schema['x-kubernetes-list-map-keys'] ?? [];
      const wanted = mapKey(this.value[i], keys);
      const old: unknown = this.old.find((item) => mapKey(item, keys) === wanted);
      return old === undefined || wanted === undefined
        ? undefined
        : new Correlation(this.value[i], old, items);
    });
  }

  isUnchanged(): boolean {
    this.equal ??= this.compare();
    return this.equal;
  }

  private compare(): boolean {
    const { value, old } = this;
    if (Array.isArray(value) && Array.isArray(old)) {
      if (value.length !== old.length) return false;
      if (this.schema['x-kubernetes-list-type'] !== 'map') return jsonEquals(value, old);
      return value.every((_, i) => this.index(i)?.isUnchanged() === true);
    }
    if (isJsonObject(value) && isJsonObject(old)) {
      const keys = Object.keys(value);
      return (
        keys.length === Object.keys(old).length && keys.every((key) => this.key(key)?.isUnchanged() === true)
      );
    }
    return jsonEquals(value, old);
  }

  private remember(key: string | number, make: () => Correlation | undefined): Correlation | undefined {
    this.children ??= new Map();
    if (!this.children.has(key)) this.children.set(key, make());
    return this.children.get(key);
  }
}

function mapKey(item: unknown, keys: readonly string[]): string | undefined {
  return isJsonObject(item) ? JSON.stringify(keys.map((key) => item[key] ?? null)) : undefined;
}
