import { defineKind } from 'kubewright';
import type { CustomResource } from 'kubewright';
import type { DeploymentStatus } from 'kubewright/apps/v1';
import type { EnvVar, ResourceRequirements, ServicePort } from 'kubewright/core/v1';

/** AppService keeps one image running behind one Service. */
export interface AppService extends CustomResource<AppServiceSpec, AppServiceStatus> {}
export const AppService = defineKind<AppService>({
  group: 'app.example.com',
  version: 'v1',
  kind: 'AppService',
});

export interface AppServiceSpec {
  /** Number of pods. */
  size?: number;
  image: string;
  resources?: ResourceRequirements;
  envs?: EnvVar[];
  /** Ports of the Service; their target ports are those of the container. */
  ports: ServicePort[];
}

/** The status of the Deployment, as it is. */
export type AppServiceStatus = DeploymentStatus;
