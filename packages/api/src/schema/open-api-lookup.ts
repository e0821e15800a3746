import { PatchError } from '../patch/patch-error.js';
import type { FieldPatchRule, SchemaLookup } from '../patch/schema-lookup.js';
import type { OpenApiSchema } from './types.js';

const REF = '#/components/schemas/';

/** Makes lookups from a table of schemas, such as `builtinSchema`. Lookups are made once per type and kept. */
export function createOpenApiLookup(
  schemaOf: (name: string) => OpenApiSchema | undefined,
): (schemaName: string) => SchemaLookup {
  const known = new Map<string, SchemaLookup>();

  const named = (schemaName: string): SchemaLookup => {
    let lookup = known.get(schemaName);
    if (lookup === undefined) {
      const schema = schemaOf(schemaName);
      if (schema === undefined)
        throw new PatchError('CannotMerge', `no schema is known by the name ${schemaName}`);
      lookup = lookupOf(schema, schemaName.slice(schemaName.lastIndexOf('.') + 1));
      known.set(schemaName, lookup);
    }
    return lookup;
  };

  const resolve = (schema: OpenApiSchema): SchemaLookup => {
    const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
    return ref === undefined ? lookupOf(schema, '') : named(ref.slice(REF.length));
  };

  const lookupOf = (schema: OpenApiSchema, structName: string): SchemaLookup => {
    const rules = new Map<string, FieldPatchRule>();
    return {
      name: structName === '' ? (schema.type ?? 'object') : 'struct',
      field(name) {
        let rule = rules.get(name);
        if (rule === undefined) {
          rule = ruleOf(propertyOf(schema, structName, name));
          rules.set(name, rule);
        }
        return rule;
      },
    };
  };

  const ruleOf = (property: OpenApiSchema): FieldPatchRule => {
    const strategies = property['x-kubernetes-patch-strategy']?.split(',') ?? [];
    const mergeKey = property['x-kubernetes-patch-merge-key'];
    const strategy = strategies.find((name) => name === 'merge' || name === 'replace');
    const lookup = resolve(property.items ?? property);
    return {
      retainKeys: strategies.includes('retainKeys'),
      lookup,
      ...(strategy === undefined ? {} : { strategy }),
      ...(mergeKey === undefined ? {} : { mergeKey }),
    };
  };
  return named;
}

/** As apimachinery's third_party/forked/golang/json/fields.go looks for the field of a Go struct, messages included. */
function propertyOf(schema: OpenApiSchema, structName: string, name: string): OpenApiSchema {
  const properties = schema.properties ?? {};
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property !== undefined) return property;
  throw new PatchError(
    'CannotMerge',
    structName === ''
      ? 'merging an object in json but data type is not struct, instead is: map'
      : `unable to find api field in struct ${structName} for the json field ${JSON.stringify(name)}`,
  );
}
