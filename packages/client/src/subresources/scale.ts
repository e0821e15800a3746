import type { ObjectKey } from '@kubewright/api';
import type { Scale } from '@kubewright/api/autoscaling/v1';

import type { SubresourceClient } from '../client/client.js';
import type { ApplyOptions, GetOptions, PatchOptions, UpdateOptions } from '../client/options.js';
import { mergePatch } from '../patch.js';
import type { Patch } from '../patch.js';
import type { KindName } from '../paths.js';

/** The `scale` of the objects of one kind: how many replicas are wanted and there, whatever the kind calls them. */
export interface ScaleClient {
  get(key: string | ObjectKey, options?: GetOptions): Promise<Scale>;
  /** Replaces the scale; with `metadata.resourceVersion` only if the object has not changed since. */
  update(key: string | ObjectKey, scale: Scale, options?: UpdateOptions): Promise<Scale>;
  /** A patch of the Scale, or the number of replicas that is wanted. */
  patch(key: string | ObjectKey, patch: Patch | number, options?: PatchOptions): Promise<Scale>;
  /** Server-side apply of the Scale: owns the replicas. */
  apply(key: string | ObjectKey, replicas: number, options?: Omit<ApplyOptions, 'owner'>): Promise<Scale>;
}

export function createScaleClient(scale: SubresourceClient, kind: KindName): ScaleClient {
  return {
    get: (key, options) => scale.get<Scale>(kind, key, options),
    update: (key, body, options) => scale.update<Scale>(kind, key, body, options),
    patch: (key, patch, options) => {
      const sent = typeof patch === 'number' ? mergePatch({ spec: { replicas: patch } }) : patch;
      return scale.patch<Scale>(kind, key, sent, options);
    },
    apply: (key, replicas, options) => {
      const name = typeof key === 'string' ? key.slice(key.indexOf('/') + 1) : key.name;
      const body = {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name },
        spec: { replicas },
      };
      return scale.patch<Scale>(kind, key, { type: 'apply', body }, options);
    },
  };
}
