import { labelSelectorMatcher } from '@kubewright/api';
import type { StatusCause } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';
import type { PodDisruptionBudget } from '@kubewright/api/policy/v1';
import { badRequestError, notFoundError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { aboutResource } from '../registry/about.js';
import { ensureNamespace } from '../registry/create.js';
import { deleteObject } from '../registry/delete.js';
import { checkDeleteOptions } from '../registry/delete-options.js';
import type { WriteContext } from '../registry/write-context.js';
import { respond } from '../representation/respond.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { decodeBody } from './decode-object.js';
import type { ResourceHandler } from './resource-call.js';
import { admissionValidator, admitObject, writeContext } from './write-call.js';
import { isDryRun } from './delete-body.js';
import { parseWriteOptions } from './write-options.js';

const evictionType = {
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  custom: false,
  get schema() {
    return builtinObjectSchema('policy', 'v1', 'Eviction');
  },
};

/** Deletes a pod unless a disruption budget forbids it (pkg/registry/core/pod/storage/eviction.go). */
export const evictionHandler: ResourceHandler = async (call) => {
  const write = parseWriteOptions(call.info.query, 'CreateOptions');
  const eviction = await decodeBody(call, evictionType, write.fieldValidation);
  if (eviction.metadata.name !== call.info.name)
    throw badRequestError('name in URL does not match name in Eviction object');
  ensureNamespace(eviction, call.info.namespace);
  const { name } = call.info;
  const options = checkDeleteOptions(eviction['deleteOptions'] ?? {});
  const dryRun = write.dryRun || isDryRun(options);
  const context = writeContext(call, dryRun);
  const entry = context.store.get(context.namespace, name);
  if (entry === undefined) throw notFoundError(aboutResource(call.resource), name);
  const pod = context.store.decode(entry) as ApiObject & Pod;
  const admitted = await admitObject(call, { name, dryRun }, eviction, undefined);
  await admissionValidator(call, { name, dryRun })(admitted, undefined);
  if (!ignoresBudgets(pod)) checkBudgets(context, pod);
  deleteObject(context, name, options);
  return respond(call, 201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
};

// Pods that run no longer, or do not run yet, disrupt nothing.
function ignoresBudgets({ status, metadata }: ApiObject & Pod): boolean {
  return (
    ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '') ||
    metadata.deletionTimestamp !== undefined
  );
}

function checkBudgets(context: WriteContext, pod: ApiObject): void {
  const budgets = context.objects.list('policy', 'poddisruptionbudgets', context.namespace) as Array<
    ApiObject & PodDisruptionBudget
  >;
  const matching = budgets.filter(({ spec }) =>
    labelSelectorMatcher(spec?.selector).matches(pod.metadata.labels),
  );
  if (matching.length > 1) {
    const message =
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw new StatusError({ code: 500, reason: 'InternalError', message });
  }
  const budget = matching[0];
  if (budget === undefined) return;
  const { generation = 0 } = budget.metadata;
  // Nobody has counted for this budget yet.
  if ((budget.status?.observedGeneration ?? 0) < generation) {
    const message = `The disruption budget ${budget.metadata.name ?? ''} is still being processed by the server.`;
    throw refused({ reason: 'DisruptionBudget', message }, 10);
  }
  if ((budget.status?.disruptionsAllowed ?? 0) > 0) return;
  const { currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  const cause = {
    reason: 'DisruptionBudget',
    message: `The disruption budget ${budget.metadata.name ?? ''} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
  };
  throw refused(cause);
}

const refused = (cause: StatusCause, retryAfterSeconds?: number): StatusError =>
  new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [cause], ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  });
