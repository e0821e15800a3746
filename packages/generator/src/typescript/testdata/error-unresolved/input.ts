import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { Logger, Missing } from '@kubewright/api';
import type { Something } from 'not-installed';
import type { Other } from './no-such-file.js';
import type { Absent } from './other.js';
import type { NoSuchType } from '@kubewright/api/core/v1';
import type * as core from '@kubewright/api/core/v1';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  missing: Missing;
  notInstalled: Something;
  noFile: Other;
  noExport: Absent;
  noCoreType: NoSuchType;
  noMember: core.NoSuchMember;
  noGlobal: Strin;
  value: typeof limit;
  asType: limit;
  code: Logger;
}
const limit = Math.random();
