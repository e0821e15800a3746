import type { Kind, KubernetesObject, Stored } from '@kubewright/api';

import type { MapContext, Request } from '../controller/definition.js';
import { enqueueRequestForObject } from '../controller/event-handler.js';
import type { EnqueueOptions, EventHandler } from '../controller/event-handler.js';
import type { Source, SourceContext } from '../controller/source.js';
import { aborted } from '../internal/signals.js';
import { genericEvent } from '../predicate/generic-event.js';
import type { Predicate } from '../predicate/predicate.js';
import type { Channel } from './channel.js';

/** Where the values of a source come from: a channel, which several sources may share, or anything that can be iterated. */
export type ValueStream<T> = Channel<T> | AsyncIterable<T>;

export interface ChannelSourceOptions<T> {
  name: string;
  from: ValueStream<T>;
  /** The requests that a value leads to. */
  map: (value: T, context: MapContext) => readonly Request[] | Promise<readonly Request[]>;
  /** Defaults to 0. */
  priority?: number;
}

/** Asks for reconciles on account of values of any type (controller-runtime's `source.TypedChannel`). It ends with its stream. */
export function channelSource<T>(options: ChannelSourceOptions<T>): Source {
  const { name, from, map, priority } = options;
  const enqueueOptions: EnqueueOptions | undefined = priority === undefined ? undefined : { priority };
  return valueSource(name, from, (value, context) => {
    const enqueueAll = (requests: readonly Request[]) => {
      for (const request of requests) context.enqueue(request, enqueueOptions);
    };
    const requests = map(value, context);
    if (requests instanceof Promise) return requests.then(enqueueAll);
    enqueueAll(requests as readonly Request[]);
    return undefined;
  });
}

export interface ObjectChannelSourceOptions<T extends KubernetesObject> {
  name: string;
  kind: Kind<T>;
  from: ValueStream<Stored<T>>;
  /** Defaults to `enqueueRequestForObject`. */
  handler?: EventHandler<T>;
  /** All must let the generic event of an object through. */
  predicates?: ReadonlyArray<Predicate<T>>;
}

/** Asks for reconciles on account of objects that come from elsewhere, as generic events (controller-runtime's `source.Channel`). */
export function objectChannelSource<T extends KubernetesObject>(
  options: ObjectChannelSourceOptions<T>,
): Source {
  const { name, kind, from, predicates = [] } = options;
  const handler = options.handler ?? (enqueueRequestForObject() as unknown as EventHandler<T>);
  return valueSource(name, from, (object, context) => {
    const event = genericEvent(kind, object);
    if (!predicates.every((predicate) => predicate(event))) return undefined;
    const queue = { add: context.enqueue };
    return handler.handle(event, queue, context) as Promise<void> | undefined;
  });
}

type Take<T> = (value: T, context: SourceContext) => Promise<void> | undefined;

/** A value that cannot be taken is logged, and the next one has its turn. */
function valueSource<T>(name: string, from: ValueStream<T>, take: Take<T>): Source {
  return {
    name,
    start: (context) => {
      const onError = (error: unknown) => {
        if (!context.signal.aborted)
          context.logger.error('a value of a source could not be taken', { error });
      };
      return 'listen' in from
        ? listen(from, { take, context, onError })
        : iterate(from, { take, context, onError });
    },
  };
}

interface Taking<T> {
  take: Take<T>;
  context: SourceContext;
  onError: (error: unknown) => void;
}

async function listen<T>(channel: Channel<T>, { take, context, onError }: Taking<T>): Promise<void> {
  const taking = new Set<Promise<void>>();
  await new Promise<void>((resolve) => {
    const stop = channel.listen((value) => {
      try {
        const taken = take(value, context)
          ?.catch(onError)
          .finally(() => taking.delete(taken as Promise<void>));
        if (taken !== undefined) taking.add(taken);
      } catch (error) {
        onError(error);
      }
    }, resolve);
    void aborted(context.signal).then(() => {
      stop();
      resolve();
    });
  });
  await Promise.all(taking);
}

async function iterate<T>(values: AsyncIterable<T>, { take, context, onError }: Taking<T>): Promise<void> {
  const iterator = values[Symbol.asyncIterator]();
  const { signal } = context;
  let stop: () => void = () => undefined;
  void aborted(signal).then(() => stop());
  while (!signal.aborted) {
    // Not a race with a promise that lasts: that would keep every value it has lost to.
    const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
      stop = () => resolve(undefined);
      iterator.next().then(resolve, reject);
    });
    if (next === undefined || next.done === true) break;
    try {
      await take(next.value, context);
    } catch (error) {
      onError(error);
    }
  }
  // What hangs in a next() ends when it comes to it; nobody waits for that.
  if (signal.aborted) void Promise.resolve(iterator.return?.()).catch(onError);
}
