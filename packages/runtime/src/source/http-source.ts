import type { Request } from '../controller/definition.js';
import type { EnqueueOptions } from '../controller/event-handler.js';
import type { Source, SourceContext } from '../controller/source.js';
import { aborted } from '../internal/signals.js';
import type { ServerHandler, ServerRequest } from '../server/handler.js';

export interface HttpSourceOptions {
  name: string;
  /** What a call asks for; undefined refuses it with status 400. What it throws is logged by the server, and answered with 500. */
  requests: (
    request: ServerRequest,
  ) => readonly Request[] | undefined | Promise<readonly Request[] | undefined>;
  /** Defaults to 0. */
  priority?: number;
  /** Where the webhook server of the manager serves it. By default nowhere: `handler` is then to be mounted by hand. */
  path?: string;
}

/**
 * A source whose `handler` belongs on a server: that of the manager's webhooks, by the option `path`, or another one, by
 * `server.handle('/hooks/git', source.handler)`.
 */
export interface HttpSource extends Source {
  readonly path?: string;
  /**
   * Answers POST with 202 when the requests are on the queue, and with 503 while no controller listens: whoever calls
   * should try again. It asks nobody who they are: that is for `requests` to do.
   */
  readonly handler: ServerHandler;
}

/** Asks for reconciles on account of HTTP calls: the webhook of a Git host, a button. Several controllers may listen. */
export function httpSource(options: HttpSourceOptions): HttpSource {
  const { name, requests, priority, path } = options;
  const enqueueOptions: EnqueueOptions | undefined = priority === undefined ? undefined : { priority };
  const listening = new Set<SourceContext>();
  return {
    name,
    ...(path !== undefined && { path }),
    start: async (context) => {
      listening.add(context);
      await aborted(context.signal);
      listening.delete(context);
    },
    handler: async (request) => {
      if (request.method !== 'POST') {
        return { status: 405, headers: { allow: 'POST' }, body: 'use POST\n' };
      }
      if (listening.size === 0) {
        return { status: 503, headers: { 'retry-after': '1' }, body: 'no controller is listening\n' };
      }
      const asked = await requests(request);
      if (asked === undefined) return { status: 400, body: 'not understood\n' };
      for (const context of listening) for (const one of asked) context.enqueue(one, enqueueOptions);
      return { status: 202, body: `${asked.length} requested\n` };
    },
  };
}

/** Whether a manager has to serve the source. */
export function isServed(source: Source): source is HttpSource & { readonly path: string } {
  return 'handler' in source && 'path' in source && source.path !== undefined;
}
