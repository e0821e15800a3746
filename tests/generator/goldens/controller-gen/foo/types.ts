// +groupName=bar.example.com
// +versionName=foo

import type { KubernetesObject } from '@kubewright/api';

interface FooSpec {
  /**
   * This tests that defaulted fields are stripped for v1beta1,
   * but not for v1
   * +kubebuilder:default=fooDefaultString
   * +kubebuilder:example=fooExampleString
   */
  defaultedString: string;
}

interface FooStatus {}

/** +kubebuilder:object:root=true */
export interface Foo extends KubernetesObject {
  /** Spec comments SHOULD appear in the CRD spec */
  spec?: FooSpec;
  /** Status comments SHOULD appear in the CRD spec */
  status?: FooStatus;
}
