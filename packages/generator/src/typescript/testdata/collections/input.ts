import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Item {
  name: string;
}
interface Labels {
  [key: string]: string;
}
interface Tree {
  [key: string]: Tree;
}
export interface ThingSpec {
  array: string[];
  generic: Array<Item>;
  readonlyArray: readonly Item[];
  readonlyGeneric: ReadonlyArray<Item>;
  nested: string[][];
  union: (string | null)[];
  tuple: [string, string];
  optional: [Item, Item?];
  rest: [name: string, ...more: string[]];
  map: { [key: string]: Item };
  named: Labels;
  lists: Record<string, Item[]>;
  tree: Tree;
}
