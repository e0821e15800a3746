import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

/** +kubebuilder:resource:scope=Namespaced */
export interface Wrong extends CustomResource<{ a: string }> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });
