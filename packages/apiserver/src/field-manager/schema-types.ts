import { builtinSchema } from '@kubewright/api/schema';
import { createTypeCompiler } from '@kubewright/api/structured-merge';
import type { SchemaType, TypeSchema } from '@kubewright/api/structured-merge';
import { publishedSchema } from '../openapi/custom-schemas.js';
import type { ServedResource } from '../resources/served-resource.js';

const compiler = createTypeCompiler(builtinSchema as (name: string) => TypeSchema | undefined);
const customTypes = new WeakMap<ServedResource, SchemaType>();

/** How the fields of a resource's objects are owned: by the schema that is published for its version. Made once. */
export function schemaTypeOf(resource: ServedResource): SchemaType {
  const name = resource.schema.openApiName;
  if (name !== undefined) return compiler.named(name);
  let type = customTypes.get(resource);
  if (type === undefined) {
    type = compiler.compile(publishedSchema(resource) as TypeSchema);
    customTypes.set(resource, type);
  }
  return type;
}

/** The type of a kind that only subresources take. */
export const namedSchemaType = (name: string): SchemaType => compiler.named(name);
