import { silentLogger } from '@kubewright/api';
import type { TransportRequest } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import type { ServerRequest } from '../server/handler.js';
import { FakeApi } from '../test-support/fake-api.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { AccessFilter } from './access-filter.js';

const users: Record<string, object> = {
  good: {
    username: 'prometheus',
    uid: '7',
    groups: ['monitoring', 'system:authenticated'],
    extra: { a: ['b'] },
  },
  stranger: { username: 'stranger', groups: ['system:authenticated'] },
};

function setUp() {
  const api = new FakeApi();
  const clock = new ManualClock();
  const reviews: string[] = [];
  api.intercept = ({ path, body }: TransportRequest) => {
    const { spec } = JSON.parse(new TextDecoder().decode(body)) as { spec: Record<string, unknown> };
    if (path.endsWith('/tokenreviews')) {
      const user = users[spec['token'] as string];
      reviews.push(`who is ${String(spec['token'])}`);
      return {
        status: 201,
        body: { status: user === undefined ? { authenticated: false } : { authenticated: true, user } },
      };
    }
    reviews.push(JSON.stringify(spec));
    const { path: asked } = spec['nonResourceAttributes'] as { path: string };
    return {
      status: 201,
      body: { status: { allowed: spec['user'] === 'prometheus' && asked === '/metrics' } },
    };
  };
  const filter = new AccessFilter({ client: createClient({ transport: api }), clock, logger: silentLogger });
  const handler = filter.protect(() => ({ body: 'numbers' }));
  const ask = async (authorization?: string, path = '/metrics', method = 'GET') => {
    const signal = new AbortController().signal;
    const request = { method, path, headers: { authorization }, signal } as unknown as ServerRequest;
    const { status = 200, body } = await handler(request);
    return `${status} ${(body as string).trim()}`;
  };
  return { api, clock, reviews, ask };
}

describe('the filter of metrics', () => {
  it.each([
    [undefined, '/metrics', '401 Unauthorized'],
    ['Basic good', '/metrics', '401 Unauthorized'],
    ['Bearer ', '/metrics', '401 Unauthorized'],
    ['Bearer bad', '/metrics', '401 Unauthorized'],
    ['Bearer stranger', '/metrics', '403 Authorization denied for user stranger'],
    ['Bearer good', '/debug/pprof', '403 Authorization denied for user prometheus'],
    ['bearer good', '/metrics', '200 numbers'],
  ])('answers %s on %s with %s', async (authorization, path, expected) => {
    const { ask } = setUp();
    expect(await ask(authorization, path)).toBe(expected);
  });

  it('asks for the verb and the path with all that is known of the user', async () => {
    const { ask, reviews } = setUp();
    await ask('Bearer good');
    expect(reviews).toEqual([
      'who is good',
      JSON.stringify({
        user: 'prometheus',
        groups: ['monitoring', 'system:authenticated'],
        uid: '7',
        extra: { a: ['b'] },
        nonResourceAttributes: { path: '/metrics', verb: 'get' },
      }),
    ]);
  });

  it('remembers a token for a minute, a permission for five and a refusal for half a minute', async () => {
    const { ask, clock, reviews } = setUp();
    const asked = async (token: string) => {
      reviews.length = 0;
      await ask(`Bearer ${token}`);
      return reviews.length;
    };
    expect([await asked('good'), await asked('good')]).toEqual([2, 0]);
    expect([
      await asked('stranger'),
      await asked('stranger'),
      await asked('bad'),
      await asked('bad'),
    ]).toEqual([2, 0, 1, 0]);
    await clock.advance(30_000);
    expect([await asked('good'), await asked('stranger'), await asked('bad')]).toEqual([0, 1, 0]);
    await clock.advance(30_000);
    expect([await asked('good'), await asked('bad')]).toEqual([1, 1]);
    await clock.advance(240_000);
    expect(await asked('good')).toBe(2);
  });

  it('lets nobody pass when the API server cannot be asked', async () => {
    const { ask, api } = setUp();
    const intercept = api.intercept;
    api.intercept = () => {
      throw new Error('connection refused');
    };
    expect(await ask('Bearer good')).toBe('500 Authentication failed');
    api.intercept = (request) => {
      if (request.path.endsWith('/tokenreviews')) return intercept?.(request);
      throw new Error('connection refused');
    };
    expect(await ask('Bearer good')).toBe('500 Authorization for user prometheus failed');
  });
});
