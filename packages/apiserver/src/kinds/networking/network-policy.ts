import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '@kubewright/api/networking/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { selectorCell } from '../shared/cells.js';
import { cidr, networkContains, parseCidr } from '../shared/cidr.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { validLabelSelector } from '../shared/labels.js';
import { portNameFaults, portNumber } from '../shared/numbers.js';
import { faults, optionalOneOf } from '../shared/rules.js';

/** registry/networking/networkpolicy/strategy.go. */
export const networkPolicy = behaviour<NetworkPolicy>({
  group: 'networking.k8s.io',
  kind: 'NetworkPolicy',
  hasStatus: false,
  hasGeneration: true,
  defaults: ({ spec }) => {
    if (spec === undefined) return;
    for (const { ports } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
      for (const port of ports ?? []) port.protocol ??= 'TCP';
    }
    if ((spec.policyTypes?.length ?? 0) > 0) return;
    spec.policyTypes = (spec.egress?.length ?? 0) > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  validate: ({ spec }) => validateSpec(spec),
  table: {
    columns: [NAME, documented('Pod-Selector', 'string', 'networking.v1.NetworkPolicySpec.podSelector'), AGE],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      selectorCell(spec?.podSelector),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const TYPES: readonly string[] = ['Ingress', 'Egress'];

/** networking validation, ValidateNetworkPolicySpec. */
function validateSpec(spec: NetworkPolicySpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return errors;
  validLabelSelector(errors, 'spec.podSelector', spec.podSelector);
  spec.ingress?.forEach(({ ports, from }, i) => {
    const at = index('spec.ingress', i);
    ports?.forEach((port, p) => portRules(errors, index(child(at, 'ports'), p), port));
    from?.forEach((peer, p) => peerRules(errors, index(child(at, 'from'), p), peer));
  });
  spec.egress?.forEach(({ ports, to }, i) => {
    const at = index('spec.egress', i);
    ports?.forEach((port, p) => portRules(errors, index(child(at, 'ports'), p), port));
    to?.forEach((peer, p) => peerRules(errors, index(child(at, 'to'), p), peer));
  });
  const types = spec.policyTypes ?? [];
  if (types.length > TYPES.length) {
    errors.push(invalid('spec.policyTypes', types, 'may not specify more than two policyTypes'));
    return errors;
  }
  types.forEach((type, i) => {
    if (!TYPES.includes(type)) errors.push(notSupported(index('spec.policyTypes', i), type, TYPES));
  });
  return errors;
}

function portRules(errors: FieldError[], path: string, { protocol, port, endPort }: NetworkPolicyPort): void {
  optionalOneOf(errors, child(path, 'protocol'), protocol, ['TCP', 'UDP', 'SCTP']);
  const endPath = child(path, 'endPort');
  if (typeof port === 'number') {
    portNumber(errors, child(path, 'port'), port);
    if (endPort === undefined) return;
    if (endPort < port) errors.push(invalid(endPath, port, 'must be greater than or equal to `port`'));
    portNumber(errors, endPath, endPort);
  } else if (port !== undefined) {
    if (endPort !== undefined) {
      errors.push(invalid(endPath, endPort, 'may not be specified when `port` is non-numeric'));
    }
    faults(errors, child(path, 'port'), port, portNameFaults(port));
  } else if (endPort !== undefined) {
    errors.push(invalid(endPath, endPort, 'may not be specified when `port` is not specified'));
  }
}

function peerRules(errors: FieldError[], path: string, peer: NetworkPolicyPeer): void {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  validLabelSelector(errors, child(path, 'podSelector'), podSelector);
  validLabelSelector(errors, child(path, 'namespaceSelector'), namespaceSelector);
  if (ipBlock !== undefined) ipBlockRules(errors, child(path, 'ipBlock'), ipBlock);
  const bySelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (!bySelector && ipBlock === undefined) errors.push(required(path, 'must specify a peer'));
  if (bySelector && ipBlock !== undefined) {
    errors.push(forbidden(path, 'may not specify both ipBlock and another peer'));
  }
}

function ipBlockRules(errors: FieldError[], path: string, { cidr: range, except }: IPBlock): void {
  if (!range) {
    errors.push(required(child(path, 'cidr')));
    return;
  }
  cidr(errors, child(path, 'cidr'), range);
  const network = parseCidr(range);
  if (network === undefined) return;
  except?.forEach((part, i) => {
    const at = index(child(path, 'except'), i);
    cidr(errors, at, part);
    const inner = parseCidr(part);
    if (inner === undefined) return;
    const address = part.slice(0, part.indexOf('/'));
    if (!networkContains(network, address) || network.prefixLength >= inner.prefixLength) {
      errors.push(invalid(at, part, 'must be a strict subset of `cidr`'));
    }
  });
}
