import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  a: string;
}
export interface ThingSpec {
  b?: string;
}
export class Settings {
  verbose?: boolean;
}
export interface Settings {
  level: number;
}
export interface ThingSpec {
  settings: Settings;
}
