import type { KubernetesObject } from '@kubewright/api';

/** What an event says. */
export interface EventDetails {
  /** `Warning` for what a person should look at. Defaults to `Normal`. */
  type?: 'Normal' | 'Warning';
  /** Why: one word in CamelCase that machines may compare, for example `Created`. At most 128 characters. */
  reason: string;
  /** A sentence for people. What is longer than 1024 bytes is cut. */
  message: string;
  /** What was done or attempted, one word in CamelCase. Defaults to the reason. */
  action?: string;
  /** Another object that the event is about. */
  related?: KubernetesObject;
  /** Of the Event itself, for machines. */
  annotations?: Readonly<Record<string, string>>;
}

/** Tells the people who look at an object what happened to it (`kubectl describe`, `kubectl events`). */
export interface EventRecorder {
  /**
   * Records an event about a stored object. Returns at once and never throws: events are sent in the background, in
   * order; what cannot be sent is logged. Repeated events become one with a count.
   */
  event(object: KubernetesObject, details: EventDetails): void;
}
