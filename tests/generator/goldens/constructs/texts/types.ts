import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Text extends CustomResource<TextSpec> {}
export const Text = defineKind<Text>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Text',
});

/** A name of at most 20 letters. */
type Name = string;

interface TextSpec {
  /**
   * @minLength 2
   * @maxLength 5
   * @pattern ^[a-z]+$
   */
  tagged?: string;
  /** +kubebuilder:validation:Format=ipv4 */
  address?: string;
  /**
   * A name of its own, in place of the type's description.
   *
   * @title Name
   * @example "anna"
   * +kubebuilder:externalDocs:url="https://kubernetes.io/docs",description="about names"
   */
  name?: Name;
  other?: Name;
  /** +kubebuilder:validation:MaxLength=9 */
  short?: Short;
  version?: `v${number}`;
  /**
   * +kubebuilder:validation:Minimum=0
   * +kubebuilder:validation:ExclusiveMinimum=true
   * +kubebuilder:validation:Maximum=1
   */
  ratio?: number;
}

/** +kubebuilder:validation:MaxLength=3 */
type Short = string;
