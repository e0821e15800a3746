import type { Tally } from '../operator/tally.js';

/** One change of one key, in the one order that the store has for them all. */
export interface Change {
  revision: number;
  key: string;
  /** Undefined when it was deleted. */
  object: StoredObject | undefined;
}

/** What the journal looks at of a tally or a ConfigMap. */
export interface StoredObject {
  metadata: {
    name: string;
    namespace: string;
    uid: string;
    finalizers?: string[];
    deletionTimestamp?: string;
  };
  data?: Record<string, string>;
  spec?: Tally['spec'];
  status?: Tally['status'];
}

export interface FollowOptions {
  /** Of keys, as `/registry/configmaps/soak/`. */
  prefix: string;
  onChange: (change: Change) => void;
  /** There will be no more changes, though the signal has not aborted. */
  onEnd: (why: string) => void;
  signal: AbortSignal;
}

/** Tells of each change from now on, past the API server. Resolves when it has begun; ends by its signal. */
export type FollowChanges = (options: FollowOptions) => Promise<void>;
