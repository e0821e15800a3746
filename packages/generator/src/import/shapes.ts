import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { isCarried } from './constraints.js';
import { sortedJson } from './sorted-json.js';

/** Numbers schemas by what they say: equal numbers are equal schemas. */
export interface Shapes {
  /** All that a schema says, except what is carried by the place that it stands at. */
  ofType(schema: JSONSchemaProps): number;
}

export interface ShapesOptions {
  /** Whether descriptions within the schema count. */
  readonly descriptions: boolean;
}

/** Keywords whose order says nothing. */
const SETS = new Set(['required', 'enum']);

/** Works bottom up, so that each schema is looked at once however often it is asked for. */
export function createShapes({ descriptions }: ShapesOptions): Shapes {
  const ids = new Map<string, number>();
  const types = new WeakMap<object, number>();

  function intern(text: string): number {
    const known = ids.get(text);
    if (known !== undefined) return known;
    ids.set(text, ids.size);
    return ids.size - 1;
  }

  function ofType(schema: JSONSchemaProps): number {
    const known = types.get(schema);
    if (known !== undefined) return known;
    const id = intern(textOf(schema, (key) => !isCarried(key)));
    types.set(schema, id);
    return id;
  }

  /** Of a schema within another, with all that it says. */
  function whole(schema: JSONSchemaProps): string {
    const carried = textOf(schema, (key) => isCarried(key) && (descriptions || !isProse(key)));
    return `${ofType(schema)}${carried}`;
  }

  function textOf(schema: JSONSchemaProps, counts: (key: string) => boolean): string {
    const parts: string[] = [];
    for (const [key, value] of Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (counts(key) && value !== undefined) parts.push(`${key}:${valueText(key, value)}`);
    return `{${parts.join(',')}}`;
  }

  function valueText(key: string, value: unknown): string {
    if (isSchema(value) && ['items', 'additionalProperties', 'not'].includes(key)) return whole(value);
    if (key === 'properties' && isSchema(value))
      return `{${Object.entries(value as Record<string, JSONSchemaProps>)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, property]) => `${JSON.stringify(name)}:${whole(property)}`)
        .join(',')}}`;
    if (SETS.has(key) && Array.isArray(value))
      return JSON.stringify([...value.map((item) => JSON.stringify(item))].sort());
    return JSON.stringify(sortedJson(value));
  }

  return { ofType };
}

/** Keywords for readers, of which two copies of one type may differ. */
function isProse(key: string): boolean {
  return key === 'description' || key === 'example' || key === 'externalDocs' || key === 'title';
}

function isSchema(value: unknown): value is JSONSchemaProps {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
