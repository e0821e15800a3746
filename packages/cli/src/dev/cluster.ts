import type { Kind, KubernetesObject, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import type { Activity } from '@kubewright/runtime';
import type { LocalWebhooks } from './local-webhooks.js';

/** A cluster that was found, and is not opened yet. */
export interface DevClusterPlan {
  /** KUBECONFIG of the operator, which may be loaded meanwhile. */
  readonly operatorKubeconfig: string;
  readonly operatorArgs: readonly string[];
  open(): Promise<DevCluster>;
}

/** Where the operator of `kubewright dev` works. Whoever opened it closes it. */
export interface DevCluster {
  readonly client: Client;
  readonly url: string;
  /** The kubeconfig for other terminals, as KUBECONFIG takes it. */
  readonly kubeconfig: string;
  /** Of the kubeconfig, where it is not the embedded control plane. */
  readonly context?: string;
  /** Absent: the API server cannot call this machine. */
  readonly webhooks?: LocalWebhooks;
  /** A control plane of this run alone: everything in it may be changed, and is gone at the end. */
  readonly isOwn: boolean;
  /** Which kinds, and where, are looked at. Default: all. */
  readonly shown?: { readonly isShown: (kind: Kind) => boolean; readonly namespaces: readonly string[] };
  /** Waits until an object that was applied is in use. */
  readonly whenInUse?: (object: Stored<KubernetesObject>) => Promise<void>;
  /** Resolves when the view shows the newest state of the server. */
  caughtUp(view: { readonly activity: Activity }, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
