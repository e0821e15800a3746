import { isoTime, validateDns1035Label, validateDns1123Subdomain } from '@kubewright/api';
import type {
  APIService,
  APIServiceCondition,
  APIServiceSpec,
  ServiceReference,
} from '@kubewright/api/apiregistration/v1';
import { invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { metadataStays } from '../shared/metadata-stays.js';
import { rangeMessage } from '../shared/numbers.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

/** kube-aggregator `pkg/registry/apiservice/strategy.go`. */
export const apiService = behaviour<APIService>({
  group: 'apiregistration.k8s.io',
  kind: 'APIService',
  hasGeneration: false,
  // Names depend on the spec, and are checked with it.
  nameRule: pathSegmentFaults,
  defaults: ({ spec }) => {
    if (spec?.service !== undefined) spec.service.port ??= 443;
  },
  prepareForCreate: (object, { clock }) => {
    object.status = object.spec?.service === undefined ? { conditions: [localService(clock.now())] } : {};
  },
  prepareForStatusUpdate: metadataStays,
  validate: ({ metadata, spec = {} as APIServiceSpec }) => validateService(metadata?.name ?? '', spec),
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    status?.conditions?.forEach((condition, i) => {
      if (STATUSES.includes(condition.status)) return;
      errors.push(notSupported(`status.conditions[${i}].status`, condition.status, STATUSES));
    });
    return errors;
  },
  table: {
    columns: [
      NAME,
      column('Service', 'string', 'The reference to the service that hosts this API endpoint.'),
      column('Available', 'string', 'Whether this service is available.'),
      AGE,
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      serviceCell(spec?.service),
      availableCell(status?.conditions?.find(({ type }) => type === 'Available')),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const STATUSES: readonly string[] = ['True', 'False', 'Unknown'];

const localService = (nowMs: number): APIServiceCondition => ({
  type: 'Available',
  status: 'True',
  lastTransitionTime: isoTime(nowMs),
  reason: 'Local',
  message: 'Local APIServices are always available',
});

const serviceCell = (service: ServiceReference | undefined): string =>
  service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`;

function availableCell(condition: APIServiceCondition | undefined): string {
  if (condition === undefined) return 'Unknown';
  const { status, reason } = condition;
  return status === 'True' || !reason ? status : `${status} (${reason})`;
}

/** kube-aggregator `pkg/apis/apiregistration/validation`, ValidateAPIService. */
function validateService(name: string, spec: APIServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const { group = '', version = '' } = spec;
  const expected = `${version}.${group}`;
  if (pathSegmentFaults(name).length === 0 && name !== expected && name !== '') {
    const message = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(expected)}`;
    errors.push(invalid('metadata.name', name, message));
  }
  if (group === '' && version !== 'v1') {
    const message = 'only v1 may have an empty group and it better be legacy kube';
    errors.push(required('spec.group', message));
  }
  if (group !== '') faults(errors, 'spec.group', group, validateDns1123Subdomain(group));
  faults(errors, 'spec.version', version, validateDns1035Label(version));
  for (const [field, limit] of [
    ['groupPriorityMinimum', 20_000],
    ['versionPriority', 1000],
  ] as const) {
    const value = spec[field] ?? 0;
    if (value <= 0 || value > limit)
      errors.push(invalid(`spec.${field}`, value, `must be positive and less than ${limit}`));
  }
  if (spec.service === undefined) localRules(errors, spec);
  else serviceRules(errors, spec.service, spec);
  return errors;
}

function localRules(errors: FieldError[], { caBundle, insecureSkipTLSVerify }: APIServiceSpec): void {
  if (caBundle) {
    const bytes = `${Buffer.from(caBundle, 'base64').length} bytes`;
    errors.push(invalid('spec.caBundle', bytes, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify === true) {
    const message = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalid('spec.insecureSkipTLSVerify', true, message));
  }
}

function serviceRules(errors: FieldError[], service: ServiceReference, spec: APIServiceSpec): void {
  for (const field of ['namespace', 'name'] as const)
    if (!service[field]) errors.push(required(`spec.service.${field}`));
  const port = service.port ?? 0;
  if (port < 1 || port > 65_535)
    errors.push(invalid('spec.service.port', port, `port is not valid: ${rangeMessage(1, 65_535)}`));
  if (spec.insecureSkipTLSVerify === true && spec.caBundle)
    errors.push(invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'));
}
