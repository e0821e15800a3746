import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

/** Fields that many types have. */
interface Named {
  /** The name. */
  name: string;
  title?: string;
}
interface Sized {
  size: number;
}
/** +kubebuilder:validation:XValidation:rule="self.low <= self.high" */
interface Range {
  low: number;
  high: number;
}
export interface ThingSpec extends Named, Sized {
  /** Not just any size. */
  size: 1 | 2 | 3;
  range: Wide;
  narrow: Narrow;
}
interface Wide extends Range {
  step?: number;
}
interface Narrow extends Range {
  high: 10;
}
