import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { builtinSchema } from '@kubewright/api/schema';
import { coreTypeName } from './core-type-names.js';
import { definitionName } from './from-openapi.js';
import { typeName } from './naming.js';
import type { Resolved } from './type-builder.js';
import { importedNode, textNode } from './type-node.js';

/** Definitions whose values are no objects, or whose fields Kubernetes fixes. */
const FIXED: Readonly<Record<string, Resolved>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: importedNode('Quantity') },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': { type: importedNode('Duration') },
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': { type: importedNode('RawExtension') },
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': { type: importedNode('MicroTime') },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { type: importedNode('ObjectMeta') },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { type: importedNode('Time') },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: importedNode('RawExtension') },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: importedNode('IntOrString') },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': { type: textNode('unknown') },
};

/** Follows the references of one OpenAPI document: to the library where it has the type, else to the document's schema. */
export function createResolver(
  definitions: Readonly<Record<string, JSONSchemaProps>>,
): (reference: string) => Resolved | undefined {
  return (reference) => {
    const definition = definitionName(reference);
    if (definition === undefined) return undefined;
    const fixed = Object.hasOwn(FIXED, definition) ? FIXED[definition] : undefined;
    if (fixed !== undefined) return fixed;
    const core = builtinSchema(definition) === undefined ? undefined : coreTypeName(definition);
    if (core !== undefined) return { type: importedNode(core.name, core.module) };
    const schema = Object.hasOwn(definitions, definition) ? definitions[definition] : undefined;
    return schema === undefined ? undefined : { name: typeName(definition.split('.').at(-1) ?? ''), schema };
  };
}
