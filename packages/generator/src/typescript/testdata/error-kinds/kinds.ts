import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

interface Spec {
  name: string;
}
type Thing = CustomResource<Spec>;
declare const computed: string;
const version = process.env.VERSION ?? 'v1';

export const A = defineKind<Thing>({ group: 'example.com', version, kind: 'A' });
export const B = defineKind<Thing>({ group: computed, version: 'v1', kind: 'B' });
export const C = defineKind<Thing>({ group: 'example.com', version: 'v1' } as never);
export const D = defineKind<Thing>({ group: '', version: 'v1', kind: 'D' });
export const E = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'E' });
export const E2 = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'E' });
export const F = defineKind<CustomResource>({ group: 'example.com', version: 'v1', kind: 'F' });
