import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@kubewright/api';
import { createServer } from '@kubewright/runtime';
import type { ServerHandler, ServerRequest, ServerResponse } from '@kubewright/runtime';
import type { DashboardActions } from '../actions.js';
import type { DashboardStore } from '../store.js';
import { eventStream } from './event-stream.js';

export interface DashboardPageOptions {
  readonly store: DashboardStore;
  readonly clock: Clock;
  readonly actions: DashboardActions;
  /** Has to be in every request for data: 128 random bits or more. */
  readonly token: string;
  /** On the loopback; 0, the default, takes any free one. */
  readonly port?: number;
}

export interface DashboardPage {
  /** What to open in a browser, with the token. */
  readonly url: string;
  /** Ends open streams and the server. */
  stop(): Promise<void>;
}

/*
 * What the page's server promises, for what it shows is the business of whoever runs the command, and it can restart
 * their operator:
 *  1. It listens on 127.0.0.1 alone, and answers requests for the loopback alone: no other site can reach it by a name
 *     of its own that it points there (DNS rebinding).
 *  2. Data and actions need the token, which only the printed URL has. Actions are POST requests with the token in a
 *     header that no form can send.
 *  3. The page loads nothing from elsewhere, runs no script but its own, and is framed by nobody.
 */

/** Seen from this file, in `src` as well as in `dist`. */
const PAGE = '../../../page/';
const SCRIPTS = `${PAGE}dist/`;

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** Serves the page until `stop`. Rejects when the port is taken. */
export async function startDashboardPage(options: DashboardPageOptions): Promise<DashboardPage> {
  const { store, clock, actions, token, port = 0 } = options;
  const end = new AbortController();
  const server = createServer({ name: 'the dashboard', port, clock });
  const route = (path: string, method: 'GET' | 'POST', handler: ServerHandler): void =>
    server.handle(path, guarded(method, handler));

  route('/', 'GET', ({ path }) =>
    path === '/' ? fileAnswer(`${PAGE}index.html`, 'text/html; charset=utf-8') : notFound(path),
  );
  route('/style.css', 'GET', () => fileAnswer(`${PAGE}style.css`, 'text/css; charset=utf-8'));
  route('/scripts/', 'GET', ({ path }) => {
    const name = /^\/scripts\/([a-z][a-z-]*\.js)$/.exec(path)?.[1];
    if (name === undefined) return notFound(path);
    return fileAnswer(SCRIPTS + name, 'text/javascript; charset=utf-8');
  });
  route('/events', 'GET', (request) => {
    if (!isToken(request.query.get('token') ?? '', token)) return refused();
    return {
      headers: { 'content-type': 'text/event-stream' },
      body: eventStream(store, AbortSignal.any([request.signal, end.signal])),
    };
  });
  route('/restart', 'POST', (request) => {
    if (!isToken(String(request.headers['x-kubewright-token'] ?? ''), token)) return refused();
    if (actions.restart === undefined) return { status: 409, body: 'there is no operator to restart\n' };
    actions.restart();
    return { status: 202 };
  });

  const running = server.start(end.signal);
  await Promise.race([server.whenReady(), running]);
  const { url = '' } = server.address ?? {};
  return {
    url: `${url}/?token=${token}`,
    async stop() {
      end.abort(new Error('the dashboard ends'));
      await running;
    },
  };
}

function guarded(method: 'GET' | 'POST', handler: ServerHandler): ServerHandler {
  return async (request: ServerRequest) => {
    const { host = '' } = request.headers;
    const answer = !LOOPBACK.test(host)
      ? { status: 403, body: `this server is for this machine: ask for localhost, not ${host}\n` }
      : request.method === method || (method === 'GET' && request.method === 'HEAD')
        ? await handler(request)
        : { status: 405, headers: { allow: method }, body: 'method not allowed\n' };
    return { ...answer, headers: { ...HEADERS, ...answer.headers } };
  };
}

async function fileAnswer(file: string, type: string): Promise<ServerResponse> {
  try {
    const body = await readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
    return { headers: { 'content-type': type }, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return notFound(file);
  }
}

function notFound(path: string): ServerResponse {
  return { status: 404, body: `${path} is not there\n` };
}

function refused(): ServerResponse {
  return {
    status: 403,
    body: 'the token is missing or wrong: open the address that kubewright dev prints\n',
  };
}

/** Compared by digests, which takes the same time whatever was guessed. */
function isToken(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
