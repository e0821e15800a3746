import { controllerOf, parseApiVersion } from '@kubewright/api';
import type { ControllerRevision } from '@kubewright/api/apps/v1';
import { required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { nonNegative } from '../shared/numbers.js';

/** registry/apps/controllerrevision/strategy.go. */
export const controllerRevision = behaviour<ControllerRevision>({
  group: 'apps',
  kind: 'ControllerRevision',
  hasGeneration: false,
  validate: validateRevision,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'data', object.data, old.data);
    return errors;
  },
  table: {
    columns: [
      NAME,
      column('Controller', 'string', 'Controller of the object'),
      documented('Revision', 'string', 'apps.v1.ControllerRevision.revision'),
      AGE,
    ],
    row: (object, nowMs) => [
      object.metadata?.name,
      controllerCell(object),
      object.revision,
      age(object.metadata?.creationTimestamp, nowMs),
    ],
  },
});

function validateRevision(object: ControllerRevision): FieldError[] {
  const errors: FieldError[] = [];
  nonNegative(errors, 'revision', object.revision);
  if (!isNew(object)) return errors;
  const data: unknown = object.data;
  if (data === undefined || data === null) errors.push(required('data', 'data is mandatory'));
  else if (typeof data !== 'object' || Array.isArray(data))
    errors.push(required('data', 'data must be a valid JSON object'));
  return errors;
}

function controllerCell(object: ControllerRevision): string {
  const controller = controllerOf(object);
  if (controller === undefined) return NONE;
  const { group } = parseApiVersion(controller.apiVersion);
  const kind = group === '' ? controller.kind : `${controller.kind}.${group}`;
  return `${kind.toLowerCase()}/${controller.name}`;
}
