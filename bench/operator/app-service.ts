import type { CustomResource } from 'kubewright';
import { defineKind } from 'kubewright';

export interface AppServiceSpec {
  size: number;
  image: string;
  port: number;
}

export interface AppServiceStatus {
  observedGeneration?: number;
  replicas: number;
}

/** Keeps one image running behind one Service. */
export interface AppService extends CustomResource<AppServiceSpec, AppServiceStatus> {}

export const AppService = defineKind<AppService>({
  group: 'bench.example.com',
  version: 'v1',
  kind: 'AppService',
});
