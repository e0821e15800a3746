import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { RootType } from '../model/program-model.js';
import { finishSchema } from '../schema/finish.js';
import type { SchemaBuilder } from '../schema/schema-builder.js';

/** The words of Kubernetes' `TypeMeta`, which controller-gen writes into every CRD. */
const API_VERSION = `APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources`;
const KIND = `Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds`;

const META_FIELDS = ['apiVersion', 'kind', 'metadata'];

/**
 * The schema of a kind in one version. What every object has is written as controller-gen writes it, whatever the type
 * says of it: the server checks it by itself, and allows no other schema of the metadata.
 */
export function rootSchema(
  root: RootType,
  builder: SchemaBuilder,
  maxDescLen: number | undefined,
): JSONSchemaProps {
  const declared = builder.declarationSchema(root.declaration);
  if (declared.type !== 'object') {
    builder.diagnostics.error(
      'InvalidKind',
      root.declaration.position ?? root.position,
      `kind ${root.kind} is made from ${root.declaration.name}, which is not an object type`,
      'write an interface that extends CustomResource<Spec, Status>',
    );
  }
  const schema = builder.copy(declared);
  const { apiVersion, kind, metadata, ...properties } = schema.properties ?? {};
  schema.properties = {
    ...properties,
    apiVersion: { type: 'string', description: API_VERSION },
    kind: { type: 'string', description: KIND },
    metadata: { type: 'object', ...metadataLimits(metadata) },
  };
  for (const [name, own] of Object.entries({ apiVersion, kind, metadata }))
    if (own !== undefined) builder.origins.copy(own, schema.properties[name]!);
  const required = (schema.required ?? []).filter((name) => !META_FIELDS.includes(name));
  if (required.length > 0) schema.required = required;
  else delete schema.required;
  return finishSchema(schema, {
    origins: builder.origins,
    ...(maxDescLen === undefined ? {} : { maxDescLen }),
  });
}

/** The only limits that the server allows there: those of the name, if the type of the metadata narrows it. */
function metadataLimits(metadata: JSONSchemaProps | undefined): Pick<JSONSchemaProps, 'properties'> {
  const name = metadata?.properties?.['name'];
  return name !== undefined && (name.maxLength !== undefined || name.pattern !== undefined)
    ? { properties: { name } }
    : {};
}
