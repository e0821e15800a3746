import { compareQuantity } from '@kubewright/api';
import type { PodSpec, ResourceRequirements } from '@kubewright/api/core/v1';
import type { Quantities } from '../shared/quantities.js';
import { sumInto } from './pod-requests.js';

const COMPUTE = ['cpu', 'memory'] as const;

/** The quality of service a pod gets from its requests and limits (`pkg/apis/core/helper/qos/qos.go`, ComputePodQOS). */
export function qosClass(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const requests: Quantities = {};
  const limits: Quantities = {};
  let allLimited = true;
  const parts: Array<ResourceRequirements | undefined> = isSet(spec.resources)
    ? [spec.resources]
    : [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources);
  for (const part of parts) {
    sumInto(requests, positives(part?.requests));
    const limited = positives(part?.limits);
    sumInto(limits, limited);
    if (COMPUTE.some((name) => limited[name] === undefined)) allLimited = false;
  }
  const names = Object.keys(requests);
  if (names.length === 0 && Object.keys(limits).length === 0) return 'BestEffort';
  const equal =
    names.length === Object.keys(limits).length &&
    names.every(
      (name) => limits[name] !== undefined && compareQuantity(requests[name] ?? '0', limits[name]) === 0,
    );
  return allLimited && equal ? 'Guaranteed' : 'Burstable';
}

const isSet = (resources: ResourceRequirements | undefined): boolean =>
  resources !== undefined && (resources.limits !== undefined || resources.requests !== undefined);

function positives(quantities: Quantities | undefined): Quantities {
  const result: Quantities = {};
  for (const name of COMPUTE) {
    const value = quantities?.[name];
    if (value !== undefined && compareQuantity(value, '0') > 0) result[name] = value;
  }
  return result;
}
