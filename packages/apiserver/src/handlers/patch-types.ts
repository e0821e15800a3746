import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, isPatchError } from '@kubewright/api';
import type { JsonPatchOperation } from '@kubewright/api';
import { openApiLookup } from '@kubewright/api/schema';
import { invalid } from '../errors/field-error.js';
import {
  badRequestError,
  internalError,
  invalidError,
  requestTooLargeError,
  StatusError,
} from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { parseJson, UnreadableBodyError } from '../pipeline/parse-body.js';
import type { BodyType } from './decode-object.js';

/** What a patch makes of an object. */
export type ApplyPatch = (object: ApiObject) => unknown;

export interface PatchType {
  readonly mediaType: string;
  /** Reads a patch for objects of a type; undefined for apply, which is no patch but a configuration. Throws StatusError. */
  readonly parse: ((body: Uint8Array, type: BodyType) => ApplyPatch) | undefined;
}

// apiserver `endpoints/handlers/patch.go`.
const MAX_JSON_PATCH_OPERATIONS = 10_000;
// apiserver `server/config.go`, JSONPatchMaxCopyBytes.
const MAX_COPIED_BYTES = 3 * 1024 * 1024;
const SLICE_PREFIX = 'error decoding patch: ';

const jsonPatch: PatchType = {
  mediaType: 'application/json-patch+json',
  parse(body) {
    const operations = parsePatch(body, SLICE_PREFIX) ?? [];
    if (!Array.isArray(operations)) {
      throw badRequestError(
        `${SLICE_PREFIX}json: cannot unmarshal ${typeof operations} into Go value of type []handlers.jsonPatchOp`,
      );
    }
    if (operations.length > MAX_JSON_PATCH_OPERATIONS) {
      throw requestTooLargeError(
        `The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${operations.length}`,
      );
    }
    return applying((object) =>
      applyJsonPatch(object, operations as JsonPatchOperation[], {
        dialect: 'kubernetes',
        maxCopiedBytes: MAX_COPIED_BYTES,
      }),
    );
  },
};

const mergePatch: PatchType = {
  mediaType: 'application/merge-patch+json',
  parse(body) {
    const patch = checkMap(parsePatch(body, SLICE_PREFIX), SLICE_PREFIX);
    if (patch === null) throw badRequestError('Invalid JSON Patch');
    return applying((object) => applyMergePatch(object, patch, { dialect: 'kubernetes' }));
  },
};

const strategicMergePatch: PatchType = {
  mediaType: 'application/strategic-merge-patch+json',
  parse(body, { schema }) {
    const patch = checkMap(parsePatch(body, ''), '') ?? {};
    const lookup = openApiLookup(schema.openApiName as string);
    return applying((object) => applyStrategicMergePatch(object, patch, lookup));
  },
};

const applyPatch: PatchType = { mediaType: 'application/apply-patch+yaml', parse: undefined };

/** The patches that a type takes: custom resources have no merge keys, and so no strategic merge patch. */
export function patchTypesFor({ schema }: BodyType): readonly PatchType[] {
  return schema.openApiName === undefined
    ? [jsonPatch, mergePatch, applyPatch]
    : [jsonPatch, mergePatch, strategicMergePatch, applyPatch];
}

/** The patch made something of the object that is none of its kind. `text` is that something. */
export function patchedObjectError(text: string, fault: string): StatusError {
  return invalidError({ group: '', resource: '' }, '', [invalid('patch', text, fault)]);
}

function applying(apply: ApplyPatch): ApplyPatch {
  return (object) => {
    try {
      return apply(object);
    } catch (error) {
      if (!isPatchError(error)) throw error;
      switch (error.code) {
        case 'MalformedPatch':
          throw badRequestError(error.message);
        case 'CannotMerge':
          throw internalError(error);
        default:
          // The real server says no more than this.
          throw new StatusError({
            code: 422,
            reason: 'Invalid',
            message: 'the server rejected our request due to an error in our request',
            details: {},
            cause: error,
          });
      }
    }
  };
}

function parsePatch(body: Uint8Array, prefix: string): unknown {
  try {
    return parseJson(body, prefix);
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(error.message);
  }
}

function checkMap(patch: unknown, prefix: string): object | null {
  if (typeof patch === 'object' && !Array.isArray(patch)) return patch;
  const type = Array.isArray(patch) ? 'array' : typeof patch;
  throw badRequestError(
    `${prefix}json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
  );
}
