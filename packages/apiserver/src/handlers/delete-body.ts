import { badRequestError } from '../errors/status-error.js';
import type { FieldError } from '../errors/field-error.js';
import { parseBody, readBody, UnreadableBodyError } from '../pipeline/parse-body.js';
import { checkDeleteOptions } from '../registry/delete-options.js';
import type { DeleteOptions } from '../registry/delete-options.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ResourceCall } from './resource-call.js';
import { parseDryRun } from './write-options.js';

/** DeleteOptions from the body, or from the query when there is no body. Throws StatusError. */
export async function readDeleteOptions({ request, info }: ResourceCall): Promise<DeleteOptions> {
  const raw = request.hasBody ? await readBody(request) : undefined;
  if (raw === undefined || raw.bytes.length === 0) return checkDeleteOptions(fromQuery(info.query));
  try {
    return withoutNulls(
      checkDeleteOptions(await parseBody(raw, { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' })),
    );
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(error.message);
  }
}

/** Warns of what a request that leaves the propagation open may not mean. */
export function warnOfPropagation({ resource, warnings }: ResourceCall, options: DeleteOptions): void {
  const { defaultPropagationWarning } = resource.behaviour;
  if (defaultPropagationWarning === undefined) return;
  if (options.propagationPolicy === undefined && options.orphanDependents === undefined)
    warnings.add(defaultPropagationWarning);
}

/** Whether the request only asks what would happen. */
export const isDryRun = ({ dryRun }: DeleteOptions): boolean => dryRun !== undefined && dryRun.length > 0;

/**
 * The options as the object that webhooks see: with the grace period that a pod gets, and of a namespace with its uid
 * (pkg/registry/core/namespace/storage).
 */
export function optionsObject(
  options: DeleteOptions,
  old: ApiObject,
  { behaviour, group, plural }: ServedResource,
): object {
  const { gracePeriodSeconds: requested, preconditions } = options;
  const begins = old.metadata.deletionTimestamp === undefined;
  const period = begins ? behaviour.gracePeriodSeconds?.(old, requested) : undefined;
  const isNamespace = group === '' && plural === 'namespaces';
  return {
    ...options,
    ...(period === undefined ? {} : { gracePeriodSeconds: period }),
    ...(isNamespace ? { preconditions: { uid: old.metadata.uid, ...preconditions } } : {}),
    kind: 'DeleteOptions',
    apiVersion: 'meta.k8s.io/v1',
  };
}

function fromQuery(query: URLSearchParams): DeleteOptions {
  const errors: FieldError[] = [];
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null && !/^-?\d{1,15}$/.test(grace)) {
    throw badRequestError(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  }
  const propagationPolicy = query.get('propagationPolicy');
  const orphanDependents = query.get('orphanDependents');
  return {
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...(orphanDependents === null ? {} : { orphanDependents: orphanDependents === 'true' }),
    ...(parseDryRun(query, errors)
      ? { dryRun: ['All'] }
      : errors.length > 0
        ? { dryRun: query.getAll('dryRun') }
        : {}),
  };
}

// Go clients write unset pointers as null.
function withoutNulls(options: DeleteOptions): DeleteOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
