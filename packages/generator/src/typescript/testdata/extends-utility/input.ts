import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Source {
  a: string;
  b: number;
  c?: boolean;
}
export interface ThingSpec extends Omit<Source, 'b'>, Partial<Pick<Source, 'b'>> {
  d: string;
}
