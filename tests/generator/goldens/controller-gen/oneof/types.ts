// +groupName=testdata.kubebuilder.io
// +versionName=v1beta1

import type { int32, KubernetesObject } from '@kubewright/api';

/** OneofSpec is the spec for the oneofs API. */
export interface OneofSpec {
  firstTypeWithOneof?: TypeWithOneofs;
  secondTypeWithOneof?: TypeWithMultipleOneofs;
  firstTypeWithExactOneof?: TypeWithExactOneofs;
  secondTypeWithExactOneof?: TypeWithMultipleExactOneofs;
  typeWithMultipleAtLeastOneOf?: TypeWithMultipleAtLeastOneofs;
  typeWithAllOneOf?: TypeWithAllOneofs;
  typeWithOmitZero?: TypeWithOmitZero;
  typeWithOmitZeroExact?: TypeWithOmitZeroExact;
  typeWithOmitZeroAtLeastOneOf?: TypeWithOmitZeroAtLeastOneOf;
  firstCustomTypeAlias?: CustomTypeAlias;
  /** This verifies if the custom type alias XValidation is not duplicated. */
  secondCustomTypeAlias?: CustomTypeAlias;
}

/**
 * +kubebuilder:validation:XValidation:message="only one of foo|bar may be set",rule="!(has(self.foo) && has(self.bar))"
 * +kubebuilder:validation:AtMostOneOf=foo;bar
 */
type TypeWithOneofs = Optional<'foo' | 'bar'>;

/**
 * +kubebuilder:validation:AtMostOneOf=a;b
 * +kubebuilder:validation:AtMostOneOf=c;d
 */
type TypeWithMultipleOneofs = Optional<'a' | 'b' | 'c' | 'd'>;

/** +kubebuilder:validation:ExactlyOneOf=foo;bar */
type TypeWithExactOneofs = Optional<'foo' | 'bar'>;

/**
 * +kubebuilder:validation:ExactlyOneOf=a;b
 * +kubebuilder:validation:ExactlyOneOf=c;d
 */
type TypeWithMultipleExactOneofs = Optional<'a' | 'b' | 'c' | 'd'>;

/**
 * +kubebuilder:validation:AtLeastOneOf=a;b
 * +kubebuilder:validation:AtLeastOneOf=c;d
 */
interface TypeWithMultipleAtLeastOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

/**
 * +kubebuilder:validation:AtMostOneOf=a;b
 * +kubebuilder:validation:ExactlyOneOf=c;d
 * +kubebuilder:validation:AtLeastOneOf=e;f
 */
interface TypeWithAllOneofs {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
  e?: string;
  f?: string;
}

/** +kubebuilder:validation:AtMostOneOf=foo;bar */
interface TypeWithOmitZero {
  foo?: string;
  bar?: string;
}

/** +kubebuilder:validation:ExactlyOneOf=a;b */
interface TypeWithOmitZeroExact {
  a?: string;
  b?: string;
}

/** +kubebuilder:validation:AtLeastOneOf=c;d */
interface TypeWithOmitZeroAtLeastOneOf {
  c?: string;
  d?: string;
}

/**
 * CustomTypeAlias is a custom alias
 * +kubebuilder:validation:XValidation:rule="self >= 100 && self <= 1000",message="invalid CustomTypeAlias value"
 */
type CustomTypeAlias = int32;

type Optional<Names extends string> = Partial<Record<Names, string>>;

/**
 * Oneof is the Schema for the Oneof API
 * +kubebuilder:object:root=true
 */
export interface Oneof extends KubernetesObject {
  spec: OneofSpec;
}
