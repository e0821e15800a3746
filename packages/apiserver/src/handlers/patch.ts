import { invalid } from '../errors/field-error.js';
import {
  internalError,
  invalidError,
  notFoundError,
  StatusError,
  unsupportedMediaTypeError,
  WrongObjectError,
} from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { contentType } from '../pipeline/body-formats.js';
import { MAX_BODY_BYTES } from '../pipeline/limits.js';
import { UnreadableBodyError } from '../pipeline/parse-body.js';
import { aboutResource } from '../registry/about.js';
import { updateObject } from '../registry/update.js';
import { admitPart, partValidator } from './admit-part.js';
import { applyHandler } from './apply.js';
import { convertValue, decodeValue, missingText, UntypedObjectError } from './decode-object.js';
import type { ObjectPart } from './object-part.js';
import { patchTypesFor } from './patch-types.js';
import type { Patch, PatchType } from './patch-types.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';
import type { FieldValidation } from './write-options.js';

/** PATCH of an object or of a part of it. A write that comes between makes it start over with the newer object. */
export function patchHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const bodyType = part.bodyType(call);
    const types = patchTypesFor(call.resource);
    const type = types.find(({ mediaType }) => mediaType === contentType(call.request));
    if (type === undefined) throw wrongPatchType(call, types);
    const { parse } = type;
    if (parse === undefined) return applyHandler(part)(call);
    const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'PatchOptions');
    const bytes = await call.request.readBody(MAX_BODY_BYTES);
    // Nobody looks at a patch before there is something to patch.
    let patch: Patch | undefined;
    const { name } = call.info;
    const write = { name, dryRun };
    const context = writeContext(call, dryRun, partValidator(call, part, write));
    const result = await updateObject(context, name, {
      strategy: part.strategy,
      createIfMissing: true,
      async modify(old) {
        if (old === undefined) throw notFoundError(aboutResource(call.resource), name);
        patch ??= parse(bytes, bodyType, fieldValidation);
        const body = patched(call, part, patch, part.show(call, old), fieldValidation);
        return admitPart(call, part, write, body, old);
      },
    });
    return part.respond(call, result);
  };
}

/** For built-in kinds go-restful refuses it, for custom resources the handler does. */
function wrongPatchType({ resource }: ResourceCall, types: readonly PatchType[]): StatusError {
  if (resource.custom) return unsupportedMediaTypeError(types.map(({ mediaType }) => mediaType));
  return new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: '415: Unsupported Media Type',
    details: {},
  });
}

/** A result that is no object of its kind is the fault of the patch: 422 rather than 400. */
function patched(
  call: ResourceCall,
  part: ObjectPart,
  patch: Patch,
  object: ApiObject,
  fieldValidation: FieldValidation,
): ApiObject {
  const decode = patch.isConverted ? convertValue : decodeValue;
  try {
    return decode(call, part.bodyType(call), () => patch.apply(object), fieldValidation, patch.faults);
  } catch (error) {
    const fault = error instanceof UntypedObjectError ? untyped(error, patch.text(object)) : faultOf(error);
    if (fault === undefined) throw error;
    throw invalidError({ group: '', resource: '' }, '', [invalid('patch', patch.text(object), fault)]);
  }
}

/** What makes a custom resource one of its kind is looked for in three places. */
function untyped({ missing }: UntypedObjectError, text: string): string {
  if (missing === 'Kind') return missingText('Kind', text);
  throw internalError(new Error(missingText('apiVersion', 'object has no apiVersion field')));
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof WrongObjectError) return error.fault;
  return error instanceof UnreadableBodyError ? error.message : undefined;
}
