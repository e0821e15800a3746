import { validateDns1123Label, validateLabelValue } from '@kubewright/api';
import type { Device, DeviceAttribute, DeviceTaint } from '@kubewright/api/resource/v1';
import { child, forbidden, invalid, key, required, tooLong, tooMany } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { faults, oneOf, qualifiedName } from '../shared/rules.js';
import { bindingConditions } from './binding-conditions.js';
import { boundedList, boundedSet } from './bounded-list.js';
import { attributeName, deviceName } from './device-names.js';
import { TAINT_EFFECTS } from './device-requests.js';
import { nodeChoice } from './node-choice.js';
import { requestPolicy } from './request-policy.js';

const MAX_ATTRIBUTES_AND_CAPACITIES = 32;
const MAX_ATTRIBUTE_VALUES = 48;
const MAX_TAINTS = 16;
const MAX_CONSUMPTIONS = 2;
const MAX_COUNTERS = 32;

/** One device of a slice (resource validation, validateDevice). */
export function deviceRules(errors: FieldError[], path: string, device: Device, choosesNode: boolean): void {
  deviceName(errors, child(path, 'name'), device.name);
  const attributes = Object.entries(device.attributes ?? {});
  const capacities = Object.entries(device.capacity ?? {});
  const total = attributes.length + capacities.length;
  if (total > MAX_ATTRIBUTES_AND_CAPACITIES) {
    const message = `the total number of attributes and capacities must not exceed ${MAX_ATTRIBUTES_AND_CAPACITIES}`;
    errors.push(invalid(path, total, message));
  }
  if (attributes.length > MAX_ATTRIBUTE_VALUES) {
    const message = `the total number of attribute values must not exceed ${MAX_ATTRIBUTE_VALUES}`;
    errors.push(invalid(path, attributes.length, message));
  }
  for (const [name, attribute] of attributes) {
    attributeName(errors, child(path, 'attributes'), name);
    attributeRules(errors, key(child(path, 'attributes'), shortened(name)), attribute);
  }
  for (const [name, { value, requestPolicy: policy }] of capacities) {
    attributeName(errors, child(path, 'capacity'), name);
    if (policy === undefined) continue;
    const at = child(key(child(path, 'capacity'), shortened(name)), 'requestPolicy');
    if (device.allowMultipleAllocations === true) requestPolicy(errors, at, value, policy);
    else errors.push(forbidden(at, 'allowMultipleAllocations must be true'));
  }
  boundedList(errors, child(path, 'taints'), device.taints, MAX_TAINTS, (at, taint) =>
    taintRules(errors, at, taint),
  );
  boundedSet(
    errors,
    child(path, 'consumesCounters'),
    device.consumesCounters,
    MAX_CONSUMPTIONS,
    (at, { counterSet, counters: consumed }) => {
      if (!counterSet) errors.push(required(child(at, 'counterSet')));
      else faults(errors, child(at, 'counterSet'), counterSet, validateDns1123Label(counterSet));
      counters(errors, child(at, 'counters'), consumed, MAX_COUNTERS);
    },
    ({ counterSet }) => counterSet,
  );
  whereRules(errors, path, device, choosesNode);
  bindingConditions(errors, path, device);
}

const MAX_KEY_LENGTH = 63 + 1 + 32;

/** A key in a path, at the most as long as a good one. */
function shortened(name: string): string {
  if (name.length <= MAX_KEY_LENGTH) return name;
  const rest = MAX_KEY_LENGTH - 3;
  return `${name.slice(0, Math.floor((rest + 1) / 2))}...${name.slice(name.length - Math.floor(rest / 2))}`;
}

const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;
const MAX_VALUE_BYTES = 64;

function attributeRules(errors: FieldError[], path: string, attribute: DeviceAttribute): void {
  const { bool, int, string, version } = attribute;
  if (string !== undefined && Buffer.byteLength(string) > MAX_VALUE_BYTES)
    errors.push(tooLong(child(path, 'string'), MAX_VALUE_BYTES));
  if (version !== undefined) {
    const message = 'must be a string compatible with semver.org spec 2.0.0';
    if (!VERSION.test(version)) errors.push(invalid(child(path, 'version'), version, message));
    if (Buffer.byteLength(version) > MAX_VALUE_BYTES)
      errors.push(tooLong(child(path, 'version'), MAX_VALUE_BYTES));
  }
  const given = [int, bool, string, version].filter((value) => value !== undefined).length;
  if (given === 1) return;
  // The real server prints its internal type here.
  const shown =
    given === 0
      ? ''
      : {
          IntValue: int ?? null,
          BoolValue: bool ?? null,
          StringValue: string ?? null,
          VersionValue: version ?? null,
          IntValues: null,
          BoolValues: null,
          StringValues: null,
          VersionValues: null,
        };
  errors.push(invalid(path, shown, 'exactly one value must be specified'));
}

function taintRules(errors: FieldError[], path: string, { key: name, value, effect }: DeviceTaint): void {
  qualifiedName(errors, child(path, 'key'), name ?? '');
  if (value) faults(errors, child(path, 'value'), value, validateLabelValue(value));
  oneOf(errors, child(path, 'effect'), effect, TAINT_EFFECTS);
}

/** Counters by name, of a set or of what a device takes from it. */
export function counters(
  errors: FieldError[],
  path: string,
  values: Readonly<Record<string, unknown>> | null | undefined,
  max: number,
): void {
  const names = Object.keys(values ?? {});
  if (names.length === 0) errors.push(required(path));
  else if (names.length > max) errors.push(tooMany(path, names.length, max));
  else for (const name of names) faults(errors, path, name, validateDns1123Label(name));
}

function whereRules(errors: FieldError[], path: string, device: Device, choosesNode: boolean): void {
  if (!choosesNode) {
    const { nodeName, nodeSelector, allNodes } = device;
    if (nodeName === undefined && nodeSelector === undefined && allNodes === undefined) return;
    const message =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    errors.push(invalid(path, null, message));
    return;
  }
  const chosen = nodeChoice(errors, path, device, 'must not be empty');
  const message =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  if (chosen.length === 0) errors.push(required(path, message));
  if (chosen.length > 1) errors.push(invalid(path, `{${chosen.join(', ')}}`, message));
}
