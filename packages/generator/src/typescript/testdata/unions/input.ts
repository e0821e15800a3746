import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Circle {
  kind: 'circle';
  radius: number;
}
interface Square {
  kind: 'square';
  side: number;
}
type Shape = Circle | Square;
interface Triangle {
  kind: 'triangle';
}
export interface ThingSpec {
  shape: Shape;
  more?: Shape | Triangle | null;
  plain: { a: string } | { b: number };
  inline: { on: true; at: string } | { on: false };
}
