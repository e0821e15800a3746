import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

enum Color {
  Red = 'red',
  Green = 'green',
}
const enum Level {
  Low,
  High = 5,
  Higher,
}
enum Flags {
  None = 0,
  A = 1 << 0,
  B = 1 << 1,
  Both = A | B,
}
const prefix = 'zone';
enum Zone {
  A = `${prefix}-a`,
  B = 'zone-b',
}
export interface ThingSpec {
  color: Color;
  level?: Level;
  red: Color.Red;
  flags: Flags;
  zone: Zone;
  colorOrBlue: Color | 'blue';
}
