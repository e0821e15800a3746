import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { KnownType } from '../model/schema-type.js';

/** What Kubernetes reads as a quantity (controller-tools `pkg/crd/known_types.go`). */
const QUANTITY =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const strings: JSONSchemaProps = { type: 'string' };

/** The fields of embedded metadata that an author of a template may set, as controller-gen lists them. */
const EMBEDDED_METADATA: JSONSchemaProps = {
  type: 'object',
  properties: {
    annotations: { type: 'object', additionalProperties: strings },
    finalizers: { type: 'array', items: strings },
    labels: { type: 'object', additionalProperties: strings },
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
};

/**
 * The schema of a type that Kubernetes fixes, as `pkg/crd/known_types.go` of controller-tools has them. Differs for
 * `Unstructured` and `FieldsV1`, of which controller-gen keeps no field at all: a schema of theirs without fields would
 * have the server prune everything in them.
 */
export function knownSchema(known: KnownType['known'], embeddedObjectMeta: boolean): JSONSchemaProps {
  switch (known) {
    case 'ObjectMeta':
      return embeddedObjectMeta ? structuredClone(EMBEDDED_METADATA) : { type: 'object' };
    case 'Time':
    case 'MicroTime':
      return { type: 'string', format: 'date-time' };
    case 'Duration':
      return { type: 'string' };
    case 'Quantity':
      return { ...intOrString(), pattern: QUANTITY };
    case 'IntOrString':
      return intOrString();
    case 'RawExtension':
    case 'Unstructured':
    case 'FieldsV1':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    case 'JSON':
      return { 'x-kubernetes-preserve-unknown-fields': true };
  }
}

/** A whole number or a text. The order of the two types is the one that structural schemas demand. */
export function intOrString(): JSONSchemaProps {
  return { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
}
