import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

/** +kubebuilder:resource:scope=Cluster */
export interface Wrong extends CustomResource<{ a: string }> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v2', kind: 'Wrong' });
