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
  const mapOne = (object: InformerEvent['object'], event: InformerEvent, seen: Set<string>) => {
    const requests = map(object, context);
    if (requests instanceof Promise) {
      const added = requests.then((found: readonly Request[]) => {
        addAll(found, event, seen);
      });
      void whenMapped(options, event, added);
    } else addAll(requests as readonly Request[], event, seen);
  };
  return (event) => {
    // One event asks once for each, however often it is named: a worker may have it before it is named again.
    const seen = new Set<string>();
    if (event.type === 'update') mapOne(event.oldObject, event, seen);
    mapOne(event.object, event, seen);
  };
}

function enqueueHandled(options: EventSourceOptions, handler: EventHandler): Enqueue {
  const { client, signal, add } = options;
  const context = { client, signal };
  return (event) => {
    const queue: RequestQueue = {
      add: (request, enqueueOptions) => {
        add(formatKey(request), event, enqueueOptions);
      },
    };
    const handled = handler.handle(event, queue, context);
    if (handled instanceof Promise) void whenMapped(options, event, handled);
  };
}

/** Follows a mapping that takes time. */
async function whenMapped(
  { signal, logger, onMapping, source }: EventSourceOptions,
  event: InformerEvent,
  mapping: Promise<void>,
): Promise<void> {
  const ended = onMapping();
  try {
    await mapping;
  } catch (error) {
    if (!signal.aborted) {
      const { namespace, name } = event.meta;
      logger.error('mapping of an event failed', { kind: source.kind.kind, namespace, name, error });
    }
  } finally {
    ended();
  }
}
