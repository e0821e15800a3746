import { formatKey } from '@kubewright/api';
import type { Logger } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import type { InformerEvent } from '../cache/informer-event.js';
import type { InformerHandler } from '../cache/informer.js';
import type { MapFunction, Request, SourceDefinition } from './definition.js';
import type { EnqueueOptions, EventHandler, RequestQueue } from './event-handler.js';
import { ownersInEvent } from './owner-mapping.js';

export interface EventSourceOptions {
  source: SourceDefinition;
  /** The kind the controller reconciles. */
  kind: KindName;
  /** Puts the item on the queue, because of the event. */
  add: AddItem;
  client: Client;
  logger: Logger;
  signal: AbortSignal;
  /** Called when an asynchronous mapping begins; what it returns is called when that ends. */
  onMapping: () => () => void;
}

export type AddItem = (item: string, event: InformerEvent, options?: EnqueueOptions) => void;

/** Turns the events of one source into requests; it is called for every event, so it allocates nothing it need not. */
export function eventHandler(options: EventSourceOptions): InformerHandler {
  const { source, add } = options;
  const { predicates } = source;
  const enqueue = enqueueOf(options);
  return (event) => {
    for (const predicate of predicates) if (!predicate(event)) return;
    enqueue(event, add);
  };
}

type Enqueue = (event: InformerEvent, add: AddItem) => void;

function enqueueOf(options: EventSourceOptions): Enqueue {
  const { source, kind } = options;
  switch (source.role) {
    case 'for':
      return (event, add) => {
        add(formatKey(event.meta), event);
      };
    case 'owns': {
      const mapping = { ownerKind: kind, matchEveryOwner: source.matchEveryOwner };
      return (event, add) => {
        for (const owner of ownersInEvent(event, mapping)) add(formatKey(owner), event);
      };
    }
    case 'watches':
      return 'map' in source ? enqueueMapped(options, source.map) : enqueueHandled(options, source.handler);
  }
}

function enqueueMapped(options: EventSourceOptions, map: MapFunction): Enqueue {
  const { client, signal, add } = options;
  const context = { client, signal };
  const addAll = (requests: readonly Request[], event: InformerEvent, seen: Set<string>) => {
    for (const request of requests) {
      const item = formatKey(request);
      if (seen.has(item)) continue;
      seen.add(item);
      add(item, event);
    }
  };
  const mapOne = (
    object: InformerEvent['object'],
    event: InformerEvent,
    seen: Set<string>,
  ): Promise<void> | undefined => {
    const requests = map(object, context);
    if (requests instanceof Promise)
      return requests.then((found: readonly Request[]) => {
        addAll(found, event, seen);
      });
    addAll(requests as readonly Request[], event, seen);
    return undefined;
  };
  return inTurn(options, (event) => {
    // One event asks once for each, however often it is named: a worker may have it before it is named again.
    const seen = new Set<string>();
    const before = event.type === 'update' ? mapOne(event.oldObject, event, seen) : undefined;
    return before === undefined
      ? mapOne(event.object, event, seen)
      : // A failure for the old state must not keep the new one from being mapped.
        before.finally(() => mapOne(event.object, event, seen));
  });
}

function enqueueHandled(options: EventSourceOptions, handler: EventHandler): Enqueue {
  const { client, signal, add } = options;
  const context = { client, signal };
  return inTurn(options, (event) => {
    const queue: RequestQueue = {
      add: (request, enqueueOptions) => {
        add(formatKey(request), event, enqueueOptions);
      },
    };
    return handler.handle(event, queue, context);
  });
}

/**
 * Hands over one event after the other, as client-go's informers do: a mapping may hold a whole list of objects, and
 * those of all events of a first list at a time would not fit into memory. What takes no time is done at once.
 */
function inTurn(
  options: EventSourceOptions,
  handle: (event: InformerEvent) => void | Promise<void>,
): Enqueue {
  const { signal, onMapping } = options;
  const waiting: Array<{ event: InformerEvent; ended: () => void }> = [];
  let isBusy = false;
  const follow = async (event: InformerEvent, mapping: void | Promise<void>, ended: () => void) => {
    try {
      await mapping;
    } catch (error) {
      logFailure(options, event, error);
    } finally {
      ended();
    }
  };
  const work = async (event: InformerEvent, mapping: Promise<void>) => {
    isBusy = true;
    await follow(event, mapping, onMapping());
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { event: later, ended } = next;
      if (signal.aborted) ended();
      // Within an async function: what it throws at once is followed, too.
      else await follow(later, (async () => handle(later))(), ended);
    }
    isBusy = false;
  };
  return (event) => {
    if (isBusy) {
      waiting.push({ event, ended: onMapping() });
      return;
    }
    const mapping = handle(event);
    if (mapping instanceof Promise) void work(event, mapping);
  };
}

function logFailure(
  { signal, logger, source }: EventSourceOptions,
  event: InformerEvent,
  error: unknown,
): void {
  if (signal.aborted) return;
  const { namespace, name } = event.meta;
  logger.error('mapping of an event failed', { kind: source.kind.kind, namespace, name, error });
}
