import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from '@kubewright/api/resource/v1';
import { child, forbidden, index, invalid, required, tooLong, tooMany } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import type { BehaviourContext } from '../behaviour.js';
import { validConditions } from '../shared/conditions.js';
import { driverName } from '../shared/driver-name.js';
import { IMMUTABLE_MESSAGE, sameValue } from '../shared/immutable.js';
import { interfaceAddress } from '../shared/cidr.js';
import { nodeSelector } from '../shared/pod/affinity.js';
import { oneOf } from '../shared/rules.js';
import { bindingConditions } from './binding-conditions.js';
import { boundedList, boundedSet } from './bounded-list.js';
import { deviceConfiguration, rawObject } from './device-configuration.js';
import { deviceName, poolName, shareId } from './device-names.js';
import {
  adminAccess,
  MAX_CONFIGURATIONS,
  requestNames,
  requestReference,
  requestReferences,
} from './device-requests.js';
import type { RequestNames } from './device-requests.js';

const MAX_RESERVED = 256;
const MAX_RESULTS = 32;
const MAX_CONDITIONS = 8;

interface DeviceId {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
  readonly shareID?: string;
}

const idOf = ({ driver = '', pool = '', device = '', shareID }: DeviceId): string =>
  [driver, pool, device, ...(shareID ? [shareID] : [])].join('/');

/** As the real server prints it. */
const shownId = ({ driver = '', pool = '', device = '', shareID = '' }: DeviceId): object => ({
  Driver: driver,
  Pool: pool,
  Device: device,
  ShareID: shareID,
});

/** Forgets what drivers said of devices that are no longer allocated (dropDeallocatedStatusDevices). */
export function dropDeallocatedDevices({ status }: ResourceClaim, old: ResourceClaim): void {
  if (status?.devices === undefined) return;
  const allocated = new Set(status.allocation?.devices?.results?.map(idOf));
  const gone = new Set(
    old.status?.allocation?.devices?.results?.map(idOf).filter((id) => !allocated.has(id)),
  );
  const devices = status.devices.filter((device) => !gone.has(idOf(device)));
  if (devices.length > 0) status.devices = devices;
  else delete status.devices;
}

/** resource validation, ValidateResourceClaimStatusUpdate. */
export function claimStatusUpdate(
  { metadata, spec, status = {} }: ResourceClaim,
  old: ResourceClaim,
  context: BehaviourContext,
): FieldError[] {
  const errors: FieldError[] = [];
  const { allocation, devices, reservedFor } = status;
  const before = old.status ?? {};
  newAdminAccess(errors, allocation, before.allocation, metadata?.namespace, context);
  boundedSet(
    errors,
    'status.reservedFor',
    reservedFor,
    MAX_RESERVED,
    (at, reference) => consumerRules(errors, at, reference),
    ({ uid }) => uid,
  );
  const allocated = new Set(allocation?.devices?.results?.map(idOf));
  boundedSet(
    errors,
    'status.devices',
    devices,
    Number.POSITIVE_INFINITY,
    (at, device) => deviceStatus(errors, at, device, allocated),
    idOf,
    shownId,
  );
  const isDeleted = metadata?.deletionTimestamp !== undefined;
  reservationRules(errors, reservedFor, before.reservedFor, {
    isAllocated: allocation !== undefined,
    isDeleted,
  });
  if (allocation === undefined) return errors;
  if (before.allocation === undefined)
    allocationRules(errors, 'status.allocation', allocation, requestNames(spec?.devices));
  else if (!sameValue(allocation, before.allocation))
    errors.push(invalid('status.allocation', allocation, IMMUTABLE_MESSAGE));
  return errors;
}

function newAdminAccess(
  errors: FieldError[],
  allocation: AllocationResult | undefined,
  old: AllocationResult | undefined,
  namespace: string | undefined,
  context: BehaviourContext,
): void {
  const firstOf = (result: AllocationResult | undefined): number =>
    (result?.devices?.results ?? []).findIndex((one) => one.adminAccess === true);
  const first = firstOf(allocation);
  if (first < 0 || firstOf(old) >= 0) return;
  adminAccess(errors, `${index('status.allocation.devices.results', first)}.adminAccess`, namespace, context);
}

function consumerRules(errors: FieldError[], path: string, reference: ResourceClaimConsumerReference): void {
  for (const field of ['resource', 'name', 'uid'] as const)
    if (!reference[field]) errors.push(required(child(path, field)));
}

function reservationRules(
  errors: FieldError[],
  references: ResourceClaimConsumerReference[] | undefined,
  old: ResourceClaimConsumerReference[] | undefined,
  { isAllocated, isDeleted }: { isAllocated: boolean; isDeleted: boolean },
): void {
  if ((references?.length ?? 0) === 0) return;
  const path = 'status.reservedFor';
  if (!isAllocated) {
    errors.push(forbidden(path, 'may not be specified when `allocated` is not set'));
    return;
  }
  const isAdded = (one: ResourceClaimConsumerReference) => !old?.some((before) => sameValue(before, one));
  if (!isDeleted || references?.some(isAdded) !== true) return;
  const message = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  errors.push(forbidden(path, message));
}

function allocationRules(
  errors: FieldError[],
  path: string,
  { devices, nodeSelector: nodes }: AllocationResult,
  names: RequestNames,
): void {
  const at = child(path, 'devices');
  boundedList(errors, child(at, 'results'), devices?.results, MAX_RESULTS, (one, result) =>
    resultRules(errors, one, result, names),
  );
  boundedList(errors, child(at, 'config'), devices?.config, 2 * MAX_CONFIGURATIONS, (one, config) => {
    oneOf(errors, child(one, 'source'), config.source, ['FromClaim', 'FromClass']);
    requestReferences(errors, child(one, 'requests'), config.requests, names);
    deviceConfiguration(errors, one, config);
  });
  if (nodes !== undefined) nodeSelector(errors, child(path, 'nodeSelector'), nodes);
}

function resultRules(
  errors: FieldError[],
  path: string,
  result: DeviceRequestAllocationResult,
  names: RequestNames,
): void {
  requestReference(errors, child(path, 'request'), result.request ?? '', names);
  driverName(errors, child(path, 'driver'), result.driver);
  poolName(errors, child(path, 'pool'), result.pool);
  deviceName(errors, child(path, 'device'), result.device);
  bindingConditions(errors, path, result);
  shareId(errors, child(path, 'shareID'), result.shareID);
}

function deviceStatus(
  errors: FieldError[],
  path: string,
  device: AllocatedDeviceStatus,
  allocated: ReadonlySet<string>,
): void {
  driverName(errors, child(path, 'driver'), device.driver);
  poolName(errors, child(path, 'pool'), device.pool);
  deviceName(errors, child(path, 'device'), device.device);
  shareId(errors, child(path, 'shareID'), device.shareID);
  const id = idOf(device);
  if (!allocated.has(id))
    errors.push(invalid(path, shownId(device), 'must be an allocated device in the claim'));
  const count = device.conditions?.length ?? 0;
  if (count > MAX_CONDITIONS) errors.push(tooMany(child(path, 'conditions'), count, MAX_CONDITIONS));
  validConditions(errors, child(path, 'conditions'), device.conditions);
  if (device.data !== undefined) rawObject(errors, child(path, 'data'), device.data);
  networkData(errors, child(path, 'networkData'), device.networkData);
}

const MAX_INTERFACE_NAME_BYTES = 256;
const MAX_HARDWARE_ADDRESS_BYTES = 128;
const MAX_ADDRESSES = 16;

function networkData(errors: FieldError[], path: string, data: NetworkDeviceData | undefined): void {
  if (data === undefined) return;
  if (Buffer.byteLength(data.interfaceName ?? '') > MAX_INTERFACE_NAME_BYTES)
    errors.push(tooLong(child(path, 'interfaceName'), MAX_INTERFACE_NAME_BYTES));
  if (Buffer.byteLength(data.hardwareAddress ?? '') > MAX_HARDWARE_ADDRESS_BYTES)
    errors.push(tooLong(child(path, 'hardwareAddress'), MAX_HARDWARE_ADDRESS_BYTES));
  boundedSet(
    errors,
    child(path, 'ips'),
    data.ips,
    MAX_ADDRESSES,
    (at, address) => interfaceAddress(errors, at, address),
    (address) => address,
  );
}
