import type { Service, ServiceSpec } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { StatusError } from '../../errors/status-error.js';
import { behaviourContext } from '../../test-support/behaviour-context.js';
import type { ApiObject } from '../behaviour.js';
import { service } from './service.js';

function draft(name: string, spec: ServiceSpec): Service & ApiObject {
  const object = { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'default' }, spec };
  service.defaults?.(object);
  return object as unknown as Service & ApiObject;
}

function created(name: string, spec: ServiceSpec, others: readonly ApiObject[] = []): Service & ApiObject {
  const object = draft(name, spec);
  service.prepareForCreate?.(object, behaviourContext({ objects: others }));
  return object;
}

function updated(old: Service & ApiObject, spec: ServiceSpec, others: readonly ApiObject[] = []): Service {
  const object = draft(old.metadata.name as string, structuredClone(spec));
  service.prepareForUpdate?.(object, old, behaviourContext({ objects: [old, ...others] }));
  return object;
}

function refusal(step: () => unknown): string {
  try {
    step();
  } catch (error) {
    if (error instanceof StatusError) return error.status.message ?? '';
    throw error;
  }
  return '';
}

const web = { ports: [{ port: 80 }] };

describe('the cluster IP of a service', () => {
  it('is chosen from the service network, above the addresses left for choices by hand', () => {
    const { spec } = created('a', { ...web });
    expect(spec?.clusterIP).toMatch(/^10\.96\.(?!0\.)\d+\.\d+$/);
    expect(spec?.clusterIPs).toEqual([spec?.clusterIP]);
  });

  it('differs from those of all other services', () => {
    const others: Array<Service & ApiObject> = [];
    for (let i = 0; i < 100; i++) others.push(created(`s${i}`, { ports: [{ port: 80 }] }, others));
    expect(new Set(others.map(({ spec }) => spec?.clusterIP)).size).toBe(100);
  });

  it('may be asked for, once', () => {
    const first = created('a', { ...web, clusterIP: '10.96.5.5' });
    expect(refusal(() => created('b', { ...web, clusterIP: '10.96.5.5' }, [first]))).toBe(
      'Service "b" is invalid: spec.clusterIPs: Invalid value: ["10.96.5.5"]: failed to allocate IP 10.96.5.5: provided IP is already allocated',
    );
  });

  it('cannot be that of the API server itself', () => {
    expect(refusal(() => created('b', { ...web, clusterIP: '10.96.0.1' }))).toContain(
      'provided IP is already allocated',
    );
  });

  it('cannot lie outside of the service network', () => {
    expect(refusal(() => created('b', { ...web, clusterIP: '10.97.0.1' }))).toContain(
      'spec.clusterIPs: Invalid value: ["10.97.0.1"]: failed to allocate IP 10.97.0.1: the provided network does not match the current range',
    );
  });

  it('stays when an update leaves it out', () => {
    const old = created('a', { ...web });
    expect(updated(old, { ports: [{ port: 81 }] }).spec).toMatchObject({
      clusterIP: old.spec?.clusterIP,
      clusterIPs: old.spec?.clusterIPs,
    });
  });

  it('is free again once its service is gone', () => {
    const first = created('a', { ...web, clusterIP: '10.96.5.5' });
    expect(refusal(() => created('b', { ...web, clusterIP: '10.96.5.5' }, [first]))).not.toBe('');
    expect(created('b', { ...web, clusterIP: '10.96.5.5' }).spec?.clusterIP).toBe('10.96.5.5');
  });

  it('is not given to headless services and aliases', () => {
    expect(created('a', { ...web, clusterIP: 'None' }).spec?.clusterIPs).toEqual(['None']);
    expect(created('a', { type: 'ExternalName', externalName: 'a.b' }).spec?.clusterIP).toBeUndefined();
  });
});

describe('the node ports of a service', () => {
  const nodePort = { type: 'NodePort', ports: [{ port: 80 }] } as const;

  it('are chosen from 30000 to 32767', () => {
    const port = created('a', { type: 'NodePort', ports: [{ port: 80 }] }).spec?.ports?.[0]?.nodePort;
    expect(port).toBeGreaterThanOrEqual(30_000);
    expect(port).toBeLessThanOrEqual(32_767);
  });

  it('may be asked for, once', () => {
    const first = created('a', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] });
    expect(
      refusal(() => created('b', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] }, [first])),
    ).toBe(
      'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 30002: provided port is already allocated',
    );
  });

  it('cannot lie outside of the range', () => {
    expect(refusal(() => created('b', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }))).toBe(
      'Service "b" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    );
  });

  it('are shared by ports of the same number and different protocols', () => {
    const { spec } = created('a', {
      type: 'NodePort',
      ports: [
        { name: 'tcp', port: 53 },
        { name: 'udp', port: 53, protocol: 'UDP' },
      ],
    });
    expect(spec?.ports?.[0]?.nodePort).toBe(spec?.ports?.[1]?.nodePort);
  });

  it('stay when an update leaves them out, and go when the type needs none', () => {
    const old = created('a', structuredClone({ ...nodePort, ports: [...nodePort.ports] }));
    const kept = updated(old, { type: 'NodePort', ports: [{ port: 80 }] });
    expect(kept.spec?.ports?.[0]?.nodePort).toBe(old.spec?.ports?.[0]?.nodePort);
    const { spec } = updated(old, { type: 'ClusterIP', ports: [{ port: 80 }] });
    expect(spec?.ports?.[0]).not.toHaveProperty('nodePort');
  });

  it('are chosen when the type comes to need them', () => {
    const old = created('a', { ...web });
    expect(
      updated(old, { type: 'NodePort', ports: [{ port: 80 }] }).spec?.ports?.[0]?.nodePort,
    ).toBeGreaterThan(0);
  });
});
