/**
 * Tags of Kubernetes' validation-gen (`+k8s:minimum=0`, for built-in types) and the marker that says the same of a custom
 * resource. controller-gen v0.22 knows none of them. Source: k8s.io/code-generator/cmd/validation-gen/validators.
 */
export const GENERATOR_TAGS: ReadonlyMap<string, string> = new Map([
  ['minimum', 'kubebuilder:validation:Minimum'],
  ['maximum', 'kubebuilder:validation:Maximum'],
  ['maxItems', 'kubebuilder:validation:MaxItems'],
  ['minLength', 'kubebuilder:validation:MinLength'],
  ['maxLength', 'kubebuilder:validation:MaxLength'],
  ['maxBytes', 'kubebuilder:validation:MaxLength'],
  ['minItems', 'kubebuilder:validation:MinItems'],
  ['minProperties', 'kubebuilder:validation:MinProperties'],
  ['maxProperties', 'kubebuilder:validation:MaxProperties'],
  ['format', 'kubebuilder:validation:Format'],
  ['unique', 'listType'],
  ['default', 'kubebuilder:default'],
  ['unionMember', 'kubebuilder:validation:ExactlyOneOf'],
  ['zeroOrOneOfMember', 'kubebuilder:validation:AtMostOneOf'],
]);
