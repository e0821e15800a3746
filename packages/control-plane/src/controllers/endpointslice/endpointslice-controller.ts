import { formatKey, jsonEquals, ownerReference } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Node, Pod, Service } from '@kubewright/api/core/v1';
import { EndpointSlice } from '@kubewright/api/discovery/v1';
import type { Endpoint, EndpointPort } from '@kubewright/api/discovery/v1';
import { isNotFound } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';
import { keyOf } from '../../shared/keys.js';
import { SelectorIndex } from '../../shared/selector-index.js';
import { hasClusterIP } from '../../shared/service-pods.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';
import { TriggerTimes, lastChangeTriggerTimeAnnotation } from '../../shared/trigger-times.js';
import { addressTypes, desiredGroups } from './desired-endpoints.js';
import type { AddressType } from './desired-endpoints.js';
import { planSlices } from './slice-plan.js';
import { SliceTracker } from './slice-tracker.js';

const controllerName = 'endpointslice-controller.k8s.io';
const serviceNameLabel = 'kubernetes.io/service-name';
const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
const headlessLabel = 'service.kubernetes.io/headless';

/**
 * The EndpointSlice controller of kube-controller-manager: the endpoints of each Service with a selector, in slices
 * (k8s.io/kubernetes/pkg/controller/endpointslice). Topology hints are not given.
 */
export function endpointSliceController(): ControllerDefinition {
  const selectors = new SelectorIndex();
  const triggerTimes = new TriggerTimes();
  const tracker = new SliceTracker();
  return controllerFor(Service)
    .named('endpointslice-controller')
    .watches(Pod, (pod) => selectors.matching(pod.metadata.namespace, pod.metadata.labels))
    .watches(EndpointSlice, (slice) => servicesOf(slice), {
      predicates: [
        (event) => {
          const { object, meta } = event;
          if (event.type === 'delete') {
            for (const key of servicesOf(object)) tracker.observedDeletion(formatKey(key), meta.uid);
          }
          return true;
        },
      ],
    })
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const service = await findCached(Service, request, context);
      if (service === undefined) {
        selectors.delete(request);
        triggerTimes.forget(request);
        tracker.forget(formatKey(request));
        return;
      }
      const selector = service.spec?.selector;
      if (service.spec?.type === 'ExternalName' || selector === undefined) {
        selectors.delete(request);
        return;
      }
      selectors.set(request, { matchLabels: selector });
      await syncSlices({ service, selector, triggerTimes, tracker, context });
    });
}

function servicesOf(slice: Stored<EndpointSlice>): Array<{ namespace: string; name: string }> {
  const { labels, namespace } = slice.metadata;
  const name = labels?.[serviceNameLabel];
  if (name === undefined || namespace === undefined || labels?.[managedByLabel] !== controllerName) return [];
  return [{ namespace, name }];
}

interface SliceSync {
  readonly service: Stored<Service>;
  readonly selector: Record<string, string>;
  readonly triggerTimes: TriggerTimes;
  readonly tracker: SliceTracker;
  readonly context: ReconcileContext;
}

async function syncSlices(sync: SliceSync): Promise<void> {
  const { service, context, tracker } = sync;
  const { client } = context;
  const { namespace, name, deletionTimestamp } = service.metadata;
  const scope = namespace === undefined ? {} : { namespace };
  const { items: slices } = await client.list(EndpointSlice, {
    ...scope,
    labelSelector: { matchLabels: { [serviceNameLabel]: name, [managedByLabel]: controllerName } },
  });
  // Their events will bring the Service back here.
  if (tracker.isStale(formatKey(keyOf(service)), slices)) return;
  // A Service on its way out takes its slices with it.
  if (deletionTimestamp !== undefined) return;
  const labelSelector = { matchLabels: sync.selector };
  const pods = (await client.list(Pod, { ...scope, labelSelector })).items;
  const nodes = new Map((await client.list(Node)).items.map((node) => [node.metadata.name, node]));
  const triggerTime = sync.triggerTimes.next(service, pods);
  const types = addressTypes(service);
  const unwanted = slices.filter((slice) => !types.some((type) => type === slice.addressType));
  for (const type of types) {
    const own = slices.filter((slice) => slice.addressType === type && isOwned(slice, service));
    unwanted.push(...slices.filter((slice) => slice.addressType === type && !isOwned(slice, service)));
    const plan = planSlices(
      own,
      desiredGroups(service, pods, nodes, type),
      (slice) => !jsonEquals(slice.metadata.labels ?? {}, sliceLabels(service)),
    );
    for (const content of plan.create) await createSlice(sync, type, content, triggerTime);
    for (const { slice, ...content } of plan.update) await updateSlice(sync, slice, content, triggerTime);
    unwanted.push(...plan.remove);
  }
  for (const slice of unwanted) await deleteSlice(sync, slice);
}

function isOwned(slice: Stored<EndpointSlice>, service: Stored<Service>): boolean {
  return (slice.metadata.ownerReferences ?? []).some(({ uid }) => uid === service.metadata.uid);
}

function sliceLabels(service: Stored<Service>): Record<string, string> {
  const labels: Record<string, string> = { ...service.metadata.labels };
  delete labels[headlessLabel];
  if (!hasClusterIP(service)) labels[headlessLabel] = '';
  labels[serviceNameLabel] = service.metadata.name;
  labels[managedByLabel] = controllerName;
  return labels;
}

interface SliceContent {
  ports: EndpointPort[];
  endpoints: Endpoint[];
}

async function createSlice(
  sync: SliceSync,
  addressType: AddressType,
  content: SliceContent,
  triggerTime: string | undefined,
): Promise<void> {
  const { service, context, tracker } = sync;
  const { namespace, name } = service.metadata;
  const draft = EndpointSlice({
    metadata: {
      generateName: `${name}-`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: sliceLabels(service),
      ...(triggerTime === undefined
        ? {}
        : { annotations: { [lastChangeTriggerTimeAnnotation]: triggerTime } }),
      ownerReferences: [ownerReference(service, { controller: true, blockOwnerDeletion: true })],
    },
    addressType,
    ...content,
  });
  try {
    tracker.wrote(formatKey(keyOf(service)), await context.client.create(draft));
  } catch (error) {
    if (hasStatusCause(error, namespaceTerminatingCause)) return;
    throw error;
  }
}

async function updateSlice(
  sync: SliceSync,
  slice: Stored<EndpointSlice>,
  content: SliceContent,
  triggerTime: string | undefined,
): Promise<void> {
  const { service, context, tracker } = sync;
  const annotations = { ...slice.metadata.annotations };
  if (triggerTime === undefined) delete annotations[lastChangeTriggerTimeAnnotation];
  else annotations[lastChangeTriggerTimeAnnotation] = triggerTime;
  const metadata = { ...slice.metadata, labels: sliceLabels(service), annotations };
  const updated = await context.client.update({ ...slice, ...content, metadata });
  tracker.wrote(formatKey(keyOf(service)), updated);
}

async function deleteSlice(sync: SliceSync, slice: Stored<EndpointSlice>): Promise<void> {
  try {
    await sync.context.client.delete(slice);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  sync.tracker.deleted(formatKey(keyOf(sync.service)), slice.metadata.uid);
}
