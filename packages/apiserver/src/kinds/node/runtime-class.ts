import { validateDns1123Label } from '@kubewright/api';
import type { Toleration } from '@kubewright/api/core/v1';
import type { RuntimeClass } from '@kubewright/api/node/v1';
import { duplicate, index, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import type { BehaviourContext } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { goStruct } from '../shared/go-struct.js';
import { immutable } from '../shared/immutable.js';
import { validLabels } from '../shared/labels.js';
import { nodeLabelDeprecation } from '../shared/node-labels.js';
import { tolerations } from '../shared/pod/scheduling.js';
import { resourceRequirements } from '../shared/resource-requirements.js';
import { faults } from '../shared/rules.js';

/** registry/node/runtimeclass/strategy.go. */
export const runtimeClass = behaviour<RuntimeClass>({
  group: 'node.k8s.io',
  kind: 'RuntimeClass',
  hasGeneration: false,
  prepareForCreate: warnOfLabels,
  prepareForUpdate: (object, _old, context) => warnOfLabels(object, context),
  validate: validateRuntimeClass,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'handler', object.handler, old.handler);
    return errors;
  },
  table: {
    columns: [NAME, column('Handler', 'string', ''), AGE],
    row: ({ metadata, handler }, nowMs) => [metadata?.name, handler, age(metadata?.creationTimestamp, nowMs)],
  },
});

function warnOfLabels({ scheduling }: RuntimeClass, context: BehaviourContext): void {
  for (const key in scheduling?.nodeSelector) {
    const message = nodeLabelDeprecation(key);
    if (message !== undefined) context.warn(`scheduling.nodeSelector: ${message}`);
  }
}

/** node validation, ValidateRuntimeClass. */
function validateRuntimeClass({ handler, overhead, scheduling }: RuntimeClass): FieldError[] {
  const errors: FieldError[] = [];
  if (!handler) errors.push(required('handler'));
  else faults(errors, 'handler', handler, validateDns1123Label(handler));
  if (overhead?.podFixed !== undefined) {
    resourceRequirements(errors, 'overhead', { limits: overhead.podFixed });
  }
  validLabels(errors, 'scheduling.nodeSelector', scheduling?.nodeSelector);
  const path = 'scheduling.tolerations';
  tolerations(errors, path, scheduling?.tolerations);
  const seen = new Set<string>();
  scheduling?.tolerations?.forEach((toleration, i) => {
    const { key = '', operator = '', value = '', effect = '' } = toleration;
    const identity = [key, operator, value, effect].join('\n');
    if (seen.has(identity)) errors.push(duplicate(index(path, i), goStruct(toleration, TOLERATION)));
    seen.add(identity);
  });
  return errors;
}

const TOLERATION: Record<keyof Required<Toleration>, string | null> = {
  key: '',
  operator: '',
  value: '',
  effect: '',
  tolerationSeconds: null,
};
