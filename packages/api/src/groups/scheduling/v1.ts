// Generated from the OpenAPI v3 documents of Kubernetes by tools/api-generator; do not edit.
// Descriptions: Copyright The Kubernetes Authors, Apache-2.0.

import { defineKind } from '../../kind.js';
import type { Kind } from '../../kind.js';
import type { ObjectMeta } from '../meta/v1.js';

/** PriorityClass defines mapping from a priority class name to the priority integer value. The value can be any valid integer. */
export interface PriorityClass {
  /** APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources */
  apiVersion?: 'scheduling.k8s.io/v1';
  /** description is an arbitrary string that usually provides guidelines on when this priority class should be used. */
  description?: string;
  /** globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority. */
  globalDefault?: boolean;
  /** Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds */
  kind?: 'PriorityClass';
  /** Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata */
  metadata?: ObjectMeta;
  /**
   * preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.
   *
   * Possible enum values:
   *  - `"Never"` means that pod never preempts other pods with lower priority.
   *  - `"PreemptLowerPriority"` means that pod can preempt other pods with lower priority.
   */
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  /** value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec. */
  value?: number;
}

/** The kind PriorityClass of scheduling.k8s.io/v1: call it to make an object, pass it to the client. */
export const PriorityClass: Kind<PriorityClass> = /* @__PURE__ */ defineKind<PriorityClass>({ group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass', plural: 'priorityclasses', namespaced: false });

