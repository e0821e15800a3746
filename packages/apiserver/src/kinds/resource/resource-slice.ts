import { isoTime, validateDns1123Label } from '@kubewright/api';
import type { CounterSet, ResourceSlice, ResourceSliceSpec } from '@kubewright/api/resource/v1';
import { child, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import type { BehaviourContext } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { driverName } from '../shared/driver-name.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { faults } from '../shared/rules.js';
import { boundedSet } from './bounded-list.js';
import { counters, deviceRules } from './device.js';
import { poolName } from './device-names.js';
import { nodeChoice, onlyTrue } from './node-choice.js';

/** registry/resource/resourceslice/strategy.go. */
export const resourceSlice = behaviour<ResourceSlice>({
  group: 'resource.k8s.io',
  kind: 'ResourceSlice',
  hasStatus: false,
  hasGeneration: true,
  prepareForCreate: prepare,
  prepareForUpdate: (object, _old, context) => prepare(object, context),
  validate: ({ spec }) => validateSpec(spec ?? ({} as ResourceSliceSpec)),
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.pool.name', spec.pool?.name, old.spec.pool.name);
    immutable(errors, 'spec.driver', spec.driver, old.spec.driver);
    immutable(errors, 'spec.nodeName', spec.nodeName, old.spec.nodeName);
    return errors;
  },
  selectableFields: {
    'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
    'spec.driver': ({ spec }) => spec?.driver ?? '',
  },
  table: {
    columns: [
      NAME,
      documented('Node', 'string', 'resource.v1.ResourceSliceSpec.nodeName'),
      documented('Driver', 'string', 'resource.v1.ResourceSliceSpec.driver'),
      documented('Pool', 'string', 'resource.v1.ResourcePool.name'),
      AGE,
    ],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      spec?.nodeName ?? '',
      spec?.driver ?? '',
      spec?.pool?.name ?? '',
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

// The features DRAListTypeAttributes and DRANodeAllocatableResources are off by default.
function prepare({ spec }: ResourceSlice, context: BehaviourContext): void {
  for (const device of spec?.devices ?? []) {
    delete device.nodeAllocatableResourceMappings;
    for (const attribute of Object.values(device.attributes ?? {})) {
      delete attribute.bools;
      delete attribute.ints;
      delete attribute.strings;
      delete attribute.versions;
    }
    for (const taint of device.taints ?? []) taint.timeAdded ??= isoTime(context.clock.now());
  }
  const driver = spec?.driver ?? '';
  if (driver === driver.toLowerCase()) return;
  context.warn(
    `spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`,
  );
}

const MAX_DEVICES = 128;
const MAX_ADVANCED_DEVICES = 64;
const MAX_COUNTER_SETS = 8;
const MAX_COUNTERS = 32;

/** resource validation, validateResourceSliceSpec. */
function validateSpec(spec: ResourceSliceSpec): FieldError[] {
  const errors: FieldError[] = [];
  driverName(errors, 'spec.driver', spec.driver);
  poolName(errors, 'spec.pool.name', spec.pool?.name);
  const count = spec.pool?.resourceSliceCount ?? 0;
  if (count <= 0) errors.push(invalid('spec.pool.resourceSliceCount', count, 'must be greater than zero'));
  const generation = spec.pool?.generation ?? 0;
  if (generation < 0)
    errors.push(invalid('spec.pool.generation', generation, 'must be greater than or equal to zero'));
  whereRules(errors, 'spec', spec);
  if (spec.sharedCounters !== undefined && spec.devices !== undefined)
    errors.push(invalid('spec', '', 'only one of `sharedCounters` or `devices` is allowed'));
  const isAdvanced = spec.devices?.some(
    ({ taints, consumesCounters }) => (taints?.length ?? 0) > 0 || (consumesCounters?.length ?? 0) > 0,
  );
  boundedSet(
    errors,
    'spec.devices',
    spec.devices,
    isAdvanced === true ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
    (at, device) => deviceRules(errors, at, device, spec.perDeviceNodeSelection === true),
    ({ name }) => name,
  );
  boundedSet(
    errors,
    'spec.sharedCounters',
    spec.sharedCounters,
    MAX_COUNTER_SETS,
    (at, set) => counterSet(errors, at, set),
    ({ name }) => name,
  );
  return errors;
}

function whereRules(errors: FieldError[], path: string, spec: ResourceSliceSpec): void {
  const chosen = nodeChoice(errors, path, spec, 'must be either unset or set to a non-empty string');
  const terms = spec.nodeSelector?.nodeSelectorTerms;
  if (spec.nodeSelector !== undefined && terms?.length !== 1) {
    const message = 'must have exactly one node selector term';
    errors.push(invalid(child(path, 'nodeSelector.nodeSelectorTerms'), terms ?? [], message));
  }
  const each = child(path, 'perDeviceNodeSelection');
  onlyTrue(errors, each, spec.perDeviceNodeSelection, chosen, '`perDeviceNodeSelection`');
  const message =
    'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (chosen.length === 0) errors.push(required(path, message));
  if (chosen.length > 1)
    errors.push(invalid(path, `{${chosen.join(', ')}}`, `${message}, but multiple fields are set`));
}

function counterSet(errors: FieldError[], path: string, set: CounterSet): void {
  if (!set.name) errors.push(required(child(path, 'name')));
  else faults(errors, child(path, 'name'), set.name, validateDns1123Label(set.name));
  counters(errors, child(path, 'counters'), set.counters, MAX_COUNTERS);
}
