import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Source {
  name: string;
  nested?: { deep: 'x' | 'y' };
  list: { item: number }[];
}
const zones = ['a', 'b', 'c'] as const;
const limits = { small: 1, large: 2 } as const;
const settings = { name: 'x', size: 3, on: true };
enum Color {
  Red = 'red',
  Green = 'green',
}
export interface ThingSpec {
  key: keyof Source;
  name: Source['name'];
  nested: Source['nested'];
  deep: NonNullable<Source['nested']>['deep'];
  item: Source['list'][number];
  zone: (typeof zones)[number];
  first: (typeof zones)[0];
  limit: keyof typeof limits;
  limitValue: (typeof limits)[keyof typeof limits];
  settings: typeof settings;
  colorName: keyof typeof Color;
  member: typeof limits.large;
}
