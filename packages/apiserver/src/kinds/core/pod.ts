import { isoTime } from '@kubewright/api';
import type { Pod, PodCondition } from '@kubewright/api/core/v1';
import { behaviour } from '../behaviour.js';

import { warnOfPod } from '../shared/pod/pod-warnings.js';
import { defaultPodSpec, sameHostPorts } from '../shared/pod/pod-spec-defaults.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { ephemeralContainers } from './pod-ephemeral-containers.js';
import { qosClass } from './pod-qos.js';
import { defaultPodRequests } from './pod-requests.js';
import { keepObservedGeneration, validatePodStatusUpdate } from './pod-status.js';
import { podTable } from './pod-table.js';
import { resize } from './pod-resize.js';
import { validatePod, validatePodUpdate } from './pod-validation.js';

const FINISHED = new Set<string | undefined>(['Failed', 'Succeeded']);

/** registry/core/pod/strategy.go, apis/core/v1/defaults.go. Default tolerations and the token volume are admission's. */
export const pod = behaviour<Pod>({
  group: '',
  kind: 'Pod',
  defaults: defaultPod,
  prepareForCreate: (object, context) => {
    const { spec } = object;
    object.status = { phase: 'Pending', qosClass: qosClass(spec ?? { containers: [] }) };
    if ((spec?.schedulingGates?.length ?? 0) > 0)
      object.status.conditions = [schedulingGated(isoTime(context.clock.now()))];
  },
  prepareForUpdate: (object, old) => {
    if (old.status !== undefined) object.status = old.status;
  },
  prepareForStatusUpdate: (object, old) => {
    if (old.spec !== undefined) object.spec = old.spec;
    keepOwners(object, old);
    keepObservedGeneration(object, old);
  },
  // Changes of pods are the work of programs.
  warnings: (object, old, context) => {
    if (old !== undefined) return;
    warnUnlessDnsLabel(object, context, "the Pod's hostname");
    warnOfPod('', object.metadata, object.spec ?? { containers: [] }, context);
  },
  validate: (object) => validatePod(object),
  validateUpdate: (object, old) => validatePodUpdate(object, old),
  validateStatusUpdate: (object, old) => validatePodStatusUpdate(object, old),
  parts: { ephemeralcontainers: ephemeralContainers, resize },
  gracePeriodSeconds,
  selectableFields: {
    'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
    'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork ?? false),
    'status.phase': ({ status }) => status?.phase ?? '',
    'status.podIP': ({ status }) => status?.podIPs?.[0]?.ip ?? '',
    // Known, and never set (registry/core/pod/strategy.go, ToSelectableFields).
    'status.podIPs': () => '',
    'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
  },
  table: podTable,
});

function defaultPod(object: Pod): void {
  const spec = (object.spec ??= { containers: [] });
  spec.containers ??= [];
  defaultPodSpec(spec);
  defaultPodRequests(spec);
  spec.enableServiceLinks ??= true;
  // apis/core/v1/conversion.go, Convert_v1_Pod_To_core_Pod.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  if (spec.hostNetwork === true) sameHostPorts(spec);
  // `podIP` and `hostIP` are the first of `podIPs` and `hostIPs`; clients may write either; where they differ, `podIP` counts.
  const { status } = object;
  if (status?.podIP && status.podIP !== status.podIPs?.[0]?.ip) status.podIPs = [{ ip: status.podIP }];
  else if (status?.podIPs?.[0]?.ip !== undefined) status.podIP = status.podIPs[0].ip;
}

/** The time containers get to end: none when no kubelet has the pod, or when it has ended by itself. */
function gracePeriodSeconds(object: Pod, requested: number | undefined): number {
  if (!object.spec?.nodeName || FINISHED.has(object.status?.phase)) return 0;
  const seconds = requested ?? object.spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

// Go writes a time that was never set as null.
const NEVER_PROBED = { lastProbeTime: null };

function schedulingGated(lastTransitionTime: string): PodCondition {
  const condition: PodCondition = {
    type: 'PodScheduled',
    status: 'False',
    lastTransitionTime,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  return Object.assign(condition, NEVER_PROBED);
}

function keepOwners(object: Pod, old: Pod): void {
  const owners = old.metadata?.ownerReferences;
  object.metadata ??= {};
  if (owners === undefined) delete object.metadata.ownerReferences;
  else object.metadata.ownerReferences = owners;
}
