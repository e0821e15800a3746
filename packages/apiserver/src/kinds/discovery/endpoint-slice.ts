import { validateDns1123Subdomain, validateLabelValue } from '@kubewright/api';
import type { EndpointPort, EndpointSlice } from '@kubewright/api/discovery/v1';
import {
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { listCell } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { nextGeneration } from '../shared/generation.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { addressWarning, endpointAddress, ipAddress, ipFamily } from '../shared/ip-address.js';
import { PORT_PROTOCOLS } from '../shared/pod/container-ports.js';
import { dnsLabel, faults, oneOf, qualifiedName } from '../shared/rules.js';

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const CONTROLLERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** A field of an older version that this one does not write (dropTopologyOnV1). */
function dropTopology({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology;
}

/** registry/discovery/endpointslice/strategy.go. */
export const endpointSlice = behaviour<EndpointSlice>({
  group: 'discovery.k8s.io',
  kind: 'EndpointSlice',
  keepsEmpty: { endpoints: 'null', ports: 'null' },
  hasStatus: false,
  hasGeneration: true,
  defaults: ({ ports }) => {
    for (const port of ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  prepareForCreate: dropTopology,
  prepareForUpdate: (object, old) => {
    if (!sameValue(object.endpoints, old.endpoints)) dropTopology(object);
    if (!sameValue(object.metadata?.labels, old.metadata?.labels)) nextGeneration(object, old);
  },
  warnings: ({ addressType, endpoints, metadata }, _old, context) => {
    if (addressType === 'FQDN') context.warn('spec.addressType: FQDN endpoints are deprecated');
    if (CONTROLLERS.includes(metadata?.labels?.[MANAGED_BY] ?? '')) return;
    endpoints?.forEach(({ addresses }, i) =>
      addresses?.forEach((address, j) => {
        const text = addressWarning(`endpoints[${i}].addresses[${j}]`, address);
        if (text !== undefined) context.warn(text);
      }),
    );
  },
  validate: (object) => [...sliceRules(object), ...(isNew(object) ? endpointsRules(object) : [])],
  validateUpdate: (object, old) => {
    // Endpoints that stay as they are may have been valid once.
    const unchanged = sameValue(object.endpoints, old.endpoints);
    const errors = unchanged ? [] : endpointsRules(object);
    immutable(errors, 'addressType', object.addressType, old.addressType);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('AddressType', 'string', 'discovery.v1.EndpointSlice.addressType'),
      documented('Ports', 'string', 'discovery.v1.EndpointSlice.ports'),
      documented('Endpoints', 'string', 'discovery.v1.EndpointSlice.endpoints'),
      AGE,
    ],
    row: ({ metadata, addressType, ports, endpoints }, nowMs) => [
      metadata?.name,
      addressType,
      listCell(
        (ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port))),
        SHOWN,
      ),
      listCell(
        (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
        SHOWN,
      ),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const SHOWN = 3;
const ADDRESS_TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;
const MAX_HINTS = 8;

/** discovery validation, ValidateEndpointSlice. */
function sliceRules(object: EndpointSlice): FieldError[] {
  const errors: FieldError[] = [];
  const { addressType } = object;
  const ports = object.ports ?? [];
  if (!addressType) errors.push(required('addressType'));
  else if (!ADDRESS_TYPES.includes(addressType))
    errors.push(notSupported('addressType', addressType, ADDRESS_TYPES));
  if (ports.length > MAX_PORTS) errors.push(tooMany('ports', ports.length, MAX_PORTS));
  else portRules(errors, 'ports', ports);
  return errors;
}

function portRules(errors: FieldError[], path: string, ports: readonly EndpointPort[]): void {
  const names = new Set<string>();
  ports.forEach(({ name = '', protocol, appProtocol }, i) => {
    const at = index(path, i);
    if (name !== '') dnsLabel(errors, child(at, 'name'), name);
    if (names.has(name)) errors.push(duplicate(child(at, 'name'), name));
    names.add(name);
    oneOf(errors, child(at, 'protocol'), protocol, PORT_PROTOCOLS);
    if (appProtocol !== undefined) qualifiedName(errors, child(at, 'appProtocol'), appProtocol);
  });
}

function endpointsRules({ endpoints: list, addressType }: EndpointSlice): FieldError[] {
  const path = 'endpoints';
  const endpoints = list ?? [];
  if (endpoints.length > MAX_ENDPOINTS) return [tooMany(path, endpoints.length, MAX_ENDPOINTS)];
  const errors: FieldError[] = [];
  endpoints.forEach((endpoint, i) => {
    const at = index(path, i);
    const addressesPath = child(at, 'addresses');
    const addresses = endpoint.addresses ?? [];
    if (addresses.length === 0) errors.push(required(addressesPath, 'must contain at least 1 address'));
    if (addresses.length > MAX_ADDRESSES)
      errors.push(tooMany(addressesPath, addresses.length, MAX_ADDRESSES));
    addresses.forEach((address, a) => addressRules(errors, addressesPath, a, address, addressType));
    const { nodeName, hostname, hints } = endpoint;
    if (nodeName !== undefined)
      faults(errors, child(at, 'nodeName'), nodeName, validateDns1123Subdomain(nodeName));
    if (hostname !== undefined) dnsLabel(errors, child(at, 'hostname'), hostname);
    hintRules(errors, child(at, 'hints.forZones'), hints?.forZones, validateLabelValue);
    hintRules(errors, child(at, 'hints.forNodes'), hints?.forNodes, validateDns1123Subdomain);
  });
  return errors;
}

function addressRules(
  errors: FieldError[],
  path: string,
  i: number,
  address: string,
  addressType: string,
): void {
  const at = index(path, i);
  if (addressType === 'FQDN') {
    faults(errors, at, address, validateDns1123Subdomain(address.replace(/\.$/, '')));
    if (!address.replace(/\.$/, '').includes('.')) {
      errors.push(invalid(at, address, 'should be a domain with at least two segments separated by dots'));
    }
    return;
  }
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return;
  const before = errors.length;
  ipAddress(errors, at, address);
  if (errors.length > before) return;
  if (ipFamily(address) !== addressType)
    errors.push(invalid(path, address, `must be an ${addressType} address`));
  endpointAddress(errors, at, address);
}

function hintRules(
  errors: FieldError[],
  path: string,
  hints: ReadonlyArray<{ name: string }> | undefined,
  rule: (name: string) => string[],
): void {
  if (hints === undefined) return;
  if (hints.length > MAX_HINTS) {
    errors.push(tooMany(path, hints.length, MAX_HINTS));
    return;
  }
  const seen = new Set<string>();
  hints.forEach(({ name }, i) => {
    const at = child(index(path, i), 'name');
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    faults(errors, at, name, rule(name));
  });
}
