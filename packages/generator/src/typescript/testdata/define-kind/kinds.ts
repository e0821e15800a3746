import { defineKind as define } from '@kubewright/api';
import * as api from '@kubewright/api';
import type { CustomResource, Kind, KubernetesObject } from '@kubewright/api';
import type { Deployment } from '@kubewright/api/apps/v1';
import { common, group } from './names.js';

interface Spec {
  name: string;
}

/**
 * The type's comment.
 * +kubebuilder:subresource:status
 */
export interface One extends CustomResource<Spec> {}
/** +kubebuilder:resource:shortName=one */
export const One = define<One>({ group, version: 'v1', kind: 'One' });

/** Only the constant has a comment. */
export const Two = api.defineKind<CustomResource<Spec, Spec>>({
  ...common,
  kind: 'Two',
  plural: 'twos',
  namespaced: false,
});

interface Three extends KubernetesObject {
  spec: Spec;
}
export const Three: Kind<Three> = define({ ...common, kind: `${'Th'}ree` } as const);

/** Kinds of others have no schema here. */
export const Certificate = define({ group: 'cert-manager.io', version: 'v1', kind: 'Certificate' });
export const Workload = define<Deployment>({ group: 'apps', version: 'v1', kind: 'Deployment' });
