import type { Kind, KubernetesObject, ObjectKey } from '@kubewright/api';
import { isConflict } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import { peek } from '../cache/peek.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { messageOf } from '../internal/errors.js';
import type { ControllerDefinition } from './definition.js';

/**
 * Tells on the object why its reconcile failed. Conflicts are left out: somebody else was faster, and the next reconcile
 * sees what they wrote. So are objects that are gone, and those of a kind that the controller does not watch.
 */
export async function recordFailure(
  { kind, sources }: ControllerDefinition,
  error: unknown,
  run: { request: ObjectKey; client: Client; events: EventRecorder; signal: AbortSignal },
): Promise<void> {
  if (isConflict(error) || !sources.some(({ role }) => role === 'for')) return;
  // What cannot be read now has failed for that very reason, as the log says.
  const object = await peek(run.client, kind as Kind<KubernetesObject>, run.request, {
    signal: run.signal,
  }).catch(() => undefined);
  if (object === undefined) return;
  run.events.event(object, {
    type: 'Warning',
    reason: 'ReconcileFailed',
    action: 'Reconcile',
    message: messageOf(error),
  });
}
