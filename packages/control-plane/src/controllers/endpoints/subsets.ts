import type { Stored } from '@kubewright/api';
import type { EndpointAddress, EndpointPort, EndpointSubset, Pod, Service } from '@kubewright/api/core/v1';
import { isPodReady } from '../../shared/pods.js';
import {
  belongsInEndpoints,
  endpointHostname,
  findPort,
  isPortless,
  podIPsOfFamily,
} from '../../shared/service-pods.js';

/** Where one port of the Service is found on one pod; a headless Service without ports has one entry without a port. */
interface Place {
  readonly port: EndpointPort | undefined;
  readonly address: EndpointAddress;
  readonly ready: boolean;
}

/** The subsets of the Endpoints of a Service, packed: ports with the same addresses share one (endpoints.RepackSubsets). */
export function endpointSubsets(service: Stored<Service>, pods: readonly Stored<Pod>[]): EndpointSubset[] {
  const publishAll = service.spec?.publishNotReadyAddresses === true;
  const places: Place[] = [];
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, { includeTerminating: publishAll })) continue;
    const address = endpointAddress(service, pod);
    if (address === undefined) continue;
    const ready = publishAll || isPodReady(pod);
    for (const port of portsOf(service, pod)) places.push({ port, address, ready });
  }
  return pack(places);
}

function portsOf(service: Service, pod: Pod): Array<EndpointPort | undefined> {
  if (isPortless(service)) return [undefined];
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec?.ports ?? []) {
    const number = findPort(pod, servicePort);
    if (number === undefined) continue;
    const { name, protocol, appProtocol } = servicePort;
    ports.push({
      ...(name === undefined || name === '' ? {} : { name }),
      port: number,
      protocol: protocol ?? 'TCP',
      ...(appProtocol === undefined ? {} : { appProtocol }),
    });
  }
  return ports;
}

function endpointAddress(service: Stored<Service>, pod: Stored<Pod>): EndpointAddress | undefined {
  const family = service.spec?.ipFamilies?.[0] === 'IPv6' ? 'IPv6' : 'IPv4';
  const ip = podIPsOfFamily(pod, family)[0];
  if (ip === undefined) return undefined;
  const { name, namespace, uid } = pod.metadata;
  const nodeName = pod.spec?.nodeName;
  const hostname = endpointHostname(pod, service);
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName === undefined ? {} : { nodeName }),
    targetRef: { kind: 'Pod', name, uid, ...(namespace === undefined ? {} : { namespace }) },
  };
}

function pack(places: readonly Place[]): EndpointSubset[] {
  const byPort = new Map<string, { port: EndpointPort | undefined; places: Map<string, Place> }>();
  for (const place of places) {
    const id = JSON.stringify(place.port ?? null);
    let entry = byPort.get(id);
    if (entry === undefined) byPort.set(id, (entry = { port: place.port, places: new Map() }));
    const key = `${place.address.ip} ${place.address.targetRef?.uid ?? ''}`;
    const known = entry.places.get(key);
    if (known === undefined || place.ready) entry.places.set(key, place);
  }
  const byAddresses = new Map<string, { ports: EndpointPort[]; places: Place[] }>();
  for (const { port, places: map } of byPort.values()) {
    const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    const id = sorted.map(([key, { ready }]) => `${key} ${String(ready)}`).join();
    let entry = byAddresses.get(id);
    if (entry === undefined)
      byAddresses.set(id, (entry = { ports: [], places: sorted.map(([, place]) => place) }));
    if (port !== undefined) entry.ports.push(port);
  }
  return [...byAddresses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => subset(entry));
}

function subset(entry: { ports: EndpointPort[]; places: Place[] }): EndpointSubset {
  const ready = entry.places.filter((place) => place.ready).map((place) => place.address);
  const notReady = entry.places.filter((place) => !place.ready).map((place) => place.address);
  return {
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady }),
    ...(entry.ports.length === 0 ? {} : { ports: entry.ports }),
  };
}
