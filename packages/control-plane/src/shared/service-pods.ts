import type { Stored } from '@kubewright/api';
import type { Pod, Service, ServicePort } from '@kubewright/api/core/v1';
import { isPodTerminal } from './pods.js';

/** Whether a pod may stand in the endpoints of a Service: it has an address and has not ended (ShouldPodBeInEndpoints). */
export function belongsInEndpoints(pod: Pod, options: { includeTerminating: boolean }): boolean {
  if (isPodTerminal(pod) || podIPs(pod).length === 0) return false;
  return options.includeTerminating || pod.metadata?.deletionTimestamp === undefined;
}

/** All addresses of a pod. */
function podIPs(pod: Pod): string[] {
  const { podIP, podIPs: all } = pod.status ?? {};
  if (all !== undefined && all.length > 0) return all.map(({ ip }) => ip);
  return podIP === undefined || podIP === '' ? [] : [podIP];
}

/** The addresses of a pod in one family. */
export function podIPsOfFamily(pod: Pod, family: 'IPv4' | 'IPv6'): string[] {
  return podIPs(pod).filter((ip) => ip.includes(':') === (family === 'IPv6'));
}

/** The pod's hostname, when it is part of the Service's names (ShouldSetHostname). */
export function endpointHostname(pod: Stored<Pod>, service: Stored<Service>): string | undefined {
  const { hostname, subdomain } = pod.spec ?? {};
  if (hostname === undefined || hostname === '' || subdomain !== service.metadata.name) return undefined;
  return hostname;
}

/** The port of the pod that a port of the Service means, by number or by the name of a container port (FindPort). */
export function findPort(pod: Pod, port: ServicePort): number | undefined {
  const target = port.targetPort ?? port.port;
  if (typeof target === 'number') return target;
  const sidecars = (pod.spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const container of [...(pod.spec?.containers ?? []), ...sidecars]) {
    for (const candidate of container.ports ?? []) {
      const protocol = candidate.protocol ?? 'TCP';
      if (candidate.name === target && protocol === (port.protocol ?? 'TCP')) return candidate.containerPort;
    }
  }
  return undefined;
}

/** Whether the Service has an address of its own. */
export function hasClusterIP(service: Service): boolean {
  const { clusterIP = '' } = service.spec ?? {};
  return clusterIP !== '' && clusterIP !== 'None';
}

/** Whether the Service is headless and names no ports, which is allowed only then. */
export function isPortless(service: Service): boolean {
  return (service.spec?.ports ?? []).length === 0 && service.spec?.clusterIP === 'None';
}
