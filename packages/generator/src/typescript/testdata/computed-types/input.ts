import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { int32 } from '@kubewright/api';
import type { EnvVar } from '@kubewright/api/core/v1';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Item {
  name: string;
}
function create(size: number, item: Item): { size: number; item: Item; tags?: string[]; kind: 'a' | 'b' } {
  return { size, item, kind: 'a' };
}
interface Schema<T> {
  /** What is validated. */
  readonly output: T;
}
type Infer<S> = S extends Schema<infer T> ? T : never;
declare function object<T extends Record<string, Schema<unknown>>>(
  fields: T,
): Schema<{ [K in keyof T]: Infer<T[K]> }>;
declare function text(): Schema<string>;
declare function list<T>(of: Schema<T>): Schema<T[]>;
declare function count(): Schema<int32 | null>;
const schema = object({ name: text(), tags: list(text()), nested: object({ count: count() }), env: env() });
declare function env(): Schema<EnvVar>;
const computed = { a: 1, b: Math.max(1, 2), c: 'x' };
export interface ThingSpec {
  created: ReturnType<typeof create>;
  parameter: Parameters<typeof create>[1];
  inferred: Infer<typeof schema>;
  partial: Partial<Infer<typeof schema>>;
  computed: typeof computed;
  key: keyof typeof computed;
  pair: [ReturnType<typeof Math.max>, string];
}
