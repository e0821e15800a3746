import type { KubernetesObject, Stored } from '@kubewright/api';

import type { FieldSelectorOption, LabelSelectorOption } from '../selectors.js';

/** What everything that waits takes. Aborting ends the request wherever it is and throws the signal's reason. */
export interface AbortOptions {
  signal?: AbortSignal | undefined;
}

/** What every request takes. */
export interface RequestOptions extends AbortOptions {
  /**
   * How long the whole call may take, retries included; then it throws a TransportError 'Timeout'. Of a watch: until
   * the server has accepted it. Defaults to the client's `timeoutMs`.
   */
  timeoutMs?: number | undefined;
}

/** Which state a read may answer from: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions */
export interface ReadOptions extends RequestOptions {
  /** Unset: the newest state. `'0'`: any state the server has at hand. */
  resourceVersion?: string | undefined;
}

export interface GetOptions extends ReadOptions {}

/** Which objects of a collection are meant. */
export interface SelectionOptions {
  /** Unset: all namespaces. Ignored for cluster-scoped kinds. */
  namespace?: string | undefined;
  /** Text, labels that must be equal, or a LabelSelector object. */
  labelSelector?: LabelSelectorOption | undefined;
  /** Text, or fields that must be equal. Which fields a kind knows is the server's matter. */
  fieldSelector?: FieldSelectorOption | undefined;
}

export interface ListOptions extends SelectionOptions, ReadOptions {
  resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
  /** At most so many objects; when there are more, `metadata.continue` of the answer is where to go on. */
  limit?: number | undefined;
  /** `metadata.continue` of the page before. */
  continue?: string | undefined;
}

export interface WatchOptions extends SelectionOptions, RequestOptions {
  /** Changes after this version. Unset: the current state as `ADDED` events, then changes. */
  resourceVersion?: string | undefined;
  resourceVersionMatch?: 'NotOlderThan' | undefined;
  /** Asks for `BOOKMARK` events. Defaults to false. */
  allowWatchBookmarks?: boolean | undefined;
  /** Asks for the current state as `ADDED` events followed by a bookmark (KEP-3157). */
  sendInitialEvents?: boolean | undefined;
  /** When the server shall end the watch. Defaults to the server's own choice, 30 to 60 minutes. */
  timeoutSeconds?: number | undefined;
  /**
   * How long the server may say nothing until the watch fails with a TransportError 'Timeout', for then it may have
   * died unseen. Defaults to `DEFAULT_WATCH_IDLE_TIMEOUT_MS` with bookmarks; without them, which leave a quiet watch
   * silent, to no limit.
   */
  idleTimeoutMs?: number | undefined;
  /** Called once, when the server has accepted the watch: the events do not tell, a quiet watch has none. */
  onOpen?: (() => void) | undefined;
}

export interface WriteOptions extends RequestOptions {
  /** Everything but the storing is done. Defaults to false. */
  dryRun?: boolean | undefined;
}

/** Options of writes that carry fields. */
export interface FieldWriteOptions extends WriteOptions {
  /** Who owns the fields in `metadata.managedFields`. Defaults to the client's `fieldManager`. */
  fieldManager?: string | undefined;
  /** What to do with fields the schema does not know. Defaults to the server's choice: `Warn`. */
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

export interface CreateOptions extends FieldWriteOptions {}

export interface UpdateOptions extends FieldWriteOptions {}

export interface ApplyOptions extends FieldWriteOptions {
  /**
   * Takes over fields that other managers own, instead of a conflict. Defaults to true with an `owner`, who is there to
   * correct what others change, as Kubernetes advises controllers to; otherwise to false.
   */
  force?: boolean | undefined;
  /**
   * Becomes the controller of the object in what is sent, as `setControllerReference` does in what is in hand, and
   * gives it its namespace if it says none. The object itself is not changed. Throws what `setControllerReference` throws.
   */
  owner?: Stored<KubernetesObject> | undefined;
}

export interface PatchOptions extends FieldWriteOptions {
  /** Of an apply: takes over fields that other managers own, instead of a conflict. Defaults to false. */
  force?: boolean | undefined;
}

export interface DeleteOptions extends WriteOptions {
  /** Deletes only this very object, in this very state; otherwise a conflict. */
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined } | undefined;
  /** What becomes of dependents. Defaults to the kind's own policy, nearly always `Background`. */
  propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** Of a pod: seconds until it is killed; 0 removes the object at once. */
  gracePeriodSeconds?: number | undefined;
}

export interface DeleteAllOfOptions extends SelectionOptions, DeleteOptions {}
