import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

const key = 'computed';
const keys = { dashed: 'with-dash' } as const;
export interface ThingSpec {
  [key]: string;
  [keys.dashed]?: number;
  'quoted-name': boolean;
  7: string;
}
