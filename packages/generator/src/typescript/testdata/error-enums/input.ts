import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

declare function compute(): number;
enum Computed {
  A = compute(),
  B,
}
enum Gap {
  A = 'a',
  B,
}
export interface ThingSpec {
  computed: Computed;
  gap: Gap;
}
