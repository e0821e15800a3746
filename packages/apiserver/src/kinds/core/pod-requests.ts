import { addQuantity, canonicalQuantity, compareQuantity } from '@kubewright/api';
import type { Container, PodSpec } from '@kubewright/api/core/v1';
import { fillIn } from '../shared/quantities.js';
import type { Quantities } from '../shared/quantities.js';
import { isHugePages, isOvercommitAllowed } from '../shared/resource-names.js';

/** Requests that are left out: a container's from its limits, the pod's from its containers or its limits (core/v1 `defaults.go`, SetDefaults_Pod). In place. */
export function defaultPodRequests(spec: PodSpec): void {
  for (const { resources } of spec.containers)
    if (resources?.limits !== undefined) fillIn((resources.requests ??= {}), resources.limits);
  for (const { resources } of spec.initContainers ?? []) {
    if (resources?.limits !== undefined) fillIn((resources.requests ??= {}), resources.limits);
  }
  const { resources } = spec;
  if (resources?.limits === undefined || Object.keys(resources.limits).length === 0) return;
  const requests = { ...resources.requests };
  const ofContainers = containerRequests(spec);
  for (const name in ofContainers) {
    if (isPodResource(name) && isOvercommitAllowed(name)) requests[name] ??= ofContainers[name] as string;
  }
  for (const name in resources.limits)
    if (isPodResource(name)) requests[name] ??= resources.limits[name] as string;
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

const isPodResource = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name);

// What the containers need together: those that run on sum up; one that initializes needs its own while it runs.
function containerRequests(spec: PodSpec): Quantities {
  const total: Quantities = {};
  for (const { resources } of spec.containers) sumInto(total, resources?.requests);
  const running: Quantities = {};
  const peak: Quantities = {};
  for (const container of spec.initContainers ?? []) {
    const needed = { ...container.resources?.requests };
    if (isRestartable(container)) {
      sumInto(total, needed);
      sumInto(running, needed);
      maxInto(peak, running);
    } else {
      sumInto(needed, running);
      maxInto(peak, needed);
    }
  }
  maxInto(total, peak);
  return total;
}

const isRestartable = (container: Container): boolean => container.restartPolicy === 'Always';

/** Adds quantities to a sum, in place. */
export function sumInto(sum: Quantities, more: Quantities | undefined): void {
  for (const name in more) {
    const value = more[name] as string;
    sum[name] = sum[name] === undefined ? value : canonicalQuantity(addQuantity(sum[name], value));
  }
}

function maxInto(max: Quantities, other: Quantities): void {
  for (const name in other) {
    const value = other[name] as string;
    if (max[name] === undefined || compareQuantity(max[name], value) < 0) max[name] = value;
  }
}
