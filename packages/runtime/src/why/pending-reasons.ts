import type { InformerEvent } from '../cache/informer-event.js';
import type { Trigger } from '../controller/reconcile-observer.js';
import { resourceName } from '../cache/kind-name.js';
import { messageOf } from '../internal/errors.js';
import { ObjectStates } from './object-states.js';
import type { EventCause, RecordedReason } from './record.js';

/** What is kept of the reasons of one reconcile; a thousand pods behind one owner are a count. */
const MAX_REASONS = 8;

export interface Reasons {
  readonly reasons: RecordedReason[];
  readonly moreReasons: number;
}

interface Pending {
  readonly reasons: RecordedReason[];
  more: number;
}

const none: Reasons = { reasons: [], moreReasons: 0 };

/** The reasons that were given and have not led to a reconcile yet, by item. The same reason twice is a count. */
export class PendingReasons {
  readonly #items = new Map<string, Pending>();

  add(item: string, trigger: Trigger, now: number): void {
    let pending = this.#items.get(item);
    if (pending === undefined) {
      pending = { reasons: [], more: 0 };
      this.#items.set(item, pending);
    }
    const { reasons } = pending;
    const same = reasons.find((reason) => isSame(reason, trigger));
    if (same !== undefined) {
      same.count += 1;
      if (same.cause.type === 'event' && trigger.type === 'event') merge(same.cause, trigger.event);
    } else if (reasons.length < MAX_REASONS) {
      reasons.push({ count: 1, at: now, cause: causeOf(trigger) });
    } else pending.more += 1;
  }

  /** Forgets those of an item that nobody will reconcile here. */
  drop(item: string): void {
    this.#items.delete(item);
  }

  /** Those of a reconcile that begins now. A delay that has not passed is no reason: something else came first. */
  take(item: string, now: number): Reasons {
    const pending = this.#items.get(item);
    if (pending === undefined) return none;
    this.#items.delete(item);
    const due = pending.reasons.filter(({ at, cause }) => {
      return !('delayMs' in cause) || at + cause.delayMs <= now;
    });
    // A clock that is set back must not leave a reconcile without a reason.
    return { reasons: due.length > 0 ? due : pending.reasons, moreReasons: pending.more };
  }
}

function isSame({ cause }: RecordedReason, trigger: Trigger): boolean {
  if (cause.type !== 'event' || trigger.type !== 'event') {
    return (
      cause.type === trigger.type &&
      (cause.type !== 'source' || cause.name === (trigger as { name: string }).name)
    );
  }
  const { event, role } = trigger;
  return (
    cause.event === event.type &&
    cause.role === role &&
    cause.kind === event.kind.kind &&
    cause.object.name === event.meta.name &&
    cause.object.namespace === event.meta.namespace
  );
}

/** The same object changed once more before anybody looked. */
function merge(cause: EventCause, event: InformerEvent): void {
  const { kind, meta } = event;
  if (event.type === 'update' && meta.resourceVersion !== cause.resourceVersion)
    cause.states = cause.states?.until(meta.bytes, event.oldMeta.bytes, { sensitive: isSensitive(kind) });
  cause.resourceVersion = meta.resourceVersion;
}

function causeOf(trigger: Trigger): RecordedReason['cause'] {
  switch (trigger.type) {
    case 'requeueAfter':
    case 'requeue':
      return { type: trigger.type, delayMs: trigger.delayMs };
    case 'retry':
      return { type: 'retry', delayMs: trigger.delayMs, error: messageOf(trigger.error) };
    case 'source':
      return { type: 'source', name: trigger.name };
    case 'event':
      return eventCause(trigger);
  }
}

function eventCause({ event, role }: Extract<Trigger, { type: 'event' }>): EventCause {
  const { kind, meta } = event;
  return {
    type: 'event',
    role,
    event: event.type,
    kind: kind.kind,
    object: { resource: resourceName(kind), namespace: meta.namespace, name: meta.name },
    resourceVersion: meta.resourceVersion,
    isInInitialList: event.type === 'add' && event.isInInitialList,
    states:
      event.type === 'update'
        ? new ObjectStates(event.oldMeta.bytes, meta.bytes, { sensitive: isSensitive(kind) })
        : undefined,
    ownWrite: undefined,
  };
}

function isSensitive({ kind, apiVersion }: { kind: string; apiVersion: string }): boolean {
  return kind === 'Secret' && apiVersion === 'v1';
}
