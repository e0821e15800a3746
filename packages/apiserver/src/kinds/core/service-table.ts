import type { Service, ServiceSpec, ServiceStatus } from '@kubewright/api/core/v1';
import type { TableLayout } from '../behaviour.js';
import { labelsCell, NONE } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

/** printers/internalversion, printService. */
export const serviceTable: TableLayout<Service> = {
  columns: [
    NAME,
    documented('Type', 'string', 'core.v1.ServiceSpec.type'),
    documented('Cluster-IP', 'string', 'core.v1.ServiceSpec.clusterIP'),
    documented('External-IP', 'string', 'core.v1.ServiceSpec.externalIPs'),
    documented('Port(s)', 'string', 'core.v1.ServiceSpec.ports'),
    AGE,
    documented('Selector', 'string', 'core.v1.ServiceSpec.selector', { priority: 1 }),
  ],
  row: ({ metadata, spec = {}, status = {} }, nowMs) => [
    metadata?.name,
    spec.type,
    spec.clusterIPs?.[0] ?? NONE,
    externalIp(spec, status),
    ports(spec) || NONE,
    age(metadata?.creationTimestamp, nowMs),
    labelsCell(spec.selector),
  ],
};

function externalIp(spec: ServiceSpec, status: ServiceStatus): string {
  const given = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName ?? '';
    case 'LoadBalancer':
      return [...balancers(status), ...given].join(',') || '<pending>';
    default:
      return given.join(',') || NONE;
  }
}

function balancers(status: ServiceStatus): string[] {
  const points = (status.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  return [...new Set(points.filter((point) => point !== ''))].sort();
}

const ports = (spec: ServiceSpec): string =>
  (spec.ports ?? [])
    .map(({ port, nodePort, protocol }) =>
      nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
    )
    .join(',');
