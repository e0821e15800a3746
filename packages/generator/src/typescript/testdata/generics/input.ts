import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Page<T, Cursor = string> {
  items: T[];
  next?: Cursor;
}
interface Item {
  name: string;
}
type Pair<A, B = A> = { first: A; second: B };
type OneOrMany<T> = T | T[];
type Id<T> = T;
class Box<T> {
  content!: T;
}
interface Tree<T> {
  value: T;
  children?: Tree<T>[];
}
export interface ThingSpec {
  page: Page<Item>;
  numbered: Page<string, number>;
  pair: Pair<Item>;
  mixed: Pair<string, boolean>;
  same: Id<string>;
  box: Box<Item | null>;
  optionalBox: Box<string | undefined>;
  tree: Tree<Item>;
  again: Page<Item>;
}
export type { OneOrMany };
