import type { CronJob } from '@kubewright/api/batch/v1';
import { invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { behaviour } from '../behaviour.js';
import { boolCell, containerCells, NONE, selectorCell } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { cronFault } from '../shared/cron-schedule.js';
import { age } from '../shared/duration.js';
import { isNew } from '../shared/is-new.js';
import { nonNegative } from '../shared/numbers.js';
import { oneOf } from '../shared/rules.js';
import { wideWorkloadColumns } from '../shared/workload.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { jobSpecRules } from './job-spec.js';

const MAX_NAME_LENGTH = 52;

/** registry/batch/cronjob/strategy.go, apis/batch/v1/defaults.go. */
export const cronJob = behaviour<CronJob>({
  group: 'batch',
  kind: 'CronJob',
  keepsEmpty: { 'spec.jobTemplate.spec.successPolicy.rules': 'null' },
  defaults: ({ spec }) => {
    if (spec === undefined) return;
    spec.concurrencyPolicy ??= 'Allow';
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= 3;
    spec.failedJobsHistoryLimit ??= 1;
    const template = ((spec.jobTemplate ??= {}).spec ??= { template: {} });
    defaultPodTemplate((template.template ??= {}));
  },
  prepareForCreate: (object) => {
    object.status = {};
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    if (old === undefined) warnUnlessDnsLabel(object, context, 'Pod names and hostnames');
    warnOfPodTemplate(
      'spec.jobTemplate.spec.template',
      object.spec?.jobTemplate?.spec?.template ?? {},
      context,
    );
  },
  validate: (object) => {
    const errors = validateSpec(object);
    if (isNew(object)) nameRule(errors, object);
    return errors;
  },
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    if (spec === undefined) return errors;
    if (spec.timeZone !== old.spec?.timeZone) timeZoneRule(errors, 'spec.timeZone', spec.timeZone);
    if (!spec.schedule.includes('TZ')) return errors;
    if (old.spec?.schedule.includes('TZ') !== true)
      errors.push(invalid('spec.schedule', spec.schedule, NO_ZONE));
    else if (spec.timeZone !== undefined) {
      const message = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
      errors.push(invalid('spec.schedule', spec.schedule, message));
    }
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Schedule', 'string', 'batch.v1.CronJobSpec.schedule'),
      documented('Timezone', 'string', 'batch.v1.CronJobSpec.timeZone'),
      documented('Suspend', 'boolean', 'batch.v1.CronJobSpec.suspend'),
      documented('Active', 'integer', 'batch.v1.CronJobStatus.active'),
      documented('Last Schedule', 'string', 'batch.v1.CronJobStatus.lastScheduleTime'),
      AGE,
      ...wideWorkloadColumns('batch.v1.JobSpec.selector'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      spec?.schedule,
      spec?.timeZone ?? NONE,
      boolCell(spec?.suspend),
      status?.active?.length ?? 0,
      status?.lastScheduleTime === undefined ? NONE : age(status.lastScheduleTime, nowMs),
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.jobTemplate.spec?.template.spec?.containers),
      selectorCell(spec?.jobTemplate.spec?.selector),
    ],
  },
});

const NO_ZONE = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';

function nameRule(errors: FieldError[], { metadata }: CronJob): void {
  if ((metadata?.name ?? '').length <= MAX_NAME_LENGTH) return;
  errors.push(invalid('metadata.name', metadata?.name, `must be no more than ${MAX_NAME_LENGTH} characters`));
}

/** batch validation, validateCronJobSpec. */
function validateSpec(object: CronJob): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = object;
  if (spec === undefined) return errors;
  const { schedule } = spec;
  const fault = schedule ? cronFault(schedule) : undefined;
  if (!schedule) errors.push(required('spec.schedule'));
  else if (fault !== undefined) errors.push(invalid('spec.schedule', schedule, fault));
  if (isNew(object) && schedule.includes('TZ')) errors.push(invalid('spec.schedule', schedule, NO_ZONE));
  nonNegative(errors, 'spec.startingDeadlineSeconds', spec.startingDeadlineSeconds);
  if (isNew(object)) timeZoneRule(errors, 'spec.timeZone', spec.timeZone);
  oneOf(errors, 'spec.concurrencyPolicy', spec.concurrencyPolicy, ['Allow', 'Forbid', 'Replace']);
  const template = spec.jobTemplate.spec ?? { template: {} };
  jobSpecRules(errors, 'spec.jobTemplate.spec', template);
  if (template.selector !== undefined) {
    errors.push(
      invalid('spec.jobTemplate.spec.selector', template.selector, '`selector` will be auto-generated'),
    );
  }
  if (template.manualSelector === true) {
    errors.push(notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false']));
  }
  nonNegative(errors, 'spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit);
  nonNegative(errors, 'spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit);
  return errors;
}

function timeZoneRule(errors: FieldError[], path: string, zone: string | undefined): void {
  if (zone === undefined) return;
  if (zone === '') {
    errors.push(invalid(path, zone, 'timeZone must be nil or non-empty string'));
    return;
  }
  if (zone.toLowerCase() === 'local') {
    const message = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalid(path, zone, message));
  }
  if (zone !== 'Local' && !isTimeZone(zone)) errors.push(invalid(path, zone, `unknown time zone ${zone}`));
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
