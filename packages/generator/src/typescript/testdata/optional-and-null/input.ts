import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

type Maybe = string | undefined;
type Nothing = string | null;
export interface ThingSpec {
  required: string;
  question?: string;
  undefinedToo: string | undefined;
  both?: string | null;
  alias: Maybe;
  nullable: string | null;
  nullableAlias: Nothing;
  nullableEnum: 'a' | 'b' | null;
  list: Array<string | null>;
}
