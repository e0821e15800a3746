import { validateLabelValue } from '@kubewright/api';
import type { Node, NodeStatus, Taint } from '@kubewright/api/core/v1';
import { child, duplicate, forbidden, index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import type { BehaviourContext } from '../behaviour.js';
import { cidr } from '../shared/cidr.js';
import { sameValue } from '../shared/immutable.js';
import { taintEffect } from '../shared/pod/scheduling.js';
import { resourceQuantity, roundUpQuantities } from '../shared/quantities.js';
import type { Quantities } from '../shared/quantities.js';
import { qualifiedName } from '../shared/rules.js';
import { nodeTable } from './node-table.js';

/** registry/core/node/strategy.go: a node may come with its status. */
export const node = behaviour<Node>({
  group: '',
  kind: 'Node',
  hasGeneration: false,
  defaults: ({ spec, status }) => {
    if (spec !== undefined) samePodCidrs(spec);
    roundUpQuantities(status?.capacity);
    roundUpQuantities(status?.allocatable);
    if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
  },
  prepareForCreate: (object, context) => {
    if (object.spec !== undefined) delete object.spec.configSource;
    if (object.status !== undefined) delete object.status.config;
    warnOfNode(object, context);
  },
  prepareForUpdate: (object, old, context) => {
    if (old.status !== undefined) object.status = old.status;
    if (object.spec !== undefined && old.spec?.configSource === undefined) delete object.spec.configSource;
    warnOfNode(object, context);
  },
  prepareForStatusUpdate: (object, old) => {
    if (old.spec !== undefined) object.spec = old.spec;
  },
  validate: validateNode,
  validateUpdate: validateNodeUpdate,
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    addressRules(errors, status);
    statusRules(errors, status);
    return errors;
  },
  selectableFields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
  table: nodeTable,
});

// `podCIDR` is the first of `podCIDRs`; clients may write either, and `podCIDR` decides where they differ
// (pkg/apis/core/v1/conversion.go).
function samePodCidrs(spec: NonNullable<Node['spec']>): void {
  const first = spec.podCIDRs?.[0] ?? '';
  if (spec.podCIDR && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
  else if (first !== '') spec.podCIDR = first;
}

function warnOfNode({ spec }: Node, context: BehaviourContext): void {
  if (spec?.externalID)
    context.warn('spec.externalID: this field is deprecated, and is unused by Kubernetes');
}

/** core validation, ValidateNode. */
function validateNode({ spec, status }: Node): FieldError[] {
  const errors: FieldError[] = [];
  taints(errors, 'metadata.taints', spec?.taints);
  statusRules(errors, status);
  const podCidrs = spec?.podCIDRs ?? [];
  podCidrs.forEach((range, i) => cidr(errors, index('spec.podCIDRs', i), range));
  const families = new Set(podCidrs.map((range) => range.includes(':')));
  if (podCidrs.length > 1 && (families.size < 2 || podCidrs.length > 2)) {
    errors.push(invalid('spec.podCIDRs', podCidrs, 'may specify no more than one CIDR for each IP family'));
  }
  return errors;
}

/** core validation, ValidateNodeUpdate. */
function validateNodeUpdate(object: Node, old: Node): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = {} } = object;
  const before = old.spec ?? {};
  if ((before.podCIDRs?.length ?? 0) > 0 && !sameValue(before.podCIDRs, spec.podCIDRs)) {
    errors.push(forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'));
  }
  if (before.providerID && before.providerID !== spec.providerID) {
    errors.push(
      forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid'),
    );
  }
  if ((spec.externalID ?? '') !== (before.externalID ?? ''))
    errors.push(forbidden('spec.externalID', 'may not be updated'));
  return errors;
}

function taints(errors: FieldError[], path: string, list: Taint[] | undefined): void {
  const seen = new Set<string>();
  list?.forEach((taint, i) => {
    const at = index(path, i);
    qualifiedName(errors, child(at, 'key'), taint.key);
    const messages = validateLabelValue(taint.value ?? '');
    if (messages.length > 0) errors.push(invalid(child(at, 'value'), taint.value, messages.join(';')));
    taintEffect(errors, child(at, 'effect'), taint.effect);
    const pair = `${taint.effect}\n${taint.key}`;
    if (seen.has(pair))
      errors.push({
        ...duplicate(at, goTaint(taint)),
        detail: 'taints must be unique by key and effect pair',
      });
    seen.add(pair);
  });
}

// The real server prints its internal type here.
const goTaint = ({ key, value, effect, timeAdded }: Taint): object => ({
  Key: key,
  Value: value ?? '',
  Effect: effect,
  TimeAdded: timeAdded ?? null,
});

function addressRules(errors: FieldError[], status: NodeStatus | undefined): void {
  status?.addresses?.forEach((address, i, all) => {
    const first = all.findIndex(
      ({ type, address: text }) => type === address.type && text === address.address,
    );
    if (first < i) errors.push(duplicate(index('status.addresses', i), address));
  });
}

function statusRules(errors: FieldError[], status: NodeStatus | undefined): void {
  for (const field of ['capacity', 'allocatable'] as const) {
    const quantities: Quantities | undefined = status?.[field];
    for (const name in quantities) {
      resourceQuantity(errors, `status.${field}.${name}`, name, quantities[name] as string);
    }
  }
}
