import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Schema<T> {
  output: T;
}
type Infer<S> = S extends Schema<infer T> ? T : never;
interface Wrapped<S> {
  value: Infer<S>;
}
declare const schema: Schema<{ at: Date; call(): void }>;
export interface ThingSpec {
  wrapped: Wrapped<Schema<string>>;
  data: Infer<typeof schema>;
  instance: InstanceType<typeof Map>;
}
