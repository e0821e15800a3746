import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kubewright/api/apiextensions/v1';

/** One kind in one version, from whatever source. */
export interface ImportedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Of the whole object, with `apiVersion`, `kind` and `metadata` or without. */
  readonly schema: JSONSchemaProps;
  /** Where the schema's `$ref`s lead, for kinds of an OpenAPI document. */
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>>;
  /** What the definition says beyond the schema, for kinds of a CustomResourceDefinition. */
  readonly definition?: {
    readonly crd: CustomResourceDefinition;
    readonly version: CustomResourceDefinitionVersion;
  };
  /** For messages: the file, address or cluster. */
  readonly source: string;
}
