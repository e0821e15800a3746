import type { Condition } from '@kubewright/api';
import {
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from './rules.js';

const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const MAX_REASON_LENGTH = 1024;
const MAX_MESSAGE_LENGTH = 32 * 1024;
const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_MESSAGE =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Conditions of the common type, each type once (apimachinery `apis/meta/v1/validation`, ValidateConditions). */
export function validConditions(
  errors: FieldError[],
  path: string,
  conditions: ReadonlyArray<Partial<Condition>> | undefined,
): void {
  const types = new Set<string>();
  conditions?.forEach((condition, i) => {
    const at = index(path, i);
    const { type = '', status = '', reason = '', message = '', observedGeneration = 0 } = condition;
    if (types.has(type)) errors.push(duplicate(child(at, 'type'), type));
    types.add(type);
    qualifiedName(errors, child(at, 'type'), type);
    if (!STATUSES.includes(status)) errors.push(notSupported(child(at, 'status'), status, STATUSES));
    if (observedGeneration < 0) {
      const fault = 'must be greater than or equal to zero';
      errors.push(invalid(child(at, 'observedGeneration'), observedGeneration, fault));
    }
    if (!condition.lastTransitionTime) errors.push(required(child(at, 'lastTransitionTime')));
    if (reason === '') errors.push(required(child(at, 'reason')));
    else {
      if (!REASON.test(reason)) errors.push(invalid(child(at, 'reason'), reason, REASON_MESSAGE));
      if (Buffer.byteLength(reason) > MAX_REASON_LENGTH)
        errors.push(tooLong(child(at, 'reason'), MAX_REASON_LENGTH));
    }
    if (Buffer.byteLength(message) > MAX_MESSAGE_LENGTH)
      errors.push(tooLong(child(at, 'message'), MAX_MESSAGE_LENGTH));
  });
}
