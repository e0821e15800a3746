import type { Quantity } from '@kubewright/api';
import { canonicalQuantity, compareQuantity } from '@kubewright/api';
import type { ResourceRequirements } from '@kubewright/api/core/v1';
import {
  child,
  duplicate,
  forbidden,
  index,
  invalid,
  key,
  notFound,
  required,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { hugePagesQuantity, resourceQuantity } from './quantities.js';
import type { Quantities } from './quantities.js';
import { containerResourceName, isHugePages, isOvercommitAllowed } from './resource-names.js';

type NameRule = (errors: FieldError[], path: string, name: string) => void;

/** Requests and limits of a container, or of a pod with its own rule for names (core validation, validateResourceRequirements). */
export function resourceRequirements(
  errors: FieldError[],
  path: string,
  requirements: ResourceRequirements | undefined,
  options: { nameRule?: NameRule; claimNames?: readonly string[] } = {},
): void {
  if (requirements === undefined) return;
  const { nameRule = containerResourceName, claimNames = [] } = options;
  const { limits, requests, claims } = requirements;
  const limitsPath = child(path, 'limits');
  const requestsPath = child(path, 'requests');
  for (const name in limits) {
    const at = key(limitsPath, name);
    const limit = limits[name] as Quantity;
    nameRule(errors, at, name);
    resourceQuantity(errors, at, name, limit);
    if (isHugePages(name)) hugePagesQuantity(errors, at, name, limit);
  }
  for (const name in requests) {
    const at = key(requestsPath, name);
    const request = requests[name] as Quantity;
    nameRule(errors, at, name);
    resourceQuantity(errors, at, name, request);
    if (limits?.[name] !== undefined || isOvercommitAllowed(name))
      withinLimit(errors, requestsPath, name, request, limits?.[name]);
    else errors.push(required(limitsPath, 'Limit must be set for non overcommitable resources'));
    if (isHugePages(name)) hugePagesQuantity(errors, at, name, request);
  }
  if (hasHugePages(limits, requests) && !hasComputeResource(limits, requests)) {
    errors.push(forbidden(path, 'HugePages require cpu or memory'));
  }
  resourceClaims(errors, child(path, 'claims'), claims, claimNames);
}

function withinLimit(
  errors: FieldError[],
  path: string,
  name: string,
  request: Quantity,
  limit: Quantity | undefined,
): void {
  if (limit === undefined) return;
  const order = request === limit ? 0 : compareQuantity(request, limit);
  const fixed = !isOvercommitAllowed(name);
  if (order === 0 || (order < 0 && !fixed)) return;
  const relation = fixed ? 'equal to' : 'less than or equal to';
  const message = `must be ${relation} ${name} limit of ${canonicalQuantity(limit)}`;
  errors.push(invalid(path, canonicalQuantity(request), message));
}

const hasHugePages = (...lists: Array<Quantities | undefined>): boolean =>
  lists.some((list) => list !== undefined && Object.keys(list).some(isHugePages));

const hasComputeResource = (...lists: Array<Quantities | undefined>): boolean =>
  lists.some((list) => list !== undefined && ('cpu' in list || 'memory' in list));

function resourceClaims(
  errors: FieldError[],
  path: string,
  claims: ResourceRequirements['claims'],
  known: readonly string[],
): void {
  const seen = new Set<string>();
  claims?.forEach((claim, i) => {
    const name = claim.request === undefined ? claim.name : `${claim.name}/${claim.request}`;
    if (seen.has(name)) errors.push(duplicate(index(path, i), name));
    seen.add(name);
    if (known.includes(claim.name)) return;
    const list = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    const detail = `must be one of the names in pod.spec.resourceClaims${list}`;
    errors.push({ ...notFound(index(path, i), claim.name), detail });
  });
}
