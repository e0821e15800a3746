import type { Clock, Logger } from '@kubewright/api';

import type { ControllerFigures } from '../controller/figures.js';
import { parseBindAddress } from '../server/bind-address.js';
import type { ServerHandler, ServerRequest, ServerResponse } from '../server/handler.js';
import { createServer } from '../server/server.js';
import type { Server } from '../server/server.js';
import type { Why, WhyFilter } from '../why/why.js';

/** The debug endpoint of a manager: why reconciles ran, as JSON and as a page. */
export interface DebugOptions {
  /**
   * Defaults to `127.0.0.1:8082`; `0` is no server. Without an address (`:8082`) it listens on the loopback only, for
   * there is no authorization: who wants more must say `0.0.0.0:8082`.
   */
  bindAddress?: string | undefined;
  /** Other things to serve. */
  extraHandlers?: Readonly<Record<string, ServerHandler>> | undefined;
}

const DEFAULT_BIND_ADDRESS = '127.0.0.1:8082';
/** Objects are compared when they are shown, which takes a fraction of a millisecond each. */
const DEFAULT_LIMIT = 200;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

export interface DebugParts {
  why: Why;
  /** The controllers of the manager as they are now. */
  controllers: () => ControllerFigures[];
  clock: Clock;
  logger: Logger;
}

/**
 * The server of `/debug/controllers`, `/debug/reconciles` and `/debug/why`; undefined when it is off. Throws a TypeError
 * for a bad address.
 */
export function createDebugServer(options: DebugOptions, parts: DebugParts): Server | undefined {
  const address = parseBindAddress(options.bindAddress ?? DEFAULT_BIND_ADDRESS, 'debug.bindAddress');
  if (address === undefined) return undefined;
  const { why, clock, logger } = parts;
  const host = address.host === '' ? '127.0.0.1' : address.host;
  const server = createServer({ name: 'the debug server', host, port: address.port, clock, logger });
  const guard = LOOPBACK.test(host) ? fromThisMachine : (handler: ServerHandler) => handler;
  const handlers: Record<string, ServerHandler> = {
    '/': ({ path }) =>
      path === '/' || path === '/debug' || path === '/debug/'
        ? { status: 302, headers: { location: '/debug/why' } }
        : { status: 404, body: '404 page not found\n' },
    '/debug/controllers': controllersHandler(parts),
    '/debug/reconciles': reconcilesHandler(why),
    '/debug/why': pageHandler(why, clock),
    ...options.extraHandlers,
  };
  for (const [path, handler] of Object.entries(handlers)) server.handle(path, guard(handler));
  return server;
}

/** A page of another site must not read through a name of its own that it points to the loopback. */
function fromThisMachine(handler: ServerHandler): ServerHandler {
  return (request) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (LOOPBACK.test(host)) return handler(request);
    return { status: 403, body: `this server is for this machine: ask for localhost, not ${host}\n` };
  };
}

/** Query: `controller`, `namespace`, `name`, `key` (`namespace/name`), `failed`, `after` (a `sequence`), `limit` (200). */
function filterOf({ query }: ServerRequest): WhyFilter {
  const text = (name: string) => query.get(name) || undefined;
  const key = text('key');
  const slash = key?.indexOf('/') ?? -1;
  const limit = Number(text('limit'));
  const after = Number(text('after'));
  return {
    controller: text('controller'),
    namespace: key === undefined ? text('namespace') : key.slice(0, Math.max(slash, 0)),
    name: key === undefined ? text('name') : key.slice(slash + 1),
    failed: query.has('failed'),
    ...(Number.isInteger(after) && { after }),
    limit: Number.isInteger(limit) && limit > 0 ? limit : DEFAULT_LIMIT,
  };
}

/** The queue of each controller, how many reconciles it had, and what failed last. */
function controllersHandler({ why, controllers }: DebugParts): ServerHandler {
  return () =>
    json({
      controllers: controllers()
        .map((figures) => ({ ...figures, reconciles: why.counts(figures.name) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      failures: why.failures(),
    });
}

function reconcilesHandler(why: Why): ServerHandler {
  return (request) => json({ hotLoops: why.hotLoops(), reconciles: why.reconciles(filterOf(request)) });
}

function json(value: unknown): ServerResponse {
  return {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}

function pageHandler(why: Why, clock: Clock): ServerHandler {
  return async (request): Promise<ServerResponse> => {
    const { whyPage } = await import('./why-page.js');
    const filter = filterOf(request);
    const { html, contentSecurityPolicy } = whyPage({
      reconciles: why.reconciles(filter),
      hotLoops: why.hotLoops(),
      controllers: why.controllers(),
      filter,
      now: clock.now(),
    });
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
      body: html,
    };
  };
}
