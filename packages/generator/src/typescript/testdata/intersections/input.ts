import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Named {
  name: string;
}
/** +kubebuilder:validation:XValidation:rule="true" */
interface Ruled {
  ruled: boolean;
}
type Branded = string & { readonly __brand: 'Branded' };
export type ThingSpec = Named & Ruled & { size: number } & {
  shared: string | number;
} & { shared?: string; id: Branded; choice: (One | Two) & Named };
interface One {
  one: 1;
}
interface Two {
  two: 2;
}
