import { isStatusError, notFoundError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { MAX_BODY_BYTES } from '../pipeline/limits.js';
import { contentType } from '../pipeline/body-formats.js';
import { UnreadableBodyError } from '../pipeline/parse-body.js';
import { aboutResource } from '../registry/about.js';
import { updateObject } from '../registry/update.js';
import { applyHandler } from './apply.js';
import { admitPart, partValidator } from './admit-part.js';
import { decodeValue } from './decode-object.js';
import type { ObjectPart } from './object-part.js';
import { patchTypesFor, patchedObjectError } from './patch-types.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';
import type { FieldValidation } from './write-options.js';

/** PATCH of an object or of a part of it. A write that comes between makes it start over with the newer object. */
export function patchHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const types = patchTypesFor(part.bodyType(call));
    const type = types.find(({ mediaType }) => mediaType === contentType(call.request));
    if (type === undefined) {
      throw new StatusError({
        code: 415,
        reason: 'UnsupportedMediaType',
        message: '415: Unsupported Media Type',
        details: {},
      });
    }
    if (type.parse === undefined) return applyHandler(part)(call);
    const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'PatchOptions');
    const apply = type.parse(await call.request.readBody(MAX_BODY_BYTES), part.bodyType(call));
    const { name } = call.info;
    const write = { name, dryRun };
    const context = writeContext(call, dryRun, partValidator(call, part, write));
    const result = await updateObject(context, name, {
      strategy: part.strategy,
      createIfMissing: true,
      async modify(old) {
        if (old === undefined) throw notFoundError(aboutResource(call.resource), name);
        const patched = apply(part.show(call, old));
        const body = decodePatched(call, part, patched, fieldValidation);
        return admitPart(call, part, write, body, old);
      },
    });
    return part.respond(call, result);
  };
}

/** A result that is no object of its kind is the fault of the patch: 422 rather than 400. */
function decodePatched(
  call: ResourceCall,
  part: ObjectPart,
  patched: unknown,
  fieldValidation: FieldValidation,
): ApiObject {
  const text = JSON.stringify(patched);
  try {
    return decodeValue(call, part.bodyType(call), patched, fieldValidation);
  } catch (error) {
    if (error instanceof UnreadableBodyError) throw patchedObjectError(text, error.message);
    if (isStatusError(error) && error.status.code === 400)
      throw patchedObjectError(text, error.status.message);
    throw error;
  }
}
