import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { childSignal } from '../internal/signals.js';
import type { WebhookMetrics } from '../metrics/metrics.js';
import type { ServerHandler, ServerRequest } from '../server/handler.js';
import type { WebhookContext } from './definition.js';

/** What all webhooks of a server share. */
export interface WebhookParts {
  readonly client: Client;
  readonly apiReader: Client;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The context of one call, and how to be rid of it. */
export interface Call {
  readonly context: WebhookContext;
  /** Removes the timer and the listeners. */
  end(): void;
}

/** Makes the context of a call. Its signal aborts when the client goes, or after the time-out that the API server names in the query. */
export function beginCall(request: ServerRequest, parts: WebhookParts, log: Logger): Call {
  const child = childSignal(request.signal);
  const { clock, client, apiReader } = parts;
  const timeout = request.query.get('timeout') ?? '';
  const timeoutMs = durationMs(timeout);
  const timer =
    timeoutMs === undefined
      ? undefined
      : clock.setTimer(() => {
          child.abort(new Error(`the API server waits no longer than ${timeout}`));
        }, timeoutMs);
  return {
    context: { client, apiReader, clock, log, signal: child.signal },
    end: () => {
      timer?.cancel();
      child.release();
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** A duration as Go prints it: `10s`, `1m0s`, `1.5s`. Undefined when it is none. */
function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    total += Number(number) * (UNITS[unit as string] as number);
  return total;
}

/** Counts the calls of a path, and how long they take. */
export function instrumented(handler: ServerHandler, metrics: WebhookMetrics, clock: Clock): ServerHandler {
  return async (request) => {
    const startedAt = clock.now();
    metrics.started();
    let status = 500;
    try {
      const response = await handler(request);
      status = response.status ?? 200;
      return response;
    } finally {
      metrics.finished(status, (clock.now() - startedAt) / 1000);
    }
  };
}
