import type { Stored } from '@kubewright/api';
import type { Endpoint, EndpointSlice } from '@kubewright/api/discovery/v1';
import { describe, expect, it } from 'vitest';
import { endpointKey, portsKey } from './desired-endpoints.js';
import type { EndpointGroup } from './desired-endpoints.js';
import { planSlices } from './slice-plan.js';

const ports = [{ name: 'http', port: 80, protocol: 'TCP' as const }];

function endpoint(index: number, ready = true): Endpoint {
  return { addresses: [`10.0.0.${String(index)}`], conditions: { ready } };
}

function range(from: number, to: number): Endpoint[] {
  return Array.from({ length: to - from }, (_, index) => endpoint(from + index));
}

function slice(name: string, endpoints: Endpoint[], slicePorts = ports): Stored<EndpointSlice> {
  const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    addressType: 'IPv4',
    endpoints,
    ports: slicePorts,
  };
}

function wanted(endpoints: Endpoint[]): Map<string, EndpointGroup> {
  const group = { ports, endpoints: new Map(endpoints.map((each) => [endpointKey(each), each])) };
  return new Map([[portsKey(ports), group]]);
}

const upToDate = () => false;

describe('the plan of slices', () => {
  it('does nothing when all is as it should be', () => {
    const plan = planSlices([slice('a', range(0, 3))], wanted(range(0, 3)), upToDate);
    expect(plan).toEqual({ create: [], update: [], remove: [] });
  });

  it('makes slices of at most 100 endpoints', () => {
    const plan = planSlices([], wanted(range(0, 250)), upToDate);
    expect(plan.create.map(({ endpoints }) => endpoints.length)).toEqual([100, 100, 50]);
  });

  it('fills the fullest slice that has room for all that is new', () => {
    const slices = [slice('a', range(0, 10)), slice('b', range(10, 90))];
    const plan = planSlices(slices, wanted(range(0, 95)), upToDate);
    expect(
      plan.update.map(({ slice: { metadata }, endpoints }) => [metadata.name, endpoints.length]),
    ).toEqual([['b', 85]]);
    expect(plan.create).toEqual([]);
  });

  it('changes an endpoint where it stands', () => {
    const plan = planSlices(
      [slice('a', range(0, 3))],
      wanted([endpoint(0), endpoint(1, false), endpoint(2)]),
      upToDate,
    );
    expect(plan.update.map(({ endpoints }) => endpoints)).toEqual([
      [endpoint(0), endpoint(1, false), endpoint(2)],
    ]);
  });

  it('deletes a slice that becomes empty, when another one is left', () => {
    const plan = planSlices(
      [slice('a', range(0, 100)), slice('b', range(100, 101))],
      wanted(range(0, 100)),
      upToDate,
    );
    expect(plan.remove.map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(plan.update).toEqual([]);
  });

  it('keeps one empty slice for a Service without endpoints', () => {
    expect(planSlices([], new Map(), upToDate).create).toEqual([{ ports: [], endpoints: [] }]);
    const emptied = planSlices([slice('a', range(0, 1))], new Map(), upToDate);
    expect(emptied.update).toEqual([
      { slice: expect.objectContaining({}) as unknown, ports: [], endpoints: [] },
    ]);
    expect(planSlices([slice('a', [], [])], new Map(), upToDate)).toEqual({
      create: [],
      update: [],
      remove: [],
    });
  });

  it('writes slices whose labels are out of date', () => {
    const plan = planSlices([slice('a', range(0, 3))], wanted(range(0, 3)), () => true);
    expect(plan.update).toHaveLength(1);
  });
});
