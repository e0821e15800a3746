import { defineKind } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';

export interface TestQuota extends KubernetesObject {
  test?: string;
}
export const TestQuota = defineKind<TestQuota>({
  group: 'plural.example.com',
  version: 'v1',
  kind: 'TestQuota',
});
