import type { Job, JobSpec } from '@kubewright/api/batch/v1';
import { validateDns1123Label } from '@kubewright/api';
import type { Container, PodSpec } from '@kubewright/api/core/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { behaviour } from '../behaviour.js';
import { IMMUTABLE_MESSAGE, immutable, sameValue } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { isEmptyMap } from '../shared/labels.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { generateSelector, generatedSelectorRules } from './job-selector.js';
import { jobSpecRules, selectorRules } from './job-spec.js';
import { validateJobStatus } from './job-status.js';
import { jobTable } from './job-table.js';

const MAX_INT32 = 2_147_483_647;

/** registry/batch/job/strategy.go, apis/batch/v1/defaults.go. */
export const job = behaviour<Job>({
  group: 'batch',
  kind: 'Job',
  keepsEmpty: { 'spec.successPolicy.rules': 'null' },
  defaults: (object) => {
    const { spec } = object;
    if (spec === undefined) return;
    defaultJobSpec(spec);
    // One map for both, as in Kubernetes: the labels that are generated for the template reach the job too.
    const labels = spec.template.metadata?.labels;
    const own = (object.metadata ??= {});
    if (labels !== undefined && Object.keys(own.labels ?? {}).length === 0) own.labels = labels;
    spec.completionMode ??= 'NonIndexed';
    spec.suspend ??= false;
    spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
    spec.manualSelector ??= false;
  },
  prepareForCreate: (object) => {
    object.status = {};
    if (object.spec?.manualSelector !== true) generateSelector(object);
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    if (old === undefined) warnUnlessDnsLabel(object, context, 'Pod names and hostnames');
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
  },
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  validateStatusUpdate: validateJobStatus,
  selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  defaultPropagation: 'Orphan',
  defaultPropagationWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  table: jobTable,
});

function defaultJobSpec(spec: JobSpec): void {
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32;
  for (const { onPodConditions } of spec.podFailurePolicy?.rules ?? [])
    for (const pattern of onPodConditions ?? []) pattern.status ||= 'True';
  defaultPodTemplate((spec.template ??= {}));
}

function validateJob(object: Job): FieldError[] {
  const errors: FieldError[] = [];
  const { spec, metadata } = object;
  if (spec === undefined) return errors;
  generatedSelectorRules(errors, object);
  jobSpecRules(errors, 'spec', spec);
  selectorRules(errors, spec);
  if (!isNew(object)) return errors;
  const { completions = 0 } = spec;
  if (spec.completionMode === 'Indexed' && completions > 0) {
    const hostname = `${metadata?.name}-${completions - 1}`;
    if (validateDns1123Label(hostname).length > 0) {
      const message = `will not able to create pod with invalid DNS label: ${hostname}`;
      errors.push(invalid('metadata.name', metadata?.name, message));
    }
  }
  return errors;
}

/** batch validation, ValidateJobSpecUpdate. */
function validateJobUpdate(object: Job, old: Job): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = object;
  const before = old.spec;
  if (spec === undefined || before === undefined) return errors;
  // The real server looks at it again.
  jobSpecRules(errors, 'spec', spec);
  selectorRules(errors, spec);
  completionsRule(errors, spec, before);
  immutable(errors, 'spec.selector', spec.selector, before.selector);
  templateRule(errors, object, old);
  immutable(errors, 'spec.completionMode', spec.completionMode, before.completionMode);
  immutable(errors, 'spec.podFailurePolicy', spec.podFailurePolicy, before.podFailurePolicy);
  immutable(errors, 'spec.backoffLimitPerIndex', spec.backoffLimitPerIndex, before.backoffLimitPerIndex);
  immutable(errors, 'spec.managedBy', spec.managedBy, before.managedBy);
  immutable(errors, 'spec.successPolicy', spec.successPolicy, before.successPolicy);
  return errors;
}

function completionsRule(errors: FieldError[], spec: JobSpec, old: JobSpec): void {
  if (spec.completionMode !== 'Indexed') {
    immutable(errors, 'spec.completions', spec.completions, old.completions);
  } else if (
    spec.completions !== undefined &&
    spec.completions !== old.completions &&
    spec.completions !== spec.parallelism
  ) {
    const message = 'can only be modified in tandem with spec.parallelism';
    errors.push(invalid('spec.completions', spec.completions, message));
  }
}

/** The template of a suspended job without running pods may get other resources and scheduling directives. */
function templateRule(errors: FieldError[], { spec }: Job, old: Job): void {
  const [after, before] = [spec?.template, old.spec?.template];
  if (sameValue(after, before)) return;
  const mutable = old.spec?.suspend === true && isSuspended(old) && !old.status?.active;
  if (!mutable) immutable(errors, 'spec.template', after, before);
  else if (!sameValue(fixedPart(after?.spec, before?.spec), fixedPart(before?.spec, before?.spec))) {
    errors.push(invalid('spec.template.spec', after?.spec, IMMUTABLE_MESSAGE));
  }
}

/** What stays of a pod's spec; containers that have another name than before count with their resources. */
function fixedPart(spec: PodSpec | undefined, old: PodSpec | undefined): object {
  const { nodeSelector, tolerations, schedulingGates, affinity, ...rest } = spec ?? { containers: [] };
  const { nodeAffinity, ...others } = affinity ?? {};
  return {
    ...rest,
    ...(isEmptyMap(others) ? {} : { affinity: others }),
    containers: withoutResources(rest.containers, old?.containers),
    initContainers: withoutResources(rest.initContainers, old?.initContainers),
  };
}

const withoutResources = (list: readonly Container[] = [], old: readonly Container[] = []): object[] =>
  list.map((container, i) =>
    list.length === old.length && container.name === old[i]?.name
      ? { ...container, resources: {} }
      : container,
  );

const isSuspended = ({ status }: Job): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Suspended' && condition.status === 'True') ??
  false;
