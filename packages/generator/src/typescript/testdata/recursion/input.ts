import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  left?: ThingSpec;
  expression: Expression;
  json: Json[];
}
type Expression = And | Not;
interface And {
  type: 'and';
  of: Expression[];
}
interface Not {
  type: 'not';
  of: Expression;
}
type Json = { [key: string]: Json };
