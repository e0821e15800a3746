import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  isJsonObject,
  isPatchError,
} from '@kubewright/api';
import type { JsonPatchOperation } from '@kubewright/api';
import { openApiLookup } from '@kubewright/api/schema';
import { jsonFault } from '../bytes/json-fault.js';
import { goValue, jsonType } from '../errors/go-text.js';
import { badRequestError, plainError, requestTooLargeError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { parseJson, UnreadableBodyError } from '../pipeline/parse-body.js';
import { StrictFaults } from '../pipeline/strict-faults.js';
import type { BodyType } from './decode-object.js';
import { mergedText, patchedText } from './patched-text.js';
import type { FieldValidation } from './write-options.js';

/** A patch that has been read. */
export interface Patch {
  /** What it makes of an object, which it leaves alone. Throws StatusError. */
  apply(object: ApiObject): unknown;
  /** What strict decoding finds in the patch itself. */
  readonly faults: readonly string[];
  /** What stands in errors for what it makes of an object. */
  text(object: ApiObject): string;
  /** Whether the result is converted to its type, and not decoded from JSON. */
  readonly isConverted: boolean;
}

export interface PatchType {
  readonly mediaType: string;
  /** Reads a patch for objects of a type; undefined for apply, which is no patch but a configuration. Throws StatusError. */
  readonly parse: ((body: Uint8Array, type: BodyType, fieldValidation: FieldValidation) => Patch) | undefined;
}

// apiserver `endpoints/handlers/patch.go`.
const MAX_JSON_PATCH_OPERATIONS = 10_000;
// apiserver `server/config.go`, JSONPatchMaxCopyBytes.
const MAX_COPIED_BYTES = 3 * 1024 * 1024;
const PREFIX = 'error decoding patch: ';

const jsonPatch: PatchType = {
  mediaType: 'application/json-patch+json',
  parse(body, { schema }, fieldValidation) {
    const isStrict = fieldValidation !== 'Ignore';
    const operations = parsePatch(body, isStrict ? PREFIX : '') ?? [];
    const unknown = isStrict ? checkOperations(operations) : [];
    if (!Array.isArray(operations)) throw wrongType(operations, 'jsonpatch.Patch');
    for (const operation of operations as unknown[]) {
      if (operation !== null && !isJsonObject(operation)) throw wrongType(operation, 'jsonpatch.Operation');
    }
    if (operations.length > MAX_JSON_PATCH_OPERATIONS) {
      throw requestTooLargeError(
        `The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${operations.length}`,
      );
    }
    const steps = (operations as unknown[]).map((operation) => operation ?? {}) as JsonPatchOperation[];
    const options = { dialect: 'kubernetes', maxCopiedBytes: MAX_COPIED_BYTES } as const;
    const faults = isStrict ? faultsOf(body, operations, unknown) : [];
    return {
      apply: applying((object) => applyJsonPatch(object, steps, options)),
      faults: faults.map((fault) => `json patch ${fault}`),
      text(object) {
        const visited = new Set<object>();
        return patchedText(applyJsonPatch(schema.ordered(object), steps, { ...options, visited }), visited);
      },
      isConverted: false,
    };
  },
};

const mergePatch: PatchType = {
  mediaType: 'application/merge-patch+json',
  parse(body, { schema }, fieldValidation) {
    const isStrict = fieldValidation !== 'Ignore';
    if (!isStrict && jsonFault(body) !== undefined) throw badRequestError(BAD_PATCH);
    const patch = parsePatch(body, PREFIX);
    if (isStrict) checkMap(patch, PREFIX);
    if (patch === null || typeof patch !== 'object') throw badRequestError(BAD_PATCH);
    const apply = (object: ApiObject): unknown => applyMergePatch(object, patch, { dialect: 'kubernetes' });
    return {
      apply: applying(apply),
      faults: isStrict ? faultsOf(body, patch) : [],
      text: (object) => mergedText(schema.ordered(object), patch),
      isConverted: false,
    };
  },
};

// github.com/evanphx/json-patch, ErrBadJSONPatch.
const BAD_PATCH = 'Invalid JSON Patch';

const strategicMergePatch: PatchType = {
  mediaType: 'application/strategic-merge-patch+json',
  parse(body, { schema }, fieldValidation) {
    const patch = checkMap(parsePatch(body, ''), '') ?? {};
    const lookup = openApiLookup(schema.openApiName as string);
    return {
      apply: applying((object) => applyStrategicMergePatch(object, patch, lookup)),
      faults: fieldValidation === 'Ignore' ? [] : faultsOf(body, patch),
      text: () => goValue(patch),
      isConverted: true,
    };
  },
};

const applyPatch: PatchType = { mediaType: 'application/apply-patch+yaml', parse: undefined };

/** The patches that a resource takes: custom ones have no merge keys, and so no strategic merge patch. */
export function patchTypesFor({ custom }: { readonly custom: boolean }): readonly PatchType[] {
  return custom
    ? [jsonPatch, mergePatch, applyPatch]
    : [jsonPatch, mergePatch, strategicMergePatch, applyPatch];
}

function applying(apply: (object: ApiObject) => unknown): Patch['apply'] {
  return (object) => {
    try {
      return apply(object);
    } catch (error) {
      if (!isPatchError(error)) throw error;
      switch (error.code) {
        case 'MalformedPatch':
          throw badRequestError(error.message);
        case 'CannotMerge':
          throw plainError(error);
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

function faultsOf(body: Uint8Array, value: unknown, unknown: readonly string[] = []): string[] {
  const strict = new StrictFaults();
  strict.lookAt(body, value);
  return strict.with(unknown, { custom: false });
}

const OPERATION_FIELDS = ['op', 'path', 'from', 'value'];

/** What decoding of operations as Go's `jsonPatchOp` says; the result are the paths of fields that it does not know. */
function checkOperations(operations: unknown): string[] {
  if (!Array.isArray(operations)) throw wrongType(operations, '[]handlers.jsonPatchOp', PREFIX);
  const unknown: string[] = [];
  let fault: StatusError | undefined;
  for (const [index, operation] of (operations as unknown[]).entries()) {
    if (operation === null) continue;
    if (!isJsonObject(operation)) {
      fault ??= wrongType(operation, 'handlers.jsonPatchOp', PREFIX);
      continue;
    }
    for (const [name, value] of Object.entries(operation)) {
      if (!OPERATION_FIELDS.includes(name)) unknown.push(`[${index}].${name}`);
      else if (name !== 'value' && value !== null && typeof value !== 'string')
        fault ??= badRequestError(
          `${PREFIX}json: cannot unmarshal ${jsonType(value)} into Go struct field jsonPatchOp.${name} of type string`,
        );
    }
  }
  if (fault !== undefined) throw fault;
  return unknown;
}

function checkMap(patch: unknown, prefix: string): object | null {
  if (typeof patch === 'object' && !Array.isArray(patch)) return patch;
  throw wrongType(patch, 'map[string]interface {}', prefix);
}

function wrongType(value: unknown, goType: string, prefix = ''): StatusError {
  return badRequestError(
    `${prefix}json: cannot unmarshal ${jsonType(value)} into Go value of type ${goType}`,
  );
}
