import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

type Size = 'small' | 'large';
export interface ThingSpec {
  combined: `${Size}-${'a' | 'b'}`;
  version: `v${number}`;
  address: `https://${string}`;
  either: `${Size}/${string}.${boolean}`;
  escaped: `a+b${string}`;
}
