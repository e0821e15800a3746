import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Source {
  name: string;
}
export interface ThingSpec {
  pick: Pick<Source, 'nam'>;
  omitScalar: Omit<string, 'x'>;
  index: Source['nam'];
  keys: keyof string;
  generic: Box;
}
interface Box<T> {
  content: T;
}
