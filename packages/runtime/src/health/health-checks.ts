import type { Logger } from '@kubewright/api';

import { messageOf } from '../internal/errors.js';
import type { ServerHandler, ServerRequest, ServerResponse } from '../server/handler.js';

/** A check of health: one that throws or rejects has failed. */
export type HealthCheck = (request: ServerRequest) => void | Promise<void>;

/** Always well. */
export const ping: HealthCheck = () => undefined;

interface Result {
  readonly name: string;
  readonly state: 'ok' | 'excluded' | 'failed';
}

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/**
 * Answers for checks as controller-runtime does (pkg/healthz/healthz.go): at `path` for all together, with `?verbose`
 * and `?exclude=name`; below it for each by name, with the reason of a failure, which the answer for all withholds.
 * Without any check there is `ping`. The checks may be added to later.
 */
export function healthHandler(options: {
  path: string;
  checks: ReadonlyMap<string, HealthCheck>;
  logger: Logger;
}): ServerHandler {
  const { path, checks, logger } = options;
  return (request) => {
    const name = request.path.slice(path.length).replace(/^\/+|\/+$/g, '');
    if (name === '') return answerForAll(request, { checks, logger });
    const check =
      checks.get(decodeURIComponent(name)) ?? (checks.size === 0 && name === 'ping' ? ping : undefined);
    // The words are those of Go's http.NotFound.
    if (check === undefined) return { status: 404, headers: HEADERS, body: '404 page not found\n' };
    return answerForOne(request, check);
  };
}

async function answerForOne(request: ServerRequest, check: HealthCheck): Promise<ServerResponse> {
  try {
    await check(request);
    return { headers: HEADERS, body: 'ok' };
  } catch (error) {
    return { status: 500, headers: HEADERS, body: `internal server error: ${messageOf(error)}\n` };
  }
}

async function answerForAll(
  request: ServerRequest,
  { checks, logger }: { checks: ReadonlyMap<string, HealthCheck>; logger: Logger },
): Promise<ServerResponse> {
  const excluded = new Set(request.query.getAll('exclude'));
  const results = await Promise.all(
    [...checks].map(async ([name, check]): Promise<Result> => {
      if (excluded.delete(name)) return { name, state: 'excluded' };
      try {
        await check(request);
        return { name, state: 'ok' };
      } catch (error) {
        logger.debug('health check failed', { check: name, error });
        return { name, state: 'failed' };
      }
    }),
  );
  if (checks.size === 0) results.push({ name: 'ping', state: 'ok' });
  const failed = results.some(({ state }) => state === 'failed');
  if (!failed && !request.query.has('verbose')) return { headers: HEADERS, body: 'ok' };
  if (failed) logger.info('health checks failed', { checks: namesOf(results, 'failed'), path: request.path });
  return { status: failed ? 500 : 200, headers: HEADERS, body: verbose(results, [...excluded], failed) };
}

function verbose(results: Result[], unknown: readonly string[], failed: boolean): string {
  const lines = results
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, state }) => {
      if (state === 'failed') return `[-]${name} failed: reason withheld`;
      return state === 'excluded' ? `[+]${name} excluded: ok` : `[+]${name} ok`;
    });
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(failed ? 'healthz check failed' : 'healthz check passed');
  return `${lines.join('\n')}\n`;
}

function namesOf(results: readonly Result[], state: Result['state']): string[] {
  return results.filter((result) => result.state === state).map(({ name }) => name);
}
