import type { Stored } from '@kubewright/api';
import type { Node, Pod, Service } from '@kubewright/api/core/v1';
import type { Endpoint, EndpointPort } from '@kubewright/api/discovery/v1';
import { isPodReady } from '../../shared/pods.js';
import { belongsInEndpoints, endpointHostname, findPort, podIPsOfFamily } from '../../shared/service-pods.js';

export type AddressType = 'IPv4' | 'IPv6';

/** Endpoints that share their ports, which therefore may share slices. */
export interface EndpointGroup {
  readonly ports: EndpointPort[];
  /** By the identity of the endpoint. */
  readonly endpoints: Map<string, Endpoint>;
}

/** The address families of a Service (getAddressTypesForService). */
export function addressTypes(service: Service): AddressType[] {
  const families = (service.spec?.ipFamilies ?? []).filter(
    (family) => family === 'IPv4' || family === 'IPv6',
  );
  if (families.length > 0) return families;
  return [service.spec?.clusterIP?.includes(':') === true ? 'IPv6' : 'IPv4'];
}

/** The endpoints that the pods of a Service make in one address family, grouped by their ports. */
export function desiredGroups(
  service: Stored<Service>,
  pods: readonly Stored<Pod>[],
  nodes: ReadonlyMap<string, Stored<Node>>,
  addressType: AddressType,
): Map<string, EndpointGroup> {
  const groups = new Map<string, EndpointGroup>();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, { includeTerminating: true })) continue;
    const ports = endpointPorts(service, pod);
    const key = portsKey(ports);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { ports, endpoints: new Map() }));
    const endpoint = podEndpoint(service, pod, nodes.get(pod.spec?.nodeName ?? ''), addressType);
    if (endpoint.addresses.length > 0) group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return groups;
}

/** Equal for slices that carry the same ports, in whatever order. */
export function portsKey(ports: readonly EndpointPort[]): string {
  return ports
    .map(
      ({ name = '', port, protocol = 'TCP', appProtocol = '' }) =>
        `${name} ${String(port)} ${protocol} ${appProtocol}`,
    )
    .sort()
    .join();
}

/** What makes two endpoints the same one, whatever their conditions (endpointslice/util, hashEndpoint). */
export function endpointKey(endpoint: Endpoint): string {
  const { addresses, hostname = '', targetRef } = endpoint;
  return [...addresses].sort().join() + ` ${hostname} ${targetRef?.uid ?? ''}`;
}

function endpointPorts(service: Service, pod: Pod): EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec?.ports ?? []) {
    const port = findPort(pod, servicePort);
    if (port === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    ports.push({ name, port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) });
  }
  return ports;
}

function podEndpoint(
  service: Stored<Service>,
  pod: Stored<Pod>,
  node: Stored<Node> | undefined,
  addressType: AddressType,
): Endpoint {
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const { name, namespace, uid } = pod.metadata;
  const nodeName = pod.spec?.nodeName;
  const zone = node?.metadata.labels?.['topology.kubernetes.io/zone'];
  const hostname = endpointHostname(pod, service);
  return {
    addresses: podIPsOfFamily(pod, addressType),
    conditions: { ready, serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: { kind: 'Pod', ...(namespace === undefined ? {} : { namespace }), name, uid },
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(zone === undefined || zone === '' ? {} : { zone }),
  };
}
