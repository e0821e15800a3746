import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Marker } from '../model/marker.js';
import type { Field } from '../model/schema-type.js';
import { textsOf } from './marker-rules/marker-rule.js';

const OPTIONAL = 'kubebuilder:validation:Optional';
const REQUIRED = 'kubebuilder:validation:Required';

/** What decides on a field whose own markers do not. */
export interface RequirementContext {
  /** The package's marker `+kubebuilder:validation:Optional` is in force. */
  readonly optionalByDefault: boolean;
  /** Fields that a one-of marker of the type names. */
  readonly oneOfFields: ReadonlySet<string>;
  readonly diagnostics: Diagnostics;
}

/**
 * Whether an object must have the field. Markers outrank the question mark, kubebuilder's outrank Kubernetes', and
 * optional outranks required, as in controller-gen's `structToSchema`.
 */
export function isRequired(field: Field, context: RequirementContext): boolean {
  const required = decide(field, context.optionalByDefault);
  if (required && context.oneOfFields.has(field.name)) {
    context.diagnostics.error(
      'ConflictingMarkers',
      field.position,
      `field ${field.name} is part of a one-of marker of its type and cannot be required`,
      `write ${field.name}?:`,
    );
    return false;
  }
  return required;
}

function decide({ markers, optional, inline = false }: Field, optionalByDefault: boolean): boolean {
  const has = (...names: string[]): boolean => markers.some(({ name }) => names.includes(name));
  if (has(OPTIONAL)) return false;
  if (has(REQUIRED)) return true;
  if (has('optional', 'k8s:optional')) return false;
  if (has('required', 'k8s:required')) return true;
  return !optionalByDefault && !optional && !inline;
}

/** The fields that the one-of markers of a type name. */
export function oneOfFields(markers: readonly Marker[]): Set<string> {
  return new Set(
    markers
      .filter(({ name }) => /^kubebuilder:validation:(AtMostOneOf|ExactlyOneOf|AtLeastOneOf)$/.test(name))
      .flatMap(({ value }) => textsOf(value)),
  );
}
