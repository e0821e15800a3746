import type { ApiObject, KindBehaviour } from '../kinds/behaviour.js';

/**
 * One resource of one group-version, as the pipeline serves it: built from the table of built-in resources, or from a
 * CustomResourceDefinition. The pipeline knows nothing else about kinds.
 */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  /** Name in paths: `deployments`. */
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  /** Keys of its objects start here; shared by all versions of a kind: `/registry/apps/deployments/`. */
  readonly storagePrefix: string;
  /** The version in which objects are stored; objects of other versions pass through `convert`. */
  readonly storageVersion: string;
  readonly behaviour: KindBehaviour;
  readonly schema: ObjectSchema;
  /** Whether it comes from a CustomResourceDefinition (strategic merge patch is refused, JSON decoding is free-form). */
  readonly custom: boolean;
  /** What every request to it is warned of, when its version is deprecated. */
  readonly deprecationWarning?: string;
  /**
   * Turns objects of any version of this kind into this version by asking a webhook, where the kind has one; `convert`
   * then only takes what is of this version already. Leaves its arguments alone. Throws StatusError 500.
   */
  readonly convertRemotely?: (objects: readonly ApiObject[]) => Promise<ApiObject[]>;
  /**
   * The revision of the storage at which the schemas of this kind last changed, of a custom kind: what was stored until
   * then is read by the schemas of now, unknown fields left out and defaults filled in.
   */
  readonly schemaSince?: number;
  /** Turns an object of any served version of this kind into this version, in place or as a copy. */
  convert(object: ApiObject): ApiObject;
}

export interface ServedSubresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** What the schema of a kind decides when a body is decoded. Pure. */
export interface ObjectSchema {
  /**
   * Checks the types of a decoded body, and removes fields that the schema does not know, in place. Returns the paths of the removed fields as
   * the real server words them (`spec.foo`), for `fieldValidation`. Throws StatusError (400) with the text of Go's
   * decoder where a built-in kind has a value of the wrong type; custom resources report that in validation instead.
   */
  decode(object: ApiObject): string[];
  /**
   * Checks types as the converter of the real server does, which strategic merge patches go through, cuts integers that
   * are too large, in place, and returns the sorted paths of fields that the schema does not know, which stay. Throws
   * WrongObjectError with the converter's text. Undefined for custom resources, which take no such patches.
   */
  readonly convert?: (object: ApiObject) => string[];
  /** A copy of an object with keys in the order in which the real server writes them. */
  ordered(object: ApiObject): ApiObject;
  /** Fills in the defaults of the schema, in place (custom resources; built-in kinds default by their behaviour). */
  applyDefaults(object: ApiObject): void;
  /** Patch merge keys for strategic merge; undefined for custom resources. */
  readonly openApiName: string | undefined;
}
