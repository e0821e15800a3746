import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  date: Date;
  map: Map<string, string>;
  set: Set<string>;
  bytes: Uint8Array;
  url: URL;
  big: bigint;
  bigLiteral: 1n;
  symbol: symbol;
  unique: unique symbol;
  text: String;
  call: () => void;
  create: new () => object;
  method(): void;
  (call: string): void;
  promise: Promise<string>;
  any: any;
  nothing: never;
  onlyNull: null;
  onlyUndefined?: undefined;
}
