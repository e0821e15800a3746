import { isoTime } from '@kubewright/api';
import type { ApiObject } from '../kinds/behaviour.js';
import type { DeletionStage } from './staged-deletion.js';

/** Stands in a CustomResourceDefinition until its objects are gone. */
export const CUSTOM_RESOURCE_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

/** A CustomResourceDefinition first loses its objects (apiextensions-apiserver `registry/customresourcedefinition/etcd.go`). */
export const definitionDeletion: DeletionStage = {
  isDue: ({ metadata }) => metadata.deletionTimestamp === undefined,
  begin(object, _options, { clock }) {
    const { finalizers = [] } = object.metadata;
    const now = isoTime(clock.now());
    const terminating = withTerminating(object, {
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      lastTransitionTime: now,
    });
    return {
      ...terminating,
      metadata: {
        ...object.metadata,
        deletionTimestamp: now,
        finalizers: finalizers.includes(CUSTOM_RESOURCE_CLEANUP)
          ? finalizers
          : [...finalizers, CUSTOM_RESOURCE_CLEANUP],
      },
    };
  },
};

/** The object with its condition Terminating set. */
export function withTerminating(object: ApiObject, condition: Omit<Condition, 'type'>): ApiObject {
  const status = (object['status'] ?? {}) as { conditions?: Condition[] };
  const others = (status.conditions ?? []).filter(({ type }) => type !== 'Terminating');
  return { ...object, status: { ...status, conditions: [...others, { type: 'Terminating', ...condition }] } };
}
