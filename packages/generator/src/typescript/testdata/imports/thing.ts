import { defineKind } from 'kubewright';
import type { CustomResource, int32 } from 'kubewright';
import type { EnvVar } from 'kubewright/core/v1';
import type Fallback from './shared/index.js';
import type { Renamed, Size } from './shared/index.js';
import * as shared from './shared/index.js';
import { shapes } from './shared/index.js';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: shared.group, version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  size: Size;
  renamed: Renamed;
  whole: shared.Deep;
  space: shared.Space.Inner;
  shape: shapes.Shape;
  fallback: Fallback;
  env: EnvVar;
  count: int32;
}
