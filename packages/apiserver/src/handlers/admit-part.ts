import type { ApiObject } from '../kinds/behaviour.js';
import type { AdmissionValidator } from '../registry/write-context.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceCall } from './resource-call.js';
import { trackChange, trackFields } from './track-fields.js';
import { admissionValidator, admitObject } from './write-call.js';
import type { AdmittedWrite } from './write-call.js';

export interface PartWrite extends AdmittedWrite {
  /** Whether the body has the managed fields of this write already, as apply gives them. Defaults to false. */
  readonly tracked?: boolean;
}

/**
 * The whole object that a body asks for, as mutating admission leaves it. A part that is a kind of its own, such as
 * Scale, is shown to admission as that kind.
 */
export async function admitPart(
  call: ResourceCall,
  part: ObjectPart,
  write: PartWrite,
  body: ApiObject,
  old: ApiObject | undefined,
): Promise<ApiObject> {
  if (!part.isOwnKind) {
    const object = part.whole(call, body, old);
    if (write.tracked !== true) trackFields(call, object, old);
    return admitObject(call, write, object, old);
  }
  const shown = old === undefined ? undefined : part.show(call, old);
  if (write.tracked !== true) trackChange(call, part.fieldManager(call), body, shown);
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
