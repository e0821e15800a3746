import { updateObject } from '../registry/update.js';
import { decodeBody } from './decode-object.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceHandler } from './resource-call.js';
import { admitWrite, writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';

/** PUT of an object or of a part of it. */
export function updateHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'UpdateOptions');
    const body = await decodeBody(call, part.bodyType(call), fieldValidation);
    const { name } = call.info;
    const result = await updateObject(writeContext(call, dryRun), name, {
      strategy: part.strategy,
      uidIsPrecondition: true,
      async modify(old) {
        const object = part.whole(call, structuredClone(body), old);
        const operation = old === undefined ? 'CREATE' : 'UPDATE';
        await admitWrite(call, { operation, name, object, oldObject: old, dryRun });
        return object;
      },
    });
    return part.respond(call, result);
  };
}
