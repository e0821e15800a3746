/**
 * The schemas and resources of Kubernetes 1.36 as data. An entry point of its own, because it weighs a megabyte that
 * few programs need; the resources alone are in `@kubewright/api/resources`.
 *
 * @packageDocumentation
 */
import { schemaTexts } from './generated/schemas.js';
import type { SchemaLookup } from '../patch/schema-lookup.js';
import { createOpenApiLookup } from './open-api-lookup.js';
import type { OpenApiSchema } from './types.js';

export { createOpenApiLookup } from './open-api-lookup.js';
export { builtinGroupVersions } from './resources.js';
export type { BuiltinGroupVersion, BuiltinResource, BuiltinSubresource } from './resources.js';
export type { OpenApiSchema } from './types.js';

const parsed = new Map<string, OpenApiSchema>();

/** The schema of that name (`io.k8s.api.core.v1.Pod`), or undefined. Shared and parsed once: do not change it. */
export function builtinSchema(name: string): OpenApiSchema | undefined {
  let schema = parsed.get(name);
  if (schema === undefined) {
    const text = schemaTexts[name];
    if (text === undefined) return undefined;
    schema = JSON.parse(text) as OpenApiSchema;
    parsed.set(name, schema);
  }
  return schema;
}

/** The names of all schemas, sorted. */
export function builtinSchemaNames(): string[] {
  return Object.keys(schemaTexts);
}

let descriptionTexts: Readonly<Record<string, string>> | undefined;

/** Loads what `builtinDescriptions` reads: most of the weight of this data, for few. May be called again. */
export async function loadBuiltinDescriptions(): Promise<void> {
  ({ descriptionTexts } = await import('./generated/descriptions.js'));
}

/**
 * Descriptions of a schema: JSON pointer into it (`''` is itself, `/properties/spec`) -> text. Throws Error before
 * `loadBuiltinDescriptions` has ended.
 */
export function builtinDescriptions(name: string): Readonly<Record<string, string>> {
  if (descriptionTexts === undefined) throw new Error('loadBuiltinDescriptions has to be called first');
  const text = descriptionTexts[name];
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>);
}

/**
 * How strategic merge patches treat the fields of a built-in type: `openApiLookup('io.k8s.api.apps.v1.Deployment')`.
 * Throws `PatchError` when there is no schema of that name.
 */
export const openApiLookup: (schemaName: string) => SchemaLookup = createOpenApiLookup(builtinSchema);
