import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

type Texts = string[];
export interface ThingSpec extends Texts, Labels {
  conflict: { a: string } & string[];
}
interface Labels {
  [key: string]: string;
}
