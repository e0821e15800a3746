import type { KubernetesObject } from '@kubewright/api';

/** What an event says. */
export interface EventDetails {
  /** `Warning` for what a person should look at. Defaults to `Normal`. */
  type?: 'Normal' | 'Warning';
  /** One word in CamelCase that machines may compare, for example `Created`. */
  reason: string;
  /** A sentence for people. */
  message: string;
  /** What was done or attempted, one word in CamelCase. */
  action?: string;
  /** Another object that the event is about. */
  related?: KubernetesObject;
}

/** Tells the people who look at an object what happened to it (`kubectl describe`, `kubectl events`). */
export interface EventRecorder {
  /**
   * Records an event about a stored object. Returns at once and never throws: events are sent in the background, in
   * order; what cannot be sent is logged. Repeated events become one with a count.
   */
  event(object: KubernetesObject, details: EventDetails): void;
}
