import type { Service, ServiceSpec } from '@kubewright/api/core/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { invalidError } from '../../errors/status-error.js';
import type { BehaviourContext } from '../behaviour.js';
import { initIpFamilies } from './service-families.js';
import { ServicePool } from './service-pool.js';
import {
  allocatesNodePorts,
  hasNodePorts,
  isHeadless,
  needsHealthCheckPort,
  nodePortsOf,
} from './service-traits.js';
import { keepAllocatedValues } from './service-update.js';

/** Gives a new service its addresses and ports, or refuses it (registry/core/service/storage/alloc.go, allocateCreate). */
export function allocateForCreate(object: Service, context: BehaviourContext): void {
  const spec = (object.spec ??= {});
  if (spec.clusterIP && (spec.clusterIPs?.length ?? 0) === 0) spec.clusterIPs = [spec.clusterIP];
  refuse(object, initIpFamilies(spec, undefined));
  const pool = new ServicePool(context, object);
  allocateClusterIp(object, spec, pool);
  if (hasNodePorts(spec)) allocateNodePorts(object, spec, pool);
  if (needsHealthCheckPort(spec)) allocateHealthCheckPort(object, spec, pool);
}

/** Keeps what a service has, and allocates what it needs now in addition (allocateUpdate). */
export function allocateForUpdate(object: Service, before: Service, context: BehaviourContext): void {
  const spec = (object.spec ??= {});
  const old = before.spec ?? {};
  keepAllocatedValues(spec, old);
  refuse(object, initIpFamilies(spec, old));
  const pool = new ServicePool(context, object);
  if (old.type === 'ExternalName' && spec.type !== 'ExternalName') allocateClusterIp(object, spec, pool);
  if (hasNodePorts(spec)) updateNodePorts(object, spec, pool, new Set(nodePortsOf(old)));
  if (needsHealthCheckPort(spec) && !needsHealthCheckPort(old)) allocateHealthCheckPort(object, spec, pool);
}

/** Whether no other service has got any of the addresses and ports of this one. */
export function allocationsAreFree({ metadata, spec = {} }: Service, context: BehaviourContext): boolean {
  const pool = new ServicePool(context, { ...(metadata === undefined ? {} : { metadata }) });
  const ports = new Set([
    ...nodePortsOf(spec),
    ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : []),
  ]);
  return (
    (spec.clusterIPs ?? []).every((address) => !pool.isTaken(address)) &&
    [...ports].every((port) => !pool.isPortTaken(port))
  );
}

function refuse(object: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0)
    throw invalidError({ group: '', resource: 'Service' }, object.metadata?.name ?? '', errors);
}

/** An address belongs to a service by name, and is given before anybody looks at the name. */
const unnamed = (address: string): FieldError =>
  invalid(
    'spec.clusterIPs',
    [''],
    `failed to allocate IP: IPAddress.networking.k8s.io "${address}" is invalid: spec.parentRef.name: Required value`,
  );

function allocateClusterIp(object: Service, spec: ServiceSpec, pool: ServicePool): void {
  if (spec.type === 'ExternalName' || isHeadless(spec)) return;
  const [requested] = spec.clusterIPs ?? [];
  if (requested === undefined || requested === '') {
    const address = pool.nextAddress();
    if (!object.metadata?.name && !pool.isDryRun) refuse(object, [unnamed(address)]);
    spec.clusterIPs = [address];
    spec.clusterIP = address;
    return;
  }
  const fault = pool.takeAddress(requested);
  if (fault === undefined) return;
  const detail = `failed to allocate IP ${requested}: ${fault}`;
  refuse(object, [invalid('spec.clusterIPs', spec.clusterIPs, detail)]);
}

/** Ports of the same number and different protocols share a node port (initNodePorts). */
function allocateNodePorts(object: Service, spec: ServiceSpec, pool: ServicePool): void {
  const allocated = new Map<number, number>();
  spec.ports?.forEach((port, i) => {
    if (!port.nodePort && !allocatesNodePorts(spec)) return;
    const shared = allocated.get(port.port);
    if (shared !== undefined && (!port.nodePort || port.nodePort === shared)) {
      port.nodePort = shared;
      return;
    }
    const requested = port.nodePort || requestedElsewhere(spec, port.port);
    if (requested === undefined) port.nodePort = pool.nextPort();
    else takeNodePort(object, requested, i, pool);
    port.nodePort = requested ?? port.nodePort ?? 0;
    allocated.set(port.port, port.nodePort);
  });
}

const requestedElsewhere = (spec: ServiceSpec, port: number): number | undefined =>
  spec.ports?.find((other) => other.port === port && other.nodePort)?.nodePort;

/** Ports that the service had before stay its own (updateNodePorts). */
function updateNodePorts(
  object: Service,
  spec: ServiceSpec,
  pool: ServicePool,
  own: ReadonlySet<number>,
): void {
  const taken = new Set(own);
  spec.ports?.forEach((port, i) => {
    if (!port.nodePort && !allocatesNodePorts(spec)) return;
    if (!port.nodePort) port.nodePort = pool.nextPort();
    else if (!taken.has(port.nodePort)) takeNodePort(object, port.nodePort, i, pool);
    taken.add(port.nodePort);
  });
}

function takeNodePort(object: Service, port: number, i: number, pool: ServicePool): void {
  const fault = pool.takePort(port);
  if (fault !== undefined) refuse(object, [invalid(`spec.ports[${i}].nodePort`, port, fault)]);
}

function allocateHealthCheckPort(object: Service, spec: ServiceSpec, pool: ServicePool): void {
  if (!spec.healthCheckNodePort) {
    spec.healthCheckNodePort = pool.nextPort();
    return;
  }
  const fault = pool.takePort(spec.healthCheckNodePort);
  if (fault === undefined) return;
  const detail = `failed to allocate requested HealthCheck NodePort ${spec.healthCheckNodePort}: ${fault}`;
  refuse(object, [invalid('spec.healthCheckNodePort', spec.healthCheckNodePort, detail)]);
}
