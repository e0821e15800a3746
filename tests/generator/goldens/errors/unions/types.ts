import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

interface A {
  a: string;
  shared: string;
}
interface B {
  b: string;
  shared: int32;
}
interface WrongSpec {
  scalars: string | boolean;
  numbers: string | number;
  different: A | B;
  lists: string | string[];
  pair: [string, int32];
}
