import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Mixed {
  name: string;
  [key: string]: string;
}
export interface ThingSpec {
  mixed: Mixed;
  numbers: { [key: number]: string };
  record: Record<number, string>;
  anyKey: Record<keyof any, string>;
  both: Record<string, string> & { name: string };
  undefinedItems: (string | undefined)[];
}
