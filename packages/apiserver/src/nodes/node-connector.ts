import type { Pod } from '@kubewright/api/core/v1';

/** Which log of which container a request is for, with the options of `kubectl logs`. */
export interface ContainerLogRequest {
  /** The pod as it is now. It has a node. */
  readonly pod: Pod;
  /** One of its containers: init and ephemeral ones too. */
  readonly container: string;
  /** Whether the log goes on until the container ends. */
  readonly follow: boolean;
  /** The log of the container that ran before. */
  readonly previous: boolean;
  /** Whether each line begins with its time. */
  readonly timestamps: boolean;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  /** Only lines that are not older. */
  readonly sinceMs?: number;
  /** Aborts when the reader goes away. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The way from the server to the kubelets of its nodes. Without one, a node's kubelet answers as one that is not
 * running: its connections are refused.
 */
export interface NodeConnector {
  /** The log in pieces of any size; undefined when the container has none, as before it starts. */
  containerLog(request: ContainerLogRequest): AsyncIterable<Uint8Array> | undefined;
}
