import type { Job, JobStatus } from '@kubewright/api/batch/v1';
import type { TableLayout } from '../behaviour.js';
import { containerCells, selectorCell } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age, humanDuration } from '../shared/duration.js';
import { wideWorkloadColumns } from '../shared/workload.js';

/** printers/internalversion, printJob. */
export const jobTable: TableLayout<Job> = {
  columns: [
    NAME,
    column('Status', 'string', 'Status of the job.'),
    documented('Completions', 'string', 'batch.v1.JobStatus.succeeded'),
    column('Duration', 'string', 'Time required to complete the job.'),
    AGE,
    ...wideWorkloadColumns('batch.v1.JobSpec.selector'),
  ],
  row: (job, nowMs) => {
    const { metadata, spec, status = {} } = job;
    return [
      metadata?.name,
      statusCell(job),
      completions(job),
      duration(status, nowMs),
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template.spec?.containers),
      selectorCell(spec?.selector),
    ];
  },
};

function statusCell({ metadata, status }: Job): string {
  const has = (type: string) =>
    status?.conditions?.find((condition) => condition.type === type)?.status === 'True';
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (metadata?.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running';
}

function completions({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ startTime, completionTime }: JobStatus, nowMs: number): string {
  if (startTime === undefined) return '';
  const end = completionTime === undefined ? nowMs : Date.parse(completionTime);
  return humanDuration(end - Date.parse(startTime));
}
