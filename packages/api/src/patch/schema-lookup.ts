/** How a strategic merge patch treats a field whose value is an object or a list. */
export interface FieldPatchRule {
  /** Lists are merged item by item only with `merge`; objects are merged unless the strategy is `replace`. */
  readonly strategy?: 'merge' | 'replace';
  /** Whether patches name the keys of the object that stay (`$retainKeys`). */
  readonly retainKeys: boolean;
  /** The field that tells the objects of a merged list apart; lists of scalars have none. */
  readonly mergeKey?: string;
  /** The rules of the object, or of the items of the list. */
  readonly lookup: SchemaLookup;
}

/** What a strategic merge patch must know of one type. `openApiLookup` of `@kubewright/api/schema` reads it from OpenAPI. */
export interface SchemaLookup {
  /** The name of the type, for messages. */
  readonly name: string;
  /** Throws `PatchError` when the type has no such field. */
  field(name: string): FieldPatchRule;
}
