import { defineKind } from 'kubewright';
import type { CustomResource, int32 } from 'kubewright';
import type { DeploymentStatus } from 'kubewright/apps/v1';
import type { EnvVar, ResourceRequirements, ServicePort } from 'kubewright/core/v1';

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=.spec.size
// +kubebuilder:printcolumn:name=Ready,type=integer,JSONPath=.status.readyReplicas
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=.spec.image,priority=1
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp

/** AppService keeps one image running behind one Service. */
export interface AppService extends CustomResource<AppServiceSpec, AppServiceStatus> {}
export const AppService = defineKind<AppService>({
  group: 'app.example.com',
  version: 'v1',
  kind: 'AppService',
});

/** AppServiceSpec is what the AppService should be. */
export interface AppServiceSpec {
  /**
   * Number of pods.
   *
   * @minimum 0
   * @default 1
   */
  size?: int32;
  /** @minLength 1 */
  image: string;
  resources?: ResourceRequirements;
  envs?: EnvVar[];
  /** Ports of the Service; their target ports are those of the container. */
  ports: ServicePort[];
}

/** The status of the Deployment, as it is. */
export type AppServiceStatus = DeploymentStatus;
