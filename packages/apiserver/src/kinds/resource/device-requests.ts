import { validateDns1123Label, validateLabelValue } from '@kubewright/api';
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from '@kubewright/api/resource/v1';
import {
  child,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import type { BehaviourContext } from '../behaviour.js';
import { goStruct } from '../shared/go-struct.js';
import { faults, oneOf, optionalOneOf, qualifiedName } from '../shared/rules.js';
import { boundedList, boundedSet } from './bounded-list.js';
import { deviceConfiguration } from './device-configuration.js';
import { deviceClassName, fullAttributeName } from './device-names.js';

const MAX_REQUESTS = 32;
const MAX_CONSTRAINTS = 32;
export const MAX_CONFIGURATIONS = 32;
const MAX_SUBREQUESTS = 8;
const MAX_SELECTORS = 32;

/** Defaults of what a claim asks for (apis/resource/v1/defaults.go). In place. */
export function defaultDeviceClaim(claim: DeviceClaim | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    if (exactly !== undefined) defaultAllocation(exactly);
    for (const request of firstAvailable ?? []) defaultAllocation(request);
  }
}

function defaultAllocation(request: ExactDeviceRequest | DeviceSubRequest): void {
  for (const toleration of request.tolerations ?? []) toleration.operator ||= 'Equal';
  request.allocationMode ||= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ||= 1;
}

/** What a claim asks for (resource validation, validateDeviceClaim). */
export function deviceClaim(errors: FieldError[], path: string, claim: DeviceClaim): void {
  const names = requestNames(claim);
  boundedSet(
    errors,
    child(path, 'requests'),
    claim.requests,
    MAX_REQUESTS,
    (at, request) => deviceRequest(errors, at, request),
    ({ name }) => name,
  );
  boundedList(errors, child(path, 'constraints'), claim.constraints, MAX_CONSTRAINTS, (at, constraint) =>
    constraintRules(errors, at, constraint, names),
  );
  boundedList(errors, child(path, 'config'), claim.config, MAX_CONFIGURATIONS, (at, config) =>
    claimConfiguration(errors, at, config, names),
  );
}

/** Requests of a claim by name, each with the names of its alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

export const requestNames = (claim: DeviceClaim | undefined): RequestNames =>
  new Map(
    (claim?.requests ?? []).map((request) => [
      request.name,
      new Set((request.firstAvailable ?? []).map(({ name }) => name)),
    ]),
  );

/** A reference to requests of a claim: `request`, or `request/alternative` (validateRequestNameRef). */
export function requestReference(
  errors: FieldError[],
  path: string,
  name: string,
  names: RequestNames,
): void {
  const message =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const segments = name.split('/');
  if (segments.length > 2) {
    errors.push(invalid(path, name, message));
    return;
  }
  for (const segment of segments) faults(errors, path, segment, validateDns1123Label(segment));
  const [request = '', alternative] = segments;
  const alternatives = names.get(request);
  if (alternatives !== undefined && (alternative === undefined || alternatives.has(alternative))) return;
  errors.push(invalid(path, name, message));
}

export function requestReferences(
  errors: FieldError[],
  path: string,
  references: readonly string[] | undefined,
  names: RequestNames,
): void {
  boundedSet(
    errors,
    path,
    references,
    MAX_REQUESTS,
    (at, name) => requestReference(errors, at, name, names),
    (name) => name,
  );
}

function deviceRequest(errors: FieldError[], path: string, request: DeviceRequest): void {
  const { name = '', exactly, firstAvailable } = request;
  faults(errors, child(path, 'name'), name, validateDns1123Label(name));
  const message = 'exactly one of `exactly` or `firstAvailable` is required';
  const hasAlternatives = (firstAvailable?.length ?? 0) > 0;
  if (hasAlternatives && exactly !== undefined) {
    errors.push(invalid(path, null, `${message}, but multiple fields are set`));
  } else if (hasAlternatives) {
    boundedSet(
      errors,
      child(path, 'firstAvailable'),
      firstAvailable,
      MAX_SUBREQUESTS,
      (at, sub) => {
        faults(errors, child(at, 'name'), sub.name ?? '', validateDns1123Label(sub.name ?? ''));
        exactRequest(errors, at, sub);
      },
      (sub) => sub.name,
    );
  } else if (exactly !== undefined) exactRequest(errors, child(path, 'exactly'), exactly);
  else errors.push(required(path, message));
}

function exactRequest(
  errors: FieldError[],
  path: string,
  request: ExactDeviceRequest | DeviceSubRequest,
): void {
  deviceClassName(errors, child(path, 'deviceClassName'), request.deviceClassName);
  deviceSelectors(errors, child(path, 'selectors'), request.selectors);
  const { allocationMode = '', count = 0 } = request;
  if (allocationMode === 'All') {
    const message = "must not be specified when allocationMode is 'All'";
    if (count !== 0) errors.push(invalid(child(path, 'count'), count, message));
  } else if (allocationMode === 'ExactCount') {
    if (count <= 0) errors.push(invalid(child(path, 'count'), count, 'must be greater than zero'));
  } else {
    errors.push(notSupported(child(path, 'allocationMode'), allocationMode, ['All', 'ExactCount']));
  }
  request.tolerations?.forEach((toleration, i) =>
    tolerationRules(errors, index(child(path, 'tolerations'), i), toleration),
  );
}

const MAX_EXPRESSION_BYTES = 10 * 1024;

/** Which devices are wanted. The expressions themselves are not compiled here. */
export function deviceSelectors(
  errors: FieldError[],
  path: string,
  selectors: DeviceSelector[] | undefined,
): void {
  boundedList(errors, path, selectors, MAX_SELECTORS, (at, { cel }) => {
    if (cel === undefined) errors.push(required(child(at, 'cel')));
    else if (Buffer.byteLength(cel.expression ?? '') > MAX_EXPRESSION_BYTES)
      errors.push(tooLong(child(at, 'cel.expression'), MAX_EXPRESSION_BYTES));
  });
}

export const TAINT_EFFECTS = ['NoExecute', 'NoSchedule', 'None'];

function tolerationRules(errors: FieldError[], path: string, toleration: DeviceToleration): void {
  const { key, operator, value = '', effect } = toleration;
  if (key) qualifiedName(errors, child(path, 'key'), key);
  oneOf(errors, child(path, 'operator'), operator, ['Equal', 'Exists']);
  if (operator === 'Exists' && value !== '')
    errors.push(invalid(child(path, 'value'), value, 'must be empty for operator `Exists`'));
  if (operator === 'Equal') faults(errors, child(path, 'value'), value, validateLabelValue(value));
  optionalOneOf(errors, child(path, 'effect'), effect || undefined, TAINT_EFFECTS);
}

function constraintRules(
  errors: FieldError[],
  path: string,
  constraint: DeviceConstraint,
  names: RequestNames,
): void {
  requestReferences(errors, child(path, 'requests'), constraint.requests, names);
  const { matchAttribute, distinctAttribute } = constraint;
  if (matchAttribute !== undefined) fullAttributeName(errors, child(path, 'matchAttribute'), matchAttribute);
  else if (distinctAttribute !== undefined)
    fullAttributeName(errors, child(path, 'distinctAttribute'), distinctAttribute);
  else {
    const message =
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
    errors.push(required(path, message));
  }
}

function claimConfiguration(
  errors: FieldError[],
  path: string,
  config: DeviceClaimConfiguration,
  names: RequestNames,
): void {
  requestReferences(errors, child(path, 'requests'), config.requests, names);
  deviceConfiguration(errors, path, config);
}

const ADMIN_LABEL = 'resource.kubernetes.io/admin-access';

/** Access to devices in use is for namespaces that say so (registry/resource/utils.go). */
export function adminAccess(
  errors: FieldError[],
  path: string,
  namespace: string | undefined,
  { objects }: BehaviourContext,
): void {
  const found = objects.get('', 'namespaces', undefined, namespace ?? '');
  if (found === undefined) {
    const detail = `could not retrieve namespace to verify admin access: namespaces ${JSON.stringify(namespace)} not found`;
    errors.push({ type: 'InternalError', field: path, detail });
    return;
  }
  if (found.metadata.labels?.[ADMIN_LABEL] === 'true') return;
  const message = `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`;
  errors.push(forbidden(path, message));
}

/** Checks the first request that wants admin access. */
export function adminRequests(
  errors: FieldError[],
  claim: DeviceClaim | undefined,
  namespace: string | undefined,
  context: BehaviourContext,
): void {
  const first = (claim?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  if (first < 0) return;
  adminAccess(errors, `${index('spec.devices.requests', first)}.adminAccess`, namespace, context);
}

const REQUEST = {
  deviceClassName: '',
  selectors: null,
  allocationMode: '',
  count: 0,
};

/** What a claim asks for, as the real server prints its internal type. */
export const internalClaim = (spec: { devices?: DeviceClaim } | undefined): object =>
  goStruct(
    { devices: {}, ...spec },
    {
      devices: {
        requests: [
          {
            name: '',
            exactly: { ...REQUEST, adminAccess: null, tolerations: null, capacity: null },
            firstAvailable: [{ name: '', ...REQUEST, tolerations: null, capacity: null }],
          },
        ],
        constraints: null,
        config: null,
      },
    },
  );
