import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Item {
  name: string;
}
type Element<T> = T extends (infer U)[] ? U : T;
type Listed<T> = T extends string ? T[] : never;
type IfObject<T> = T extends object ? 'object' : 'scalar';
type Texts<T> = { [K in keyof T as T[K] extends string ? K : never]: T[K] };
export interface ThingSpec {
  element: Element<Item[]>;
  self: Element<string>;
  listed: Listed<'a' | 'b'>;
  object: IfObject<Item>;
  scalar: IfObject<number>;
  texts: Texts<{ a: string; b: number; c: 'x' }>;
}
