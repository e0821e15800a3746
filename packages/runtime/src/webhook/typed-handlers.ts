import { createJsonPatch, deepClone } from '@kubewright/api';
import type { GroupVersionKind, KubernetesObject, Stored } from '@kubewright/api';

import type { AdmissionContext } from './admission-context.js';
import { RequestContext } from './admission-context.js';
import type { AdmissionRequest, AdmissionResponse } from './admission-review.js';
import type { AdmissionHandler } from './definition.js';
import { allowed, errored, patched, refusalOf } from './response.js';

/**
 * Fills in what an object leaves open: changes the object it is given, or returns another. It is asked about CREATE and
 * UPDATE and whatever else it is registered for, never about DELETE. What it throws refuses the request.
 */
export type Defaulter<T extends KubernetesObject> = (
  object: T,
  context: AdmissionContext<T>,
) => T | void | Promise<T | void>;

/** Judges an object. What it throws, and what it says of `context.fields`, refuses the request. */
export type ValidateFunction<T extends KubernetesObject, C = AdmissionContext<T>> = (
  object: T,
  context: C,
) => void | Promise<void>;

/** The context of an update: there is an object before. */
export interface UpdateContext<T extends KubernetesObject> extends AdmissionContext<T> {
  readonly oldObject: Stored<T>;
}

/** Judges by operation; what is missing passes. A function alone judges creates and updates alike. */
export interface Validator<T extends KubernetesObject> {
  create?: ValidateFunction<T>;
  /** `context.oldObject` is what is stored. */
  update?: ValidateFunction<T, UpdateContext<T>>;
  /** The object is the one that is to be deleted. */
  delete?: ValidateFunction<Stored<T>, AdmissionContext<T>>;
}

/**
 * A defaulter as a handler. The patch is from the object as it came to what became of it, so fields that the type does
 * not know stay as they are. Controller-runtime's pkg/webhook/admission/defaulter_custom.go.
 */
export function defaulterHandler<T extends KubernetesObject>(
  kind: GroupVersionKind,
  defaulter: Defaulter<T>,
): AdmissionHandler {
  return async (request, parts) => {
    if (request.operation === 'DELETE') return allowed();
    const fault = faultOf(request.object, request.kind, kind);
    if (fault !== undefined) return fault;
    const context = new RequestContext<T>(request, parts);
    return judged(context, async () => {
      const before = request.object as T;
      const object = deepClone(before);
      const after = (await defaulter(object, context)) ?? object;
      context.throwFieldErrors(kind);
      return patched(createJsonPatch(before, after));
    });
  };
}

/** A validator as a handler. Controller-runtime's pkg/webhook/admission/validator_custom.go. */
export function validatorHandler<T extends KubernetesObject>(
  kind: GroupVersionKind,
  validator: Validator<T>,
): AdmissionHandler {
  return async (request, parts) => {
    const { operation, object, oldObject } = request;
    const subject = operation === 'DELETE' ? oldObject : object;
    if (operation === 'CONNECT') return allowed();
    if (operation !== 'CREATE' && operation !== 'UPDATE' && operation !== 'DELETE')
      return errored(400, new Error(`unknown operation ${JSON.stringify(operation)}`));
    const fault =
      faultOf(subject, request.kind, kind) ??
      (operation === 'UPDATE' ? faultOf(oldObject, request.kind, kind) : undefined);
    if (fault !== undefined) return fault;
    const context = new RequestContext<T>(request, parts);
    return judged(context, async () => {
      if (operation === 'CREATE') await validator.create?.(subject as T, context);
      else if (operation === 'UPDATE') await validator.update?.(subject as T, context as UpdateContext<T>);
      else await validator.delete?.(subject as Stored<T>, context);
      context.throwFieldErrors(kind);
      return allowed();
    });
  };
}

/** The answer with the warnings, also when it is a refusal. A bug of the handler is thrown on. */
async function judged<T extends KubernetesObject>(
  context: RequestContext<T>,
  judge: () => Promise<AdmissionResponse>,
): Promise<AdmissionResponse> {
  let response: AdmissionResponse;
  try {
    response = await judge();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    response = refusal;
  }
  return context.warnings.length === 0 ? response : { ...response, warnings: context.warnings };
}

/** Why the object cannot be handed to a handler of this kind. */
function faultOf(
  object: AdmissionRequest['object'] | null,
  given: GroupVersionKind,
  kind: GroupVersionKind,
): AdmissionResponse | undefined {
  if (object === undefined || object === null)
    return errored(400, new Error('there is no content to decode'));
  if (given.kind === kind.kind && given.group === kind.group && given.version === kind.version)
    return undefined;
  return errored(400, new Error(`unable to decode ${typeText(given)} into ${typeText(kind)}`));
}

// GroupVersionKind.String of apimachinery.
const typeText = ({ group, version, kind }: GroupVersionKind): string =>
  `${group === '' ? '' : `${group}/`}${version}, Kind=${kind}`;
