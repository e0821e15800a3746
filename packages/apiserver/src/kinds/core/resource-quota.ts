import type {
  ResourceQuota,
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
} from '@kubewright/api/core/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { IMMUTABLE_MESSAGE } from '../shared/immutable.js';
import { resourceQuantities } from '../shared/quantities.js';
import { isStandardQuotaResource, quotaResourceName } from '../shared/resource-names.js';

/** registry/core/resourcequota/strategy.go. */
export const resourceQuota = behaviour<ResourceQuota>({
  group: '',
  kind: 'ResourceQuota',
  hasGeneration: false,
  prepareForCreate: (object) => {
    object.status = {};
  },
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateUpdate: ({ spec = {} }, old) => {
    const errors: FieldError[] = [];
    const before = new Set(old.spec?.scopes);
    const scopes = spec.scopes ?? [];
    if (before.size !== new Set(scopes).size || !scopes.every((scope) => before.has(scope))) {
      errors.push(invalid('spec.scopes', scopes, IMMUTABLE_MESSAGE));
    }
    return errors;
  },
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    resourceQuantities(errors, 'status.hard', status?.hard, quotaResourceName);
    resourceQuantities(errors, 'status.used', status?.used, quotaResourceName);
    return errors;
  },
  table: {
    columns: [
      NAME,
      column(
        'Request',
        'string',
        'Request represents a minimum amount of cpu/memory that a container may consume.',
      ),
      column(
        'Limit',
        'string',
        'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
      ),
      AGE,
    ],
    row: (object, nowMs) => [
      object.metadata?.name,
      usage(object, (name) => !isLimit(name)),
      usage(object, isLimit),
      age(object.metadata?.creationTimestamp, nowMs),
    ],
  },
});

const isLimit = (name: string): boolean => name.startsWith('limits.');

function usage({ status }: ResourceQuota, shown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  return Object.keys(hard)
    .filter(shown)
    .sort()
    .map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`)
    .join(', ');
}

const POD_SCOPES: readonly string[] = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'];
const SCOPES: readonly string[] = [
  ...POD_SCOPES,
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
];
const PODS: readonly string[] = ['pods'];
const COMPUTE: readonly string[] = [
  ...PODS,
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
];
// What can be counted within a scope.
const RESOURCES_OF_SCOPE: Readonly<Record<string, readonly string[]>> = {
  Terminating: COMPUTE,
  NotTerminating: COMPUTE,
  NotBestEffort: COMPUTE,
  PriorityClass: COMPUTE,
  CrossNamespacePodAffinity: COMPUTE,
  BestEffort: PODS,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** core validation, ValidateResourceQuotaSpec. */
function validateSpec(spec: ResourceQuotaSpec): FieldError[] {
  const errors: FieldError[] = [];
  resourceQuantities(errors, 'spec.hard', spec.hard, quotaResourceName);
  const scopes: readonly string[] = spec.scopes ?? [];
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.push(invalid('spec.scopes', scopes, 'unsupported scope'));
    uncountable(errors, 'spec.scopes', { scope, spec, shown: scopes });
  }
  conflicts(errors, scopes, scopes);
  const expressions = spec.scopeSelector?.matchExpressions ?? [];
  for (const expression of expressions)
    expressionRules(errors, 'spec.scopeSelector.matchExpressions', expression, spec);
  conflicts(
    errors,
    expressions.map(({ scopeName }) => scopeName),
    scopes,
  );
  return errors;
}

function conflicts(errors: FieldError[], scopes: readonly string[], shown: readonly string[]): void {
  for (const [a, b] of CONFLICTS) {
    if (scopes.includes(a) && scopes.includes(b))
      errors.push(invalid('spec.scopes', shown, 'conflicting scopes'));
  }
}

function uncountable(
  errors: FieldError[],
  path: string,
  { scope, spec, shown }: { scope: string; spec: ResourceQuotaSpec; shown: unknown },
): void {
  const countable = RESOURCES_OF_SCOPE[scope];
  if (countable === undefined) return;
  for (const name in spec.hard) {
    if (isStandardQuotaResource(name) && !countable.includes(name)) {
      errors.push(invalid(path, shown, 'unsupported scope applied to resource'));
    }
  }
}

// The real server prints its internal type here.
const goSelector = ({ scopeSelector }: ResourceQuotaSpec): object => ({
  MatchExpressions: (scopeSelector?.matchExpressions ?? []).map(({ scopeName, operator, values }) => ({
    ScopeName: scopeName,
    Operator: operator,
    Values: values ?? null,
  })),
});

function expressionRules(
  errors: FieldError[],
  path: string,
  expression: ScopedResourceSelectorRequirement,
  spec: ResourceQuotaSpec,
): void {
  const { scopeName, operator } = expression;
  const values = expression.values ?? [];
  if (!SCOPES.includes(scopeName)) errors.push(invalid(`${path}.scopeName`, scopeName, 'unsupported scope'));
  uncountable(errors, path, { scope: scopeName, spec, shown: goSelector(spec) });
  if (
    (POD_SCOPES.includes(scopeName) || scopeName === 'CrossNamespacePodAffinity') &&
    operator !== 'Exists'
  ) {
    const message =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(invalid(`${path}.operator`, operator, message));
  }
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length > 0) return;
    const message = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    errors.push(required(`${path}.values`, message));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length === 0) return;
    const message = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    errors.push(invalid(`${path}.values`, values, message));
  } else {
    errors.push(invalid(`${path}.operator`, operator, 'not a valid selector operator'));
  }
}
