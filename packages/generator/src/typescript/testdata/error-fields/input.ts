import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

declare function compute(): string;
const name: string = compute();
export class ThingSpec {
  untyped;
  computed = compute();
  [name]: string;
  nested = { a: 1, b: compute() };
}
