import type { ApiObject } from '../kinds/behaviour.js';
import type { UserInfo } from '../pipeline/server-request.js';
import type { ServedResource } from '../resources/served-resource.js';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A kind with its group and version. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What is about to happen (apiserver `admission/attributes.go`). */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /** The resource in the version of the request. */
  readonly resource: ServedResource;
  /** `''` for the object itself. */
  readonly subresource: string;
  /** What `object` and `oldObject` are: the kind of the resource, or that of a subresource such as Scale. */
  readonly kind: GroupVersionKind;
  /** Of a Namespace its own name. */
  readonly namespace: string;
  /** `''` while a name is still to be generated. */
  readonly name: string;
  /**
   * Undefined for deletions. A plugin may change it, or put another in its place, while it admits; not when it validates.
   * Objects of built-in kinds are in their stored version.
   */
  object: ApiObject | undefined;
  /** Undefined for creations. Not to be changed. */
  readonly oldObject: ApiObject | undefined;
  /** The options of the request as an object: CreateOptions, UpdateOptions or DeleteOptions of meta.k8s.io/v1. */
  readonly options: () => object | undefined;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** What the plugins of one request know of their first round when they are asked again. */
  readonly reinvocation: Reinvocation;
  /** When the time that all webhooks of the request have together is over, in milliseconds since the epoch. */
  readonly deadline: () => number;
  warn(text: string): void;
}

/** Whether mutating plugins are asked a second time (apiserver `admission/reinvocation.go`). */
export interface Reinvocation {
  /** Set by a plugin that changed the object in a way that those before it may want to see. */
  requested: boolean;
  /** Whether this is the second round. */
  again: boolean;
  /** What a plugin keeps between the rounds, by its name. */
  state?: Map<string, unknown>;
}

/**
 * Looks at writes: first, before the registry prepares and validates an object, `admit` may change or refuse it; then
 * `validate` may refuse what is about to be stored. Both refuse with a StatusError.
 */
export interface AdmissionPlugin {
  readonly name: string;
  /** The operations it is asked about. Defaults to all. */
  readonly operations?: readonly AdmissionOperation[];
  /** The resources it is asked about, as `pods` or `ingresses.networking.k8s.io`. Defaults to all. */
  readonly resources?: readonly string[];
  /** The subresources it is asked about, `''` for the object itself. Defaults to all. */
  readonly subresources?: readonly string[];
  admit?(attributes: AdmissionAttributes): void | Promise<void>;
  validate?(attributes: AdmissionAttributes): void | Promise<void>;
}
