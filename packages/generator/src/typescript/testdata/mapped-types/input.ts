import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Features {
  /** Tracing of requests. */
  tracing: boolean;
  metrics?: boolean;
}
type Optional<T> = { [K in keyof T]?: T[K] };
type Flags<T> = { readonly [K in keyof T]: 'on' | 'off' };
type Complete<T> = { [K in keyof T]-?: T[K] };
type Prefixed<T> = { [K in keyof T as `enable${Capitalize<K & string>}`]: T[K] };
type Without<T, D> = { [K in keyof T as Exclude<K, D>]: T[K] };
export interface ThingSpec {
  byName: { [K in 'a' | 'b']: number };
  byText: { [K in string]: number };
  optional: Optional<Features>;
  flags: Flags<Features>;
  complete: Complete<Features>;
  prefixed: Prefixed<Features>;
  without: Without<Features, 'metrics'>;
}
