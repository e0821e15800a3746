import type { ServiceSpec } from '@kubewright/api/core/v1';

// What a service needs, from its type (`pkg/api/service/util.go`, registry/core/service/strategy.go).

export const isHeadless = (spec: ServiceSpec): boolean =>
  spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';

export const needsClusterIp = (spec: ServiceSpec): boolean => spec.type !== 'ExternalName';

/** Whether its ports may have node ports. */
export const hasNodePorts = (spec: ServiceSpec): boolean =>
  spec.type === 'NodePort' || spec.type === 'LoadBalancer';

/** Whether ports without a node port get one. */
export const allocatesNodePorts = (spec: ServiceSpec): boolean =>
  spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === true);

export const needsHealthCheckPort = (spec: ServiceSpec): boolean =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';

export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  hasNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0);

export const sameList = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** Node ports of the ports, without the one for health checks. */
export const nodePortsOf = (spec: ServiceSpec): number[] =>
  (spec.ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
