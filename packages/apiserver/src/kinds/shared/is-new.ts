import type { KubernetesObject } from '@kubewright/api';

/** Whether an object is being created: rules run on creates and updates, and only a new object has no version yet. */
export const isNew = ({ metadata }: KubernetesObject): boolean => !metadata?.resourceVersion;
