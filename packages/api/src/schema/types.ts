/** A resource that Kubernetes serves, as discovery describes it. */
export interface BuiltinResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** What discovery tells of the version it is stored in; absent where nothing is stored. */
  readonly storageVersionHash?: string;
  readonly subresources: readonly BuiltinSubresource[];
}

/** A subresource, for example `scale`, with the kind of its body. */
export interface BuiltinSubresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** One version of a group. The preferred version of a group stands before its others. */
export interface BuiltinGroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly BuiltinResource[];
}

/** A schema as it stands in Kubernetes' OpenAPI v3 documents, without its descriptions. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly items?: OpenApiSchema;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-group-version-kind'?: ReadonlyArray<{
    group: string;
    version: string;
    kind: string;
  }>;
}
