import type { Service, ServicePort, ServiceSpec } from '@kubewright/api/core/v1';
import {
  child,
  duplicate,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { cidr } from '../shared/cidr.js';
import { endpointAddress, ipAddress, ipFamily } from '../shared/ip-address.js';
import { validLabels } from '../shared/labels.js';
import { portNumber, portNumberOrName } from '../shared/numbers.js';
import { PORT_PROTOCOLS } from '../shared/pod/container-ports.js';
import { dnsLabel, dnsSubdomain, oneOf, optionalOneOf, qualifiedName } from '../shared/rules.js';
import { clusterIpRules, clusterIpUpdateRules } from './service-cluster-ips.js';
import { isExternallyAccessible, isHeadless, needsHealthCheckPort } from './service-traits.js';

const ONLY_OF_BALANCERS = "may only be used when `type` is 'LoadBalancer'";
const TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES: readonly string[] = ['ClientIP', 'None'];
const TRAFFIC_POLICIES: readonly string[] = ['Cluster', 'Local'];
const DISTRIBUTIONS: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** A service after defaulting and allocation (core validation, validateService). */
export function validateService(object: Service): FieldError[] {
  const errors: FieldError[] = [];
  const spec = object.spec ?? {};
  if ((spec.ports?.length ?? 0) === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') {
    errors.push(required('spec.ports'));
  }
  typeRules(errors, spec);
  portRules(errors, spec);
  validLabels(errors, 'spec.selector', spec.selector);
  oneOf(errors, 'spec.sessionAffinity', spec.sessionAffinity, AFFINITIES);
  sessionAffinityRules(errors, spec);
  clusterIpRules(errors, spec, undefined);
  spec.externalIPs?.forEach((address, i) => {
    const at = index('spec.externalIPs', i);
    const before = errors.length;
    ipAddress(errors, at, address);
    if (errors.length === before) endpointAddress(errors, at, address);
  });
  oneOf(errors, 'spec.type', spec.type, TYPES);
  distinctPorts(errors, spec);
  loadBalancerRules(errors, spec);
  trafficRules(errors, spec);
  return errors;
}

/** What a change may be (ValidateServiceUpdate). */
export function validateServiceUpdate(object: Service, old: Service): FieldError[] {
  const errors: FieldError[] = [];
  const spec = object.spec ?? {};
  const before = old.spec ?? {};
  clusterIpUpdateRules(errors, spec, before);
  const bothBalancers = spec.type === 'LoadBalancer' && before.type === 'LoadBalancer';
  if (bothBalancers && spec.loadBalancerClass !== before.loadBalancerClass) {
    errors.push(invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set'));
  }
  // The real server looks twice.
  balancerClassRules(errors, spec);
  const bothChecked = needsHealthCheckPort(spec) && needsHealthCheckPort(before);
  if (bothChecked && spec.healthCheckNodePort !== before.healthCheckNodePort) {
    errors.push(forbidden('spec.healthCheckNodePort', 'field is immutable'));
  }
  return errors;
}

/** A changed status (ValidateLoadBalancerStatus). */
export function validateServiceStatus(object: Service, old: Service): FieldError[] {
  const errors: FieldError[] = [];
  const path = 'status.loadBalancer.ingress';
  const { ingress = [] } = object.status?.loadBalancer ?? {};
  if (object.spec?.type !== 'LoadBalancer') {
    if (ingress.length > 0)
      errors.push(forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'"));
    return errors;
  }
  const known = new Set(old.status?.loadBalancer?.ingress?.map(({ ip }) => ip));
  ingress.forEach(({ ip, ipMode, hostname }, i) => {
    const at = index(path, i);
    const modePath = child(at, 'ipMode');
    if (ip && !known.has(ip)) ipAddress(errors, child(at, 'ip'), ip);
    if (ip && ipMode === undefined) errors.push(required(modePath, 'must be specified when `ip` is set'));
    if (!ip && ipMode !== undefined)
      errors.push(forbidden(modePath, 'may not be specified when `ip` is not set'));
    if (ip) optionalOneOf(errors, modePath, ipMode, ['Proxy', 'VIP']);
    if (!hostname) return;
    dnsSubdomain(errors, child(at, 'hostname'), hostname);
    if (ipFamily(hostname) !== undefined) {
      errors.push(invalid(child(at, 'hostname'), hostname, 'must be a DNS name, not an IP address'));
    }
  });
  return errors;
}

function typeRules(errors: FieldError[], spec: ServiceSpec): void {
  if (spec.type === 'LoadBalancer' || spec.type === 'NodePort') {
    if (!isHeadless(spec)) return;
    errors.push(invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`));
  } else if (spec.type === 'ExternalName') {
    for (const field of ['clusterIPs', 'ipFamilies'] as const) {
      if ((spec[field]?.length ?? 0) === 0) continue;
      errors.push(forbidden(child('spec', field), 'may not be set for ExternalName services'));
    }
    if (spec.ipFamilyPolicy !== undefined) {
      errors.push(forbidden('spec.ipFamilyPolicy', 'may not be set for ExternalName services'));
    }
    const name = (spec.externalName ?? '').replace(/\.$/, '');
    if (name === '') errors.push(required('spec.externalName'));
    else dnsSubdomain(errors, 'spec.externalName', name);
  }
}

function portRules(errors: FieldError[], { ports = [] }: ServiceSpec): void {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = index('spec.ports', i);
    portName(errors, child(at, 'name'), port.name ?? '', { required: ports.length > 1, names });
    portNumber(errors, child(at, 'port'), port.port);
    oneOf(errors, child(at, 'protocol'), port.protocol, PORT_PROTOCOLS);
    portNumberOrName(errors, child(at, 'targetPort'), port.targetPort ?? 0);
    if (port.appProtocol !== undefined) qualifiedName(errors, child(at, 'appProtocol'), port.appProtocol);
  });
}

function portName(
  errors: FieldError[],
  path: string,
  name: string,
  options: { required: boolean; names: Set<string> },
): void {
  if (name === '') {
    if (options.required) errors.push(required(path));
    return;
  }
  dnsLabel(errors, path, name);
  if (options.names.has(name)) errors.push(duplicate(path, name));
  options.names.add(name);
}

const MAX_AFFINITY_SECONDS = 86_400;

function sessionAffinityRules(errors: FieldError[], spec: ServiceSpec): void {
  const path = 'spec.sessionAffinityConfig';
  if (spec.sessionAffinity === 'None') {
    if (spec.sessionAffinityConfig === undefined) return;
    errors.push(forbidden(path, 'must not be set when session affinity is None'));
  } else if (spec.sessionAffinity === 'ClientIP') {
    const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
    if (seconds === undefined || (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS)) return;
    const message = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    errors.push(invalid(`${path}.clientIP.timeoutSeconds`, seconds, message));
  }
}

function distinctPorts(errors: FieldError[], { type, ports = [] }: ServiceSpec): void {
  if (type === 'ClusterIP') {
    ports.forEach(({ nodePort }, i) => {
      if (!nodePort) return;
      errors.push(forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
    });
  }
  const same = (a: ServicePort, b: ServicePort, field: 'nodePort' | 'port') =>
    a.protocol === b.protocol && a[field] === b[field];
  ports.forEach((port, i) => {
    if (!port.nodePort || !ports.slice(0, i).some((other) => same(port, other, 'nodePort'))) return;
    errors.push(duplicate(`spec.ports[${i}].nodePort`, port.nodePort));
  });
  ports.forEach((port, i) => {
    if (!ports.slice(0, i).some((other) => same(port, other, 'port'))) return;
    errors.push(duplicate(index('spec.ports', i), goServicePort(port)));
  });
}

// The real server prints its internal type here.
const goServicePort = ({ protocol, port }: ServicePort): object => ({
  Name: '',
  Protocol: protocol,
  AppProtocol: null,
  Port: port,
  TargetPort: 0,
  NodePort: 0,
});

function loadBalancerRules(errors: FieldError[], spec: ServiceSpec): void {
  const isBalancer = spec.type === 'LoadBalancer';
  const only = ONLY_OF_BALANCERS;
  if ((spec.loadBalancerSourceRanges?.length ?? 0) > 0) {
    const path = 'spec.LoadBalancerSourceRanges';
    if (!isBalancer) errors.push(forbidden(path, only));
    spec.loadBalancerSourceRanges?.forEach((range, i) => cidr(errors, index(path, i), range.trim()));
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && !isBalancer) {
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', only));
  }
  balancerClassRules(errors, spec);
}

function balancerClassRules(errors: FieldError[], { type, loadBalancerClass }: ServiceSpec): void {
  const path = 'spec.loadBalancerClass';
  if (loadBalancerClass === undefined) return;
  if (type === 'LoadBalancer') qualifiedName(errors, path, loadBalancerClass);
  else errors.push(forbidden(path, ONLY_OF_BALANCERS));
}

function trafficRules(errors: FieldError[], spec: ServiceSpec): void {
  const { externalTrafficPolicy, healthCheckNodePort } = spec;
  if (isExternallyAccessible(spec)) {
    oneOf(errors, 'spec.externalTrafficPolicy', externalTrafficPolicy, TRAFFIC_POLICIES);
  } else if (externalTrafficPolicy !== undefined) {
    const message = 'may only be set for externally-accessible services';
    errors.push(invalid('spec.externalTrafficPolicy', externalTrafficPolicy, message));
  }
  if (needsHealthCheckPort(spec)) {
    if (!healthCheckNodePort) errors.push(required('spec.healthCheckNodePort'));
    else portNumber(errors, 'spec.healthCheckNodePort', healthCheckNodePort);
  } else if (healthCheckNodePort) {
    const message = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalid('spec.healthCheckNodePort', healthCheckNodePort, message));
  }
  optionalOneOf(errors, 'spec.internalTrafficPolicy', spec.internalTrafficPolicy, TRAFFIC_POLICIES);
  const { trafficDistribution } = spec;
  if (trafficDistribution !== undefined && !DISTRIBUTIONS.includes(trafficDistribution)) {
    errors.push(notSupported('spec.trafficDistribution', trafficDistribution, DISTRIBUTIONS));
  }
}
