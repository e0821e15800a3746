import { builtinDescriptions, builtinSchema } from '@kubewright/api/schema';
import { referencedSchemas } from './document.js';
import type { Schema } from './document.js';

const withDescriptions = new Map<string, Schema | undefined>();

/** A schema of Kubernetes with its descriptions, as the real server publishes it. Shared: do not change it. */
export function publishedSchema(name: string): Schema | undefined {
  if (!withDescriptions.has(name)) {
    const schema = builtinSchema(name);
    const described =
      schema === undefined ? undefined : describe(schema as Schema, builtinDescriptions(name));
    withDescriptions.set(name, described);
  }
  return withDescriptions.get(name);
}

function describe(schema: Schema, descriptions: Readonly<Record<string, string>>): Schema {
  const walk = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => walk(item, `${pointer}/${i}`));
    if (typeof value !== 'object' || value === null) return value;
    const description = descriptions[pointer];
    const copy: Record<string, unknown> = description === undefined ? {} : { description };
    for (const [key, inner] of Object.entries(value)) copy[key] = walk(inner, `${pointer}/${escape(key)}`);
    return copy;
  };
  return walk(schema, '') as Schema;
}

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The schemas that `part` refers to, and those these refer to, by name. `own` are those that are not Kubernetes'. */
export function componentsOf(part: unknown, own: ReadonlyMap<string, Schema>): Record<string, Schema> {
  const found = new Map<string, Schema>();
  const pending = [...referencedSchemas(part)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const schema = own.get(name) ?? publishedSchema(name);
    if (schema === undefined) continue;
    found.set(name, schema);
    pending.push(...referencedSchemas(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
