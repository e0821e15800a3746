import type { Pod } from '@kubewright/api/core/v1';

/** How the stand-ins for the scheduler and the kubelet behave. */
export interface NodeStandInOptions {
  /** Name of the one node. Defaults to `kubewright-node`. */
  nodeName?: string;
  /** Where pods get their addresses from, an IPv4 network. Defaults to `10.244.0.0/16`. */
  podCIDR?: string;
  /** Address of the node. Defaults to `192.168.49.2`. */
  hostIP?: string;
  /** How long a pod takes from being bound to running, in milliseconds. Defaults to 0. */
  podStartDelayMs?: number;
  /** How long containers take to stop after a pod was deleted, at most its grace period, in milliseconds. Defaults to 0. */
  podStopDelayMs?: number;
  /** Images that cannot be pulled: their containers stay in ImagePullBackOff. Defaults to none. */
  unpullableImages?: readonly string[] | ((image: string) => boolean);
  /**
   * The exit code with which the containers of a pod end by themselves, or undefined when they run on. It counts for
   * pods whose restartPolicy is not Always. By default the annotation `kubewright.dev/exit-code` says it.
   */
  exitCode?: (pod: Pod) => number | undefined;
  /**
   * What a container has written, as text with one line per line; undefined for nothing. Shown by `kubectl logs`.
   * Defaults to nothing.
   */
  logs?: (pod: Pod, container: string) => string | undefined;
  /** How often the node renews its Lease, in milliseconds; 0 is never. Defaults to 10000, as a kubelet does. */
  nodeHeartbeatMs?: number;
}

export interface ResolvedNodeOptions {
  readonly nodeName: string;
  readonly podCIDR: string;
  readonly hostIP: string;
  readonly podStartDelayMs: number;
  readonly podStopDelayMs: number;
  readonly isUnpullable: (image: string) => boolean;
  readonly exitCode: (pod: Pod) => number | undefined;
  readonly nodeHeartbeatMs: number;
}

const exitCodeAnnotation = 'kubewright.dev/exit-code';

export function resolveNodeOptions(options: NodeStandInOptions): ResolvedNodeOptions {
  const { unpullableImages = [] } = options;
  return {
    nodeName: options.nodeName ?? 'kubewright-node',
    podCIDR: options.podCIDR ?? '10.244.0.0/16',
    hostIP: options.hostIP ?? '192.168.49.2',
    podStartDelayMs: options.podStartDelayMs ?? 0,
    podStopDelayMs: options.podStopDelayMs ?? 0,
    isUnpullable:
      typeof unpullableImages === 'function' ? unpullableImages : (image) => unpullableImages.includes(image),
    exitCode: options.exitCode ?? annotatedExitCode,
    nodeHeartbeatMs: options.nodeHeartbeatMs ?? 10_000,
  };
}

function annotatedExitCode(pod: Pod): number | undefined {
  const text = pod.metadata?.annotations?.[exitCodeAnnotation];
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
