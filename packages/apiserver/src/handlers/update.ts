import { deepClone } from '@kubewright/api';
import { updateObject } from '../registry/update.js';
import { decodeBody } from './decode-object.js';
import { admitPart, partValidator } from './admit-part.js';
import { checkIdentity } from './identity.js';
import type { ObjectPart } from './object-part.js';
import { keepOneOfEachOwner } from './owner-references.js';
import type { ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';

/** PUT of an object or of a part of it. */
export function updateHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'UpdateOptions');
    const body = await decodeBody(call, part.bodyType(call), fieldValidation);
    checkIdentity(call, body);
    keepOneOfEachOwner(call, body, 'atFirst');
    const { name } = call.info;
    const write = { name, dryRun };
    const context = writeContext(call, dryRun, partValidator(call, part, write));
    const result = await updateObject(context, name, {
      strategy: part.strategy,
      uidIsPrecondition: true,
      modify: (old) => admitPart(call, part, write, deepClone(body), old),
    });
    return part.respond(call, result);
  };
}
