import { builtinDescriptions, builtinSchema, loadBuiltinDescriptions } from '@kubewright/api/schema';
import { referencedSchemas } from './document.js';
import type { Schema } from './document.js';
import { discoverySchemaTexts } from './generated/discovery-schemas.js';

// This module itself is loaded only when somebody asks for a document.
await loadBuiltinDescriptions();

const withDescriptions = new Map<string, Schema | undefined>();

/** A schema of Kubernetes with its descriptions, as the real server publishes it. Shared: do not change it. */
function publishedSchema(name: string): Schema | undefined {
  if (!withDescriptions.has(name)) withDescriptions.set(name, makePublishedSchema(name));
  return withDescriptions.get(name);
}

function makePublishedSchema(name: string): Schema | undefined {
  const text = discoverySchemaTexts[name];
  if (text !== undefined) return JSON.parse(text) as Schema;
  const schema = builtinSchema(name);
  return schema === undefined ? undefined : describe(schema as Schema, builtinDescriptions(name));
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

export interface ComponentOptions {
  /** Schemas that are not Kubernetes', by name. */
  readonly own: ReadonlyMap<string, Schema>;
  /** The group-version of the document: of the kinds that stand for a schema, it tells those of its own. */
  readonly groupVersion?: { readonly group: string; readonly version: string };
}

/** The schemas that `part` refers to, and those these refer to, by name. */
export function componentsOf(part: unknown, { own, groupVersion }: ComponentOptions): Record<string, Schema> {
  const found = new Map<string, Schema>();
  const pending = [...referencedSchemas(part)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const schema = own.get(name) ?? publishedSchema(name);
    if (schema === undefined) continue;
    found.set(name, groupVersion === undefined ? schema : withOwnKinds(schema, groupVersion));
    pending.push(...referencedSchemas(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const KINDS = 'x-kubernetes-group-version-kind';

// Schemas such as DeleteOptions stand for a kind in every group-version.
function withOwnKinds(schema: Schema, own: { group: string; version: string }): Schema {
  const kinds = schema[KINDS] as ReadonlyArray<{ group: string; version: string }> | undefined;
  if (kinds === undefined || kinds.length < 2) return schema;
  const kept = kinds.filter(
    ({ group, version }) =>
      (group === '' && version === 'v1') || (group === own.group && version === own.version),
  );
  return { ...schema, [KINDS]: kept };
}
