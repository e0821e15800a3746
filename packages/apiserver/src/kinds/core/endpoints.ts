import { validateDns1123Subdomain } from '@kubewright/api';
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from '@kubewright/api/core/v1';
import { child, index, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { endpointAddress, ipAddress, isIpv6 } from '../shared/ip-address.js';
import { portNumber } from '../shared/numbers.js';
import { PORT_PROTOCOLS } from '../shared/pod/container-ports.js';
import { dnsLabel, faults, oneOf, qualifiedName } from '../shared/rules.js';

/** registry/core/endpoint/strategy.go. */
export const endpoints = behaviour<Endpoints>({
  group: '',
  kind: 'Endpoints',
  hasGeneration: false,
  defaults: ({ subsets }) => {
    for (const { ports } of subsets ?? []) for (const port of ports ?? []) port.protocol ??= 'TCP';
  },
  validate: ({ subsets }) => validateSubsets(subsets),
  table: {
    columns: [NAME, documented('Endpoints', 'string', 'core.v1.Endpoints.subsets'), AGE],
    row: ({ metadata, subsets }, nowMs) => [
      metadata?.name,
      endpointsCell(subsets),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** core validation, validateEndpointSubsets. */
function validateSubsets(subsets: EndpointSubset[] | undefined): FieldError[] {
  const errors: FieldError[] = [];
  subsets?.forEach(({ addresses = [], notReadyAddresses = [], ports = [] }, i) => {
    const at = index('subsets', i);
    if (addresses.length === 0 && notReadyAddresses.length === 0) {
      errors.push(required(at, 'must specify `addresses` or `notReadyAddresses`'));
    }
    addresses.forEach((address, a) => addressRules(errors, index(child(at, 'addresses'), a), address));
    notReadyAddresses.forEach((address, a) =>
      addressRules(errors, index(child(at, 'notReadyAddresses'), a), address),
    );
    ports.forEach((port, p) => portRules(errors, index(child(at, 'ports'), p), port, ports.length > 1));
  });
  return errors;
}

function addressRules(errors: FieldError[], path: string, { ip, hostname, nodeName }: EndpointAddress): void {
  ipAddress(errors, child(path, 'ip'), ip);
  if (hostname) dnsLabel(errors, child(path, 'hostname'), hostname);
  if (nodeName !== undefined)
    faults(errors, child(path, 'nodeName'), nodeName, validateDns1123Subdomain(nodeName));
  endpointAddress(errors, child(path, 'ip'), ip);
}

function portRules(errors: FieldError[], path: string, port: EndpointPort, nameRequired: boolean): void {
  if (port.name) dnsLabel(errors, child(path, 'name'), port.name);
  else if (nameRequired) errors.push(required(child(path, 'name')));
  portNumber(errors, child(path, 'port'), port.port);
  oneOf(errors, child(path, 'protocol'), port.protocol, PORT_PROTOCOLS);
  if (port.appProtocol !== undefined) qualifiedName(errors, child(path, 'appProtocol'), port.appProtocol);
}

const SHOWN = 3;

function endpointsCell(subsets: EndpointSubset[] | undefined): string {
  if (subsets === undefined || subsets.length === 0) return NONE;
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (isIpv6(ip) ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  const shown = all.slice(0, SHOWN).join(',');
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown;
}
