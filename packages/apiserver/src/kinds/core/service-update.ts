import type { Service, ServiceSpec } from '@kubewright/api/core/v1';
import {
  hasNodePorts,
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheckPort,
  nodePortsOf,
  sameList,
} from './service-traits.js';

/**
 * Allocated values that an update leaves out stay, so that the manifest a service was created from can be sent again
 * (registry/core/service/storage, patchAllocatedValues and normalizeClusterIPs). In place.
 */
export function keepAllocatedValues(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIp(spec) && needsClusterIp(old)) {
    if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
    if (
      (spec.clusterIPs?.length ?? 0) === 0 &&
      old.clusterIPs !== undefined &&
      spec.clusterIP === old.clusterIP
    ) {
      spec.clusterIPs = [...old.clusterIPs];
    }
  }
  if (hasNodePorts(spec) && hasNodePorts(old)) keepNodePorts(spec, old);
  if (needsHealthCheckPort(spec) && needsHealthCheckPort(old) && old.healthCheckNodePort !== undefined) {
    spec.healthCheckNodePort ||= old.healthCheckNodePort;
  }
  normalizeClusterIps(spec, old);
}

// Ports are recognized by their names.
function keepNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const named = new Map((old.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  const before = new Set(nodePortsOf(old));
  const used = new Set(nodePortsOf(spec).filter((port) => before.has(port)));
  for (const port of spec.ports ?? []) {
    const nodePort = named.get(port.name ?? '');
    if (port.nodePort || !nodePort || used.has(nodePort)) continue;
    port.nodePort = nodePort;
    used.add(nodePort);
  }
}

/** `clusterIP` is the first of `clusterIPs`; clients that know only the former may change it alone. */
function normalizeClusterIps(spec: ServiceSpec, old: ServiceSpec): void {
  if (spec.clusterIP === old.clusterIP || !sameList(spec.clusterIPs, old.clusterIPs)) return;
  if (spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
  else delete spec.clusterIPs;
}

/**
 * When a service changes its type, fields that no longer apply go, provided the client did not change them as well
 * (registry/core/service/strategy.go, dropTypeDependentFields). In place.
 */
export function dropTypeDependentFields(object: Service, before: Service): void {
  const spec = object.spec ?? {};
  const old = before.spec ?? {};
  if (needsClusterIp(old) && !needsClusterIp(spec)) dropAddresses(spec, old);
  if (hasNodePorts(old) && !hasNodePorts(spec)) dropNodePorts(spec, old);
  const dropWhen = (applied: boolean, applies: boolean, field: keyof ServiceSpec) => {
    if (applied && !applies && spec[field] === old[field]) delete spec[field];
  };
  const [wasBalancer, isBalancer] = [old.type === 'LoadBalancer', spec.type === 'LoadBalancer'];
  dropWhen(needsHealthCheckPort(old), needsHealthCheckPort(spec), 'healthCheckNodePort');
  dropWhen(wasBalancer, isBalancer, 'allocateLoadBalancerNodePorts');
  dropWhen(wasBalancer, isBalancer, 'loadBalancerClass');
  dropWhen(isExternallyAccessible(old), isExternallyAccessible(spec), 'externalTrafficPolicy');
  if (!isBalancer) object.status = { ...object.status, loadBalancer: {} };
}

function dropAddresses(spec: ServiceSpec, old: ServiceSpec): void {
  if (spec.clusterIP === old.clusterIP && sameList(spec.clusterIPs, old.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (sameList(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
  if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
}

function dropNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const before = nodePortsOf(old);
  if (!nodePortsOf(spec).every((port) => before.includes(port))) return;
  for (const port of spec.ports ?? []) delete port.nodePort;
}
