import { silentLogger } from '@kubewright/api';
import { describe, expect, it } from 'vitest';

import type { ServerRequest } from '../server/handler.js';
import { healthHandler } from './health-checks.js';
import type { HealthCheck } from './health-checks.js';

const well: HealthCheck = () => undefined;
const ill: HealthCheck = () => Promise.reject(new Error('no disk'));

async function ask(checks: Record<string, HealthCheck>, url: string): Promise<[number, string]> {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const handler = healthHandler({
    path: '/healthz',
    checks: new Map(Object.entries(checks)),
    logger: silentLogger,
  });
  const request = { method: 'GET', path: pathname, query: searchParams } as ServerRequest;
  const { status = 200, body } = await handler(request);
  return [status, body as string];
}

/* The texts are those of controller-runtime's pkg/healthz/healthz_test.go. */
describe('health checks', () => {
  it.each<[string, Record<string, HealthCheck>, string, number, string]>([
    ['ok when all are well', { ok1: well, ok2: well }, '/healthz', 200, 'ok'],
    ['ok when there is none', {}, '/healthz/', 200, 'ok'],
    ['each by name when asked', { ok1: well }, '/healthz?verbose', 200, '[+]ok1 ok\nhealthz check passed\n'],
    ['ping when there is none', {}, '/healthz?verbose=1', 200, '[+]ping ok\nhealthz check passed\n'],
    [
      'which failed, and not why',
      { ok1: well, bad1: ill },
      '/healthz',
      500,
      '[-]bad1 failed: reason withheld\n[+]ok1 ok\nhealthz check failed\n',
    ],
    [
      'which failed, and why nobody is told, also when asked to be verbose',
      { ok1: well, bad1: ill },
      '/healthz?verbose=true',
      500,
      '[-]bad1 failed: reason withheld\n[+]ok1 ok\nhealthz check failed\n',
    ],
    ['ok without what is excluded', { ok1: well, bad1: ill }, '/healthz?exclude=bad1', 200, 'ok'],
    [
      'that something was excluded',
      { ok1: well, bad1: ill },
      '/healthz?exclude=bad1&verbose=true',
      200,
      '[+]bad1 excluded: ok\n[+]ok1 ok\nhealthz check passed\n',
    ],
    [
      'what cannot be excluded',
      { ok1: well, bad1: ill },
      '/healthz?exclude=nope&exclude=no',
      500,
      '[-]bad1 failed: reason withheld\n[+]ok1 ok\nwarn: some health checks cannot be excluded: no matches for "nope","no"\nhealthz check failed\n',
    ],
    ['ok for one by its path', { ok1: well, bad1: ill }, '/healthz/ok1', 200, 'ok'],
    ['why one failed by its path', { bad1: ill }, '/healthz/bad1', 500, 'internal server error: no disk\n'],
    ['ok for ping', {}, '/healthz/ping', 200, 'ok'],
    ['what nobody knows', { ok1: well }, '/healthz/bad1', 404, '404 page not found\n'],
    [
      'that nothing is well but all is excluded',
      { bad1: ill },
      '/healthz?exclude=nope&exclude=bad1',
      200,
      'ok',
    ],
    ['that there is no ping besides others', { ok1: well }, '/healthz/ping', 404, '404 page not found\n'],
  ])('say %s', async (_what, checks, url, status, body) => {
    expect(await ask(checks, url)).toEqual([status, body]);
  });
});
