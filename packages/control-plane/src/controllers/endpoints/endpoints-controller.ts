import { formatKey, jsonEquals } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import { Endpoints, Pod, Service } from '@kubewright/api/core/v1';
import type { EndpointSubset } from '@kubewright/api/core/v1';
import { isAlreadyExists, isNotFound } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';
import { keyOf } from '../../shared/keys.js';
import { SelectorIndex } from '../../shared/selector-index.js';
import { hasClusterIP } from '../../shared/service-pods.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';
import { WrittenVersions } from '../../shared/written-versions.js';
import { TriggerTimes, lastChangeTriggerTimeAnnotation } from '../../shared/trigger-times.js';
import { endpointSubsets } from './subsets.js';

const headlessLabel = 'service.kubernetes.io/headless';
const managedByLabel = 'endpoints.kubernetes.io/managed-by';
const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
// An Endpoints object holds at most this many addresses (endpoints_controller.go, maxCapacity).
const maxAddresses = 1000;

/**
 * The Endpoints controller of kube-controller-manager: one Endpoints object for each Service with a selector
 * (k8s.io/kubernetes/pkg/controller/endpoint).
 */
export function endpointsController(): ControllerDefinition {
  const selectors = new SelectorIndex();
  const triggerTimes = new TriggerTimes();
  const known = new Set<string>();
  const written = new WrittenVersions();
  return controllerFor(Service)
    .named('endpoint-controller')
    .watches(Pod, (pod) => selectors.matching(pod.metadata.namespace, pod.metadata.labels))
    .watches(Endpoints, (endpoints) => [keyOf(endpoints)])
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const service = await findCached(Service, request, context);
      if (service === undefined) {
        selectors.delete(request);
        triggerTimes.forget(request);
        await deleteEndpoints(request, { any: known.delete(formatKey(request)) }, context);
        return;
      }
      known.add(formatKey(request));
      const selector = service.spec?.selector;
      if (service.spec?.type === 'ExternalName' || selector === undefined) {
        selectors.delete(request);
        return;
      }
      selectors.set(request, { matchLabels: selector });
      await syncEndpoints({ service, selector, triggerTimes, written, context });
    });
}

/** Endpoints go with their Service; those that never had one only if this controller made them. */
async function deleteEndpoints(
  request: ObjectKey,
  options: { any: boolean },
  context: ReconcileContext,
): Promise<void> {
  const endpoints = await findCached(Endpoints, request, context);
  if (endpoints === undefined) return;
  if (!options.any && endpoints.metadata.labels?.[managedByLabel] === undefined) return;
  try {
    await context.client.delete(endpoints);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

interface EndpointsSync {
  readonly service: Stored<Service>;
  readonly selector: Record<string, string>;
  readonly triggerTimes: TriggerTimes;
  readonly written: WrittenVersions;
  readonly context: ReconcileContext;
}

async function syncEndpoints(sync: EndpointsSync): Promise<void> {
  const { service, selector, triggerTimes, written, context } = sync;
  const { client, events } = context;
  const existing = await findCached(Endpoints, keyOf(service), context);
  if (existing !== undefined && written.isStale(existing)) return;
  const { namespace, name } = service.metadata;
  const scope = namespace === undefined ? {} : { namespace };
  const { items: pods } = await client.list(Pod, { ...scope, labelSelector: { matchLabels: selector } });
  const triggerTime = triggerTimes.next(service, pods);
  const { subsets, truncated } = limit(endpointSubsets(service, pods));
  const labels = endpointsLabels(service);
  const annotations = { ...existing?.metadata.annotations };
  const upToDate =
    existing !== undefined &&
    jsonEquals(existing.subsets ?? [], subsets) &&
    jsonEquals(existing.metadata.labels ?? {}, labels) &&
    (annotations[overCapacityAnnotation] !== undefined) === truncated;
  if (upToDate) return;
  if (triggerTime === undefined) delete annotations[lastChangeTriggerTimeAnnotation];
  else annotations[lastChangeTriggerTimeAnnotation] = triggerTime;
  if (truncated) annotations[overCapacityAnnotation] = 'truncated';
  else delete annotations[overCapacityAnnotation];
  const next = {
    ...(existing ?? Endpoints({ metadata: { name, ...(namespace === undefined ? {} : { namespace }) } })),
    subsets,
  };
  next.metadata = { ...next.metadata, labels, annotations };
  try {
    written.wrote(await (existing === undefined ? client.create(next) : client.update(next)));
  } catch (error) {
    // Made a moment ago: its event is on the way and will bring the Service back here.
    if (existing === undefined && isAlreadyExists(error)) return;
    if (existing === undefined && hasStatusCause(error, namespaceTerminatingCause)) return;
    const [reason, verb] = existing === undefined ? ['Create', 'create'] : ['Update', 'update'];
    const message = `Failed to ${verb} endpoint ${namespace ?? ''}/${name}: ${String(error)}`;
    events.event(service, { type: 'Warning', reason: `FailedTo${reason}Endpoint`, message });
    throw error;
  }
}

function endpointsLabels(service: Stored<Service>): Record<string, string> {
  const labels: Record<string, string> = { ...service.metadata.labels };
  if (hasClusterIP(service)) delete labels[headlessLabel];
  else labels[headlessLabel] = '';
  labels[managedByLabel] = 'endpoint-controller';
  return labels;
}

/** Cuts to the capacity of an Endpoints object; ready addresses stay before those that are not. */
function limit(subsets: EndpointSubset[]): { subsets: EndpointSubset[]; truncated: boolean } {
  let ready = maxAddresses;
  const kept = subsets.map((subset) => {
    const addresses = subset.addresses?.slice(0, ready);
    ready -= addresses?.length ?? 0;
    return { ...subset, ...(addresses === undefined ? {} : { addresses }) };
  });
  let notReady = ready;
  for (const subset of kept) {
    if (subset.notReadyAddresses === undefined) continue;
    subset.notReadyAddresses = subset.notReadyAddresses.slice(0, notReady);
    notReady -= subset.notReadyAddresses.length;
  }
  const count = (list: EndpointSubset[]) =>
    list.reduce(
      (sum, { addresses = [], notReadyAddresses = [] }) => sum + addresses.length + notReadyAddresses.length,
      0,
    );
  return { subsets: kept, truncated: count(kept) < count(subsets) };
}
