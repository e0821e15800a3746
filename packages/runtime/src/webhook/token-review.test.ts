import { describe, expect, it } from 'vitest';
import type { Client } from '@kubewright/client';

import type { ServerRequest } from '../server/handler.js';
import { ServerError } from '../server/server-error.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { callHandler } from '../test-support/webhook-call.js';
import {
  authenticated,
  authenticationHandler,
  tokenReviewEndpoint,
  unauthenticated,
} from './token-review.js';
import type { Authenticator } from './token-review.js';

const jane = { username: 'jane', groups: ['dev'] };

function endpoint(authenticate: Authenticator = () => authenticated(jane)) {
  const { logger, records } = recordingLogger();
  const clock = new ManualClock();
  const client = {} as Client;
  const seen = { panics: 0, records };
  const onPanic = () => void seen.panics++;
  const parts = { client, apiReader: client, clock, logger, onPanic };
  const handler = tokenReviewEndpoint({ ...parts, path: '/authenticate', authenticate });
  const ask = async (body: unknown, request?: Partial<ServerRequest>) => {
    const { status, text } = await callHandler(handler, body, request);
    expect(status).toBe(200);
    return JSON.parse(text) as unknown;
  };
  return { ask, seen, clock };
}

/* The texts are those of controller-runtime's pkg/webhook/authentication/http_test.go. */
describe('a review of a token', () => {
  it.each<[string, unknown, Partial<ServerRequest>, string | RegExp]>([
    ['empty', '', {}, 'request body is empty'],
    [
      'of another content type',
      '{}',
      { headers: { 'content-type': 'application/foo' } },
      'contentType=application/foo, expected application/json',
    ],
    ['no JSON', '{', {}, /^couldn't get version\/kind; json parse error: /],
    ['another kind', { apiVersion: 'v1', kind: 'Pod' }, {}, 'no kind "Pod" is registered for version "v1"'],
    ['without a token', { spec: { token: '' } }, {}, 'token is empty'],
    ['without a spec', {}, {}, 'token is empty'],
    ['too large', 'x'.repeat(1024 * 1024 + 1), {}, 'request entity is too large; limit is 1048576 bytes'],
    [
      'larger than anything',
      '',
      { body: () => Promise.reject(new ServerError('BodyTooLarge', 'too large')) },
      'request entity is too large; limit is 1048576 bytes',
    ],
  ])('that is %s authenticates nobody, and says why', async (_what, body, request, error) => {
    const { ask, seen } = endpoint();
    const says = expect.stringMatching(error) as string;
    const status = { authenticated: false, user: {}, error: says };
    expect(await ask(body, request)).toEqual({ metadata: {}, spec: {}, status });
    expect(seen.records).toMatchObject([{ level: 'error', message: 'bad request' }]);
  });

  it.each([undefined, 'authentication.k8s.io/v1', 'authentication.k8s.io/v1beta1'])(
    'of version %s is answered in kind, with its uid and without the token',
    async (apiVersion) => {
      const asked: unknown[] = [];
      const { ask, seen } = endpoint((spec) => {
        asked.push(spec);
        return authenticated(jane, ['https://api']);
      });
      const spec = { token: 'foobar', audiences: ['https://api', 'other'] };
      const review = { ...(apiVersion !== undefined && { apiVersion, kind: 'TokenReview' }), spec };
      expect(await ask({ ...review, metadata: { uid: 'u7' } })).toEqual({
        apiVersion: apiVersion ?? 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        metadata: { uid: 'u7' },
        spec: {},
        status: { authenticated: true, user: jane, audiences: ['https://api'] },
      });
      expect(asked).toEqual([spec]);
      expect(JSON.stringify(seen.records)).not.toContain('foobar');
    },
  );

  it.each([
    ['a reason', unauthenticated('expired'), { authenticated: false, user: {}, error: 'expired' }],
    ['none', unauthenticated(), { authenticated: false, user: {} }],
    ['a status of its own', { authenticated: false, user: jane }, { authenticated: false, user: jane }],
  ])('is refused with %s', async (_what, given, status) => {
    const { ask } = endpoint(() => Promise.resolve(given));
    expect(await ask({ spec: { token: 'foobar' } })).toMatchObject({ status });
  });

  it('authenticates nobody when the authenticator has a bug, which is logged and counted', async () => {
    const { ask, seen } = endpoint(() => Promise.reject(new TypeError('no user')));
    expect(await ask({ spec: { token: 'foobar' } })).toMatchObject({
      status: { authenticated: false, error: 'panic: no user [recovered]' },
    });
    expect(seen.panics).toBe(1);
    expect(seen.records[0]).toMatchObject({ level: 'error', message: 'webhook failed' });
  });

  it('is given up when the API server is gone', async () => {
    const { ask, clock } = endpoint(async (_spec, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return unauthenticated((signal.reason as Error).message);
    });
    const client = new AbortController();
    const answer = ask({ spec: { token: 'foobar' } }, { signal: client.signal });
    await settleMicrotasks();
    client.abort(new Error('the client has gone'));
    expect(await answer).toMatchObject({ status: { error: 'the client has gone' } });
    expect(clock.pending).toBe(0);
  });
});

describe('an authenticator', () => {
  it('is a webhook like others, at a path that can be one', () => {
    const authenticate = () => unauthenticated();
    expect(authenticationHandler({ path: '/authenticate', authenticate }).endpoints).toEqual([
      { type: 'authentication', path: '/authenticate', authenticate },
    ]);
    expect(() => authenticationHandler({ path: 'authenticate', authenticate })).toThrow('does not match');
  });
});
