import type { ApiObject } from '../kinds/behaviour.js';
import type { AdmissionValidator } from '../registry/write-context.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceCall } from './resource-call.js';
import { admissionValidator, admitObject } from './write-call.js';
import type { AdmittedWrite } from './write-call.js';

/**
 * The whole object that a body asks for, as mutating admission leaves it. A part that is a kind of its own, such as
 * Scale, is shown to admission as that kind.
 */
export async function admitPart(
  call: ResourceCall,
  part: ObjectPart,
  write: AdmittedWrite,
  body: ApiObject,
  old: ApiObject | undefined,
): Promise<ApiObject> {
  if (!part.isOwnKind) return admitObject(call, write, part.whole(call, body, old), old);
  const shown = old === undefined ? undefined : part.show(call, old);
  return part.whole(call, await admitObject(call, write, body, shown), old);
}

/** Asks validating admission about the part that a request is for. */
export function partValidator(
  call: ResourceCall,
  part: ObjectPart,
  write: AdmittedWrite,
): AdmissionValidator {
  const validate = admissionValidator(call, write);
  if (!part.isOwnKind) return validate;
  return (object, old) =>
    validate(part.show(call, object), old === undefined ? undefined : part.show(call, old));
}
