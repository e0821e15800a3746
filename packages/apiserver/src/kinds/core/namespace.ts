import type { Namespace } from '@kubewright/api/core/v1';
import { child, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { standardFinalizer } from '../shared/object-meta.js';
import { qualifiedName } from '../shared/rules.js';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const FINALIZER = 'kubernetes';

/** registry/core/namespace/strategy.go. Its contents are emptied by the namespace controller, which then finalizes it. */
export const namespace = behaviour<Namespace>({
  group: '',
  kind: 'Namespace',
  nameRule: 'dnsLabel',
  hasGeneration: false,
  defaults: (object) => {
    labelName(object);
    object.status = { ...object.status, phase: object.status?.phase ?? 'Active' };
  },
  prepareForCreate: (object) => {
    labelName(object);
    object.status = { phase: 'Active' };
    const finalizers = object.spec?.finalizers ?? [];
    if (!finalizers.includes(FINALIZER))
      object.spec = { ...object.spec, finalizers: [...finalizers, FINALIZER] };
  },
  prepareForUpdate: (object, old) => {
    object.spec = { ...object.spec };
    if (old.spec?.finalizers === undefined) delete object.spec.finalizers;
    else object.spec.finalizers = old.spec.finalizers;
    if (old.status !== undefined) object.status = old.status;
  },
  prepareForStatusUpdate: (object, old) => {
    if (old.spec !== undefined) object.spec = old.spec;
  },
  validate: validateFinalizers,
  validateStatusUpdate: validatePhase,
  selectableFields: { 'status.phase': ({ status }) => status?.phase ?? '' },
  table: {
    columns: [NAME, column('Status', 'string', 'The status of the namespace'), AGE],
    row: ({ metadata, status }, nowMs) => [
      metadata?.name,
      status?.phase ?? '',
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

function labelName(object: Namespace): void {
  const { metadata } = object;
  if (metadata?.name) metadata.labels = { ...metadata.labels, [NAME_LABEL]: metadata.name };
}

function validateFinalizers(object: Namespace): FieldError[] {
  const errors: FieldError[] = [];
  const path = 'spec.finalizers';
  for (const finalizer of object.spec?.finalizers ?? []) {
    qualifiedName(errors, path, finalizer);
    standardFinalizer(errors, path, finalizer);
  }
  return errors;
}

function validatePhase(object: Namespace): FieldError[] {
  const phase = object.status?.phase ?? '';
  const terminating = object.metadata?.deletionTimestamp !== undefined;
  const allowed = terminating ? 'Terminating' : 'Active';
  if (phase === allowed) return [];
  const message = `may only be '${allowed}' if \`deletionTimestamp\` is ${terminating ? 'not ' : ''}empty`;
  return [invalid(child('status', 'Phase'), phase, message)];
}
