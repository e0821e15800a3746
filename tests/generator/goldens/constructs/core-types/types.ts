import { defineKind } from '@kubewright/api';
import type { Condition, CustomResource, IntOrString, LabelSelector } from '@kubewright/api';
import type {
  Affinity,
  PersistentVolumeClaimSpec,
  PodTemplateSpec,
  ResourceRequirements,
  ServicePort,
} from '@kubewright/api/core/v1';

export interface Workload extends CustomResource<WorkloadSpec> {}
export const Workload = defineKind<Workload>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Workload',
});

interface WorkloadSpec {
  template: PodTemplateSpec;
  selector?: LabelSelector;
  resources?: ResourceRequirements;
  claim?: PersistentVolumeClaimSpec;
  affinity?: Affinity;
  conditions?: Condition[];
  port?: ServicePort;
  maxUnavailable?: IntOrString;
}
