/*
 * A header, with a marker that belongs to the file:
 * +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
 */
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

// +kubebuilder:rbac:groups="",resources=pods,verbs=list

// +kubebuilder:subresource:status

/** Thing has a detached marker. */
export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

/** Spec is on one line.  +kubebuilder:validation:XValidation:rule="true" */
export interface ThingSpec {
  /** Number of pods.  +kubebuilder:validation:Minimum=0  +kubebuilder:default=1 */
  size?: number; // At the end of a line: not for the next field.

  // Lines are documentation
  // where there is no JSDoc.
  // +kubebuilder:validation:MinLength=1
  lines: string;

  // Closest before the documentation: its text does not count, its markers do.
  // +kubebuilder:validation:MaxLength=63

  /**
   * Several lines,
   * the second of them.
   *
   * A paragraph.
   *   Indented.
   * +kubebuilder:validation:MinLength=2
   * @pattern ^a+$
   */
  block: string;

  /** Documentation. */
  // A note beside it.
  // +optional
  noted: string;

  /* Plain. */
  plain: string;
  /** One */ sameLine: string; /** Two */ another: string;
  // eslint-disable-next-line something
  none: string;


  // Closest. +not a marker

  far: string;
}
