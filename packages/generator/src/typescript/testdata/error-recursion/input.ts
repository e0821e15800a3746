import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

type Loop = Loop | string;
interface Growing<T> {
  next?: Growing<T[]>;
}
export interface ThingSpec {
  loop: Loop;
  growing: Growing<string>;
}
