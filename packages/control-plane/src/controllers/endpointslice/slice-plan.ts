import { jsonEquals } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { Endpoint, EndpointPort, EndpointSlice } from '@kubewright/api/discovery/v1';
import { endpointKey, portsKey } from './desired-endpoints.js';
import type { EndpointGroup } from './desired-endpoints.js';

// kube-controller-manager's --max-endpoints-per-slice.
const maxEndpointsPerSlice = 100;

/** What has to be done to the slices of a Service in one address family. */
export interface SlicePlan {
  create: Array<{ ports: EndpointPort[]; endpoints: Endpoint[] }>;
  update: Array<{ slice: Stored<EndpointSlice>; ports: EndpointPort[]; endpoints: Endpoint[] }>;
  remove: Stored<EndpointSlice>[];
}

/**
 * Brings the slices to the desired endpoints with few writes: what changed is changed where it stands, what is new goes
 * first into slices that are written anyway, then into the fullest that has room, then into new ones; a Service
 * without endpoints keeps one empty slice (endpointslice/reconciler.go).
 *
 * @param ownSlices slices of this Service and family that it owns
 * @param stale whether the labels of a slice are out of date
 */
export function planSlices(
  ownSlices: readonly Stored<EndpointSlice>[],
  groups: ReadonlyMap<string, EndpointGroup>,
  stale: (slice: Stored<EndpointSlice>) => boolean,
): SlicePlan {
  const plan: SlicePlan = { create: [], update: [], remove: [] };
  const byPorts = new Map<string, Stored<EndpointSlice>[]>();
  for (const slice of ownSlices) {
    const key = portsKey(slice.ports ?? []);
    const list = byPorts.get(key);
    if (list === undefined) byPorts.set(key, [slice]);
    else list.push(slice);
  }
  for (const [key, group] of groups) planGroup(plan, group, byPorts.get(key) ?? [], stale);
  for (const [key, slices] of byPorts) if (!groups.has(key)) plan.remove.push(...slices);
  if (plan.remove.length === ownSlices.length && plan.create.length === 0) keepPlaceholder(plan, stale);
  reuseRemoved(plan);
  return plan;
}

function planGroup(
  plan: SlicePlan,
  group: EndpointGroup,
  slices: readonly Stored<EndpointSlice>[],
  stale: (slice: Stored<EndpointSlice>) => boolean,
): void {
  const missing = new Map(group.endpoints);
  const kept: Array<{ slice: Stored<EndpointSlice>; endpoints: Endpoint[]; changed: boolean }> = [];
  for (const slice of slices) {
    const before = slice.endpoints ?? [];
    const endpoints: Endpoint[] = [];
    for (const endpoint of before) {
      const wanted = missing.get(endpointKey(endpoint));
      if (wanted === undefined) continue;
      missing.delete(endpointKey(endpoint));
      endpoints.push(wanted);
    }
    if (endpoints.length === 0) plan.remove.push(slice);
    else kept.push({ slice, endpoints, changed: stale(slice) || !jsonEquals(before, endpoints) });
  }
  const rest = [...missing.values()];
  const byFullness = [...kept].sort((a, b) => b.endpoints.length - a.endpoints.length);
  const changed = byFullness.filter((entry) => entry.changed);
  for (const entry of changed) fill(entry, rest);
  const roomy = byFullness.find(
    (entry) => !entry.changed && entry.endpoints.length + rest.length <= maxEndpointsPerSlice,
  );
  if (rest.length > 0 && roomy !== undefined) fill(roomy, rest);
  while (rest.length > 0)
    plan.create.push({ ports: group.ports, endpoints: rest.splice(0, maxEndpointsPerSlice) });
  for (const entry of kept) {
    if (entry.changed)
      plan.update.push({ slice: entry.slice, ports: group.ports, endpoints: entry.endpoints });
  }
}

function fill(entry: { endpoints: Endpoint[]; changed: boolean }, rest: Endpoint[]): void {
  const added = rest.splice(0, maxEndpointsPerSlice - entry.endpoints.length);
  if (added.length === 0) return;
  entry.endpoints.push(...added);
  entry.changed = true;
}

function keepPlaceholder(plan: SlicePlan, stale: (slice: Stored<EndpointSlice>) => boolean): void {
  const [only] = plan.remove;
  const isPlaceholder =
    plan.remove.length === 1 &&
    only !== undefined &&
    (only.endpoints ?? []).length === 0 &&
    (only.ports ?? []).length === 0 &&
    !stale(only);
  if (isPlaceholder) plan.remove = [];
  else plan.create.push({ ports: [], endpoints: [] });
}

/** A slice that would be deleted takes what a new one would hold. */
function reuseRemoved(plan: SlicePlan): void {
  while (plan.create.length > 0 && plan.remove.length > 0) {
    const slice = plan.remove.shift();
    const content = plan.create.pop();
    if (slice !== undefined && content !== undefined) plan.update.push({ slice, ...content });
  }
}
