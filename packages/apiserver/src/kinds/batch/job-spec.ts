import { labelSelectorMatcher } from '@kubewright/api';
import type { JobSpec } from '@kubewright/api/batch/v1';
import { child, invalid, notSupported, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { goStruct } from '../shared/go-struct.js';
import type { GoFields } from '../shared/go-struct.js';
import { sorted, validLabelSelector } from '../shared/labels.js';
import { nonNegativeFields } from '../shared/numbers.js';
import { podTemplate } from '../shared/pod/pod-template.js';
import { domainPrefixedPath, optionalOneOf } from '../shared/rules.js';
import { podFailurePolicyRules } from './pod-failure-policy.js';

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;
const MODES: readonly string[] = ['NonIndexed', 'Indexed'];
const REPLACEMENTS: readonly string[] = ['Failed', 'TerminatingOrFailed'];
const MAX_PARALLELISM = 100_000;
const MAX_MANAGED_BY_LENGTH = 63;

const SUCCESS_POLICY: GoFields = { rules: [{ succeededIndexes: null, succeededCount: null }] };

/** The spec of a job, or of the jobs of a cron job (batch validation, validateJobSpec). */
export function jobSpecRules(errors: FieldError[], path: string, spec: JobSpec): void {
  nonNegativeFields(errors, path, spec, COUNTS);
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(child(path, 'backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
  }
  if (spec.managedBy !== undefined) {
    domainPrefixedPath(errors, child(path, 'managedBy'), spec.managedBy);
    if (spec.managedBy.length > MAX_MANAGED_BY_LENGTH)
      errors.push(tooLong(child(path, 'managedBy'), MAX_MANAGED_BY_LENGTH));
  }
  completionModeRules(errors, path, spec);
  if (spec.podFailurePolicy !== undefined)
    podFailurePolicyRules(errors, child(path, 'podFailurePolicy'), spec);
  const replacement = child(path, 'podReplacementPolicy');
  const allowed = spec.podFailurePolicy === undefined ? REPLACEMENTS : ['Failed'];
  optionalOneOf(errors, replacement, spec.podReplacementPolicy, allowed);
  podTemplate(errors, child(path, 'template'), spec.template);
  restartPolicyRule(errors, child(path, 'template.spec.restartPolicy'), spec);
}

/** The selector of a job selects its own pods. */
export function selectorRules(errors: FieldError[], spec: JobSpec): void {
  const before = errors.length;
  if (spec.selector === undefined) errors.push(required('spec.selector'));
  else validLabelSelector(errors, 'spec.selector', spec.selector);
  if (spec.selector !== undefined && errors.length > before) return;
  const labels = spec.template.metadata?.labels;
  if (labelSelectorMatcher(spec.selector).matches(labels)) return;
  const message = '`selector` does not match template `labels`';
  errors.push(invalid('spec.template.metadata.labels', sorted(labels), message));
}

function completionModeRules(errors: FieldError[], path: string, spec: JobSpec): void {
  const { completionMode = 'NonIndexed', completions, parallelism = 0, maxFailedIndexes } = spec;
  if (!MODES.includes(completionMode)) {
    errors.push(notSupported(child(path, 'completionMode'), completionMode, MODES));
  }
  const failedPath = child(path, 'maxFailedIndexes');
  if (completionMode === 'Indexed') {
    if (completions === undefined)
      errors.push(required(child(path, 'completions'), 'when completion mode is Indexed'));
    if (parallelism > MAX_PARALLELISM) {
      const message = `must be less than or equal to ${MAX_PARALLELISM} when completion mode is Indexed`;
      errors.push(invalid(child(path, 'parallelism'), parallelism, message));
    }
    if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
      errors.push(invalid(failedPath, maxFailedIndexes, 'must be less than or equal to completions'));
    }
  } else if (completionMode === 'NonIndexed') {
    const message = 'requires indexed completion mode';
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy'] as const) {
      if (spec[field] === undefined) continue;
      const value = field === 'successPolicy' ? goStruct(spec[field], SUCCESS_POLICY) : spec[field];
      errors.push(invalid(child(path, field), value, message));
    }
  }
}

function restartPolicyRule(errors: FieldError[], path: string, spec: JobSpec): void {
  const policy = spec.template.spec?.restartPolicy;
  if (policy === undefined || policy === 'Always') {
    errors.push(required(path, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.push(notSupported(path, policy, ['OnFailure', 'Never']));
  } else if (spec.podFailurePolicy !== undefined && policy !== 'Never') {
    errors.push(invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified'));
  }
}
