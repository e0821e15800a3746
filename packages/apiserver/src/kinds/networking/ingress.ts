import type { Ingress } from '@kubewright/api/networking/v1';
import { child, index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { ipAddress, ipFamily } from '../shared/ip-address.js';
import { isNew } from '../shared/is-new.js';
import { dnsSubdomain } from '../shared/rules.js';
import { ingressSpecRules } from './ingress-spec.js';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** registry/networking/ingress/strategy.go. */
export const ingress = behaviour<Ingress>({
  group: 'networking.k8s.io',
  kind: 'Ingress',
  keepsEmpty: { 'spec.rules': 'absent' },
  prepareForCreate: (object, context) => {
    object.status = { loadBalancer: {} };
    if (object.metadata?.annotations?.[CLASS_ANNOTATION] !== undefined) {
      context.warn(
        `annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`,
      );
    }
  },
  validate: (object) => {
    const errors: FieldError[] = [];
    const { metadata, spec = {} } = object;
    ingressSpecRules(errors, 'spec', spec);
    if (!isNew(object)) return errors;
    const annotation = metadata?.annotations?.[CLASS_ANNOTATION];
    if (
      annotation !== undefined &&
      spec.ingressClassName !== undefined &&
      annotation !== spec.ingressClassName
    ) {
      const message = 'must match `ingressClassName` when both are specified';
      errors.push(invalid(child('annotations', CLASS_ANNOTATION), annotation, message));
    }
    return errors;
  },
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    status?.loadBalancer?.ingress?.forEach(({ ip, hostname }, i) => {
      const at = index('status.loadBalancer.ingress', i);
      if (ip) ipAddress(errors, child(at, 'ip'), ip);
      if (!hostname) return;
      dnsSubdomain(errors, child(at, 'hostname'), hostname);
      if (ipFamily(hostname) !== undefined) {
        errors.push(invalid(child(at, 'hostname'), hostname, 'must be a DNS name, not an IP address'));
      }
    });
    return errors;
  },
  table: {
    columns: [
      NAME,
      column(
        'Class',
        'string',
        'The name of the IngressClass resource that should be used for additional configuration',
      ),
      column('Hosts', 'string', 'Hosts that incoming requests are matched against before the ingress rule'),
      column('Address', 'string', 'Address is a list containing ingress points for the load-balancer'),
      column('Ports', 'string', 'Ports of TLS configurations that open'),
      AGE,
    ],
    row: (object, nowMs) => [
      object.metadata?.name,
      object.spec?.ingressClassName ?? NONE,
      hostsCell(object),
      addressCell(object),
      (object.spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80',
      age(object.metadata?.creationTimestamp, nowMs),
    ],
  },
});

const SHOWN = 3;

function hostsCell({ spec }: Ingress): string {
  const rules = spec?.rules ?? [];
  const hosts: string[] = [];
  for (const { host } of rules) if (host && hosts.length < SHOWN) hosts.push(host);
  if (hosts.length === 0) return '*';
  // Counts rules, with a host or without one, as the real server does.
  const more = rules.length > SHOWN && hosts.length === SHOWN;
  return more ? `${hosts.join(',')} + ${rules.length - SHOWN} more...` : hosts.join(',');
}

function addressCell({ status }: Ingress): string {
  const points = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  return [...new Set(points.filter((point) => point !== ''))].sort().join(',');
}
