import type { BehaviourContext } from '../kinds/behaviour.js';
import type { ResourceStore } from './resource-store.js';

/** Where and for whom the registry writes. */
export interface WriteContext extends BehaviourContext {
  readonly store: ResourceStore;
  /** `''` for cluster-scoped resources. */
  readonly namespace: string;
}
