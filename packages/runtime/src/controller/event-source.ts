import { formatKey } from '@kubewright/api';
import type { Logger } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import type { InformerEvent, ObjectMetaEntry } from '../cache/informer-event.js';
import type { InformerHandler } from '../cache/informer.js';
import type { MapFunction, Request, SourceDefinition } from './definition.js';
import { ownersOf } from './owner-mapping.js';

export interface EventSourceOptions {
  source: SourceDefinition;
  /** The kind the controller reconciles. */
  kind: KindName;
  add: (item: string) => void;
  client: Client;
  logger: Logger;
  signal: AbortSignal;
  /** Called when an asynchronous mapping begins (1) and ends (-1). */
  onMapping: (change: 1 | -1) => void;
}

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

type Enqueue = (event: InformerEvent, add: (item: string) => void) => void;

function enqueueOf(options: EventSourceOptions): Enqueue {
  const { source, kind } = options;
  switch (source.role) {
    case 'for':
      return (event, add) => {
        add(itemOf(event.meta));
      };
    case 'owns': {
      const mapping = { ownerKind: kind, matchEveryOwner: source.matchEveryOwner };
      return (event, add) => {
        for (const owner of ownersOf(event.meta, mapping)) add(formatKey(owner));
        if (event.type !== 'update' || event.oldMeta.ownerReferences === undefined) return;
        for (const owner of ownersOf(event.oldMeta, mapping)) add(formatKey(owner));
      };
    }
    case 'watches':
      return enqueueMapped(options, source.map);
  }
}

function enqueueMapped(options: EventSourceOptions, map: MapFunction): Enqueue {
  const { client, signal, logger, onMapping } = options;
  const context = { client, signal };
  const addAll = (requests: readonly Request[]) => {
    for (const request of requests) options.add(formatKey(request));
  };
  const run = async (requests: Promise<readonly Request[]>, meta: ObjectMetaEntry) => {
    onMapping(1);
    try {
      addAll(await requests);
    } catch (error) {
      if (!signal.aborted) {
        const { namespace, name } = meta;
        logger.error('mapping of an event failed', {
          kind: options.source.kind.kind,
          namespace,
          name,
          error,
        });
      }
    } finally {
      onMapping(-1);
    }
  };
  const mapOne = (object: InformerEvent['object'], meta: ObjectMetaEntry) => {
    const requests = map(object, context);
    if (requests instanceof Promise) void run(requests, meta);
    else addAll(requests as readonly Request[]);
  };
  return (event) => {
    if (event.type === 'update') mapOne(event.oldObject, event.oldMeta);
    mapOne(event.object, event.meta);
  };
}

function itemOf(meta: ObjectMetaEntry): string {
  return meta.namespace === '' ? meta.name : `${meta.namespace}/${meta.name}`;
}
