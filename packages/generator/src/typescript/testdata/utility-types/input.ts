import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { EnvVar } from '@kubewright/api/core/v1';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

interface Source {
  /** The name.  +kubebuilder:validation:MinLength=1 */
  name: string;
  size?: number;
  color: 'red' | 'green' | 'blue';
  tags: string[] | undefined;
}
export interface ThingSpec {
  partial: Partial<Source>;
  required: Required<Source>;
  readonly: Readonly<Source>;
  pick: Pick<Source, 'name' | 'size'>;
  omit: Omit<Source, 'tags' | 'color'>;
  record: Record<'a' | 'b', Source>;
  optionalRecord: Partial<Record<'a' | 'b', number>>;
  map: Record<string, Source>;
  loose: Record<string, string | undefined>;
  empty: Record<string, never>;
  some: NonNullable<Source['tags']>;
  warm: Exclude<Source['color'], 'blue'>;
  cold: Extract<Source['color'], 'blue' | 'white'>;
  loud: Uppercase<'a' | 'b'>;
  title: Capitalize<'low' | 'high'>;
  pickedKubernetes: Pick<EnvVar, 'name'>;
}
