import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { Deployment } from '@kubewright/api/apps/v1';
import type * as core from '@kubewright/api/core/v1';
import type { EnvVar, ServicePort } from '@kubewright/api/core/v1';
import type * as meta from '@kubewright/api/meta/v1';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  env: EnvVar[];
  selector: meta.LabelSelector;
  template: core.PodTemplateSpec;
  crd: JSONSchemaProps;
  deployment: Deployment;
  own: OwnPort;
  inline: import('@kubewright/api/core/v1').Container;
}
interface OwnPort extends ServicePort {
  /** In place of that of Kubernetes. */
  value: string;
  zone: string;
}
