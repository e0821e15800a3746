import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

type Phase = 'Pending' | 'Running';
export interface ThingSpec {
  phase: Phase | 'Failed';
  size: 1 | 2 | 3;
  ratio: 0.5 | 1;
  negative: -1 | 1;
  yes: true;
  either: true | false;
  one: 'only';
  known: 'a' | 'b' | string;
  hinted: 'a' | (string & {});
  mixed: 'a' | 1;
  withScalar: string | number;
}
