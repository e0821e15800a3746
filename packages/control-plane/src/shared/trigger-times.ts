import { formatKey, isoTime } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import type { Pod, Service } from '@kubewright/api/core/v1';
import { keyOf } from './keys.js';
import { findPodCondition } from './pods.js';

/** Says since when the endpoints of a Service are out of date, for those who measure how long changes take. */
export const lastChangeTriggerTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

interface Known {
  service: number;
  readonly pods: Map<string, number>;
}

/**
 * Remembers when each Service and its pods last changed in a way that matters to endpoints
 * (k8s.io/endpointslice/util/trigger_time_tracker.go).
 */
export class TriggerTimes {
  readonly #services = new Map<string, Known>();

  /** The earliest change that the previous call for this Service did not know, or undefined when there is none. */
  next(service: Stored<Service>, pods: readonly Stored<Pod>[]): string | undefined {
    const key = formatKey(keyOf(service));
    const known = this.#services.get(key) ?? { service: 0, pods: new Map<string, number>() };
    const created = Date.parse(service.metadata.creationTimestamp);
    const times = new Map(pods.map((pod) => [pod.metadata.name, readyChange(pod)]));
    const changes = [...times]
      .filter(([name, time]) => time > (known.pods.get(name) ?? 0))
      .map(([, time]) => time);
    if (created > known.service) changes.push(created);
    this.#services.set(key, { service: created, pods: times });
    return changes.length === 0 ? undefined : isoTime(Math.min(...changes));
  }

  forget(service: ObjectKey): void {
    this.#services.delete(formatKey(service));
  }
}

function readyChange(pod: Pod): number {
  const time = findPodCondition(pod, 'Ready')?.lastTransitionTime;
  return time === undefined ? 0 : Date.parse(time);
}
