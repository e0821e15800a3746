import type { LogFields, Logger } from '@kubewright/api';
import { ConfigMap, Node } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { createClient } from '../client/create-client.js';
import { isConflict } from '../reasons.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { isTransportError } from '../transport/errors.js';
import { injectFaults } from './inject-faults.js';
import { logRequests } from './log-requests.js';
import { requestInfoOf } from './request-info.js';

const stored = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('requestInfoOf', () => {
  it.each([
    ['GET', '/api/v1/pods?limit=2', 'list', '/v1 pods'],
    ['GET', '/api/v1/namespaces/ns/pods?limit=2&watch=true', 'watch', '/v1 pods ns'],
    ['GET', '/api/v1/nodes/n', 'get', '/v1 nodes . n'],
    ['GET', '/api/v1/namespaces/ns', 'get', '/v1 namespaces ns ns'],
    ['PUT', '/api/v1/namespaces/ns/finalize', 'update', '/v1 namespaces/finalize ns ns'],
    ['POST', '/api/v1/namespaces/ns/pods/p/eviction?dryRun=All', 'create', '/v1 pods/eviction ns p'],
    ['PATCH', '/apis/apps/v1/namespaces/ns/deployments/d/scale', 'patch', 'apps/v1 deployments/scale ns d'],
    [
      'DELETE',
      '/apis/apps/v1/namespaces/ns/deployments?watch=true',
      'deletecollection',
      'apps/v1 deployments ns',
    ],
    ['DELETE', '/apis/example.com/v1/widgets/a%3Ab', 'delete', 'example.com/v1 widgets . a:b'],
    ['GET', '/apis/apps/v1', 'get', ''],
    ['GET', '/api', 'get', ''],
    ['POST', '/healthz?verbose', 'post', ''],
  ] as const)('says what %s %s is about', (method, path, verb, rest) => {
    const info = requestInfoOf({ method, path });
    const { group, version, resource, subresource, namespace, name } = info;
    expect(info.verb).toBe(verb);
    expect(info.isResource).toBe(rest !== '');
    const full = subresource === '' ? resource : `${resource}/${subresource}`;
    const text = `${group}/${version} ${full} ${namespace || '.'} ${name}`.replace(/[ .]+$/, '');
    expect(rest === '' ? '' : text).toBe(rest);
  });
});

describe('logRequests', () => {
  it('tells what was asked and what came of it', async () => {
    const lines: Array<[string, LogFields]> = [];
    const note = (message: string, fields: LogFields = {}) => void lines.push([message, fields]);
    const logger: Logger = { debug: note, info: note, warn: note, error: note, with: () => logger };
    let now = 0;
    const clock = { now: () => (now += 5), setTimer: () => ({ cancel: () => undefined }) };
    const lost = new Error('lost');
    const transport = new FakeTransport(
      { request: 'GET /api/v1/namespaces/ns/configmaps/a', answer: {} },
      { request: 'GET /api/v1/nodes', fails: lost },
    );
    const client = createClient({ transport, interceptors: [logRequests({ logger, clock })] });
    await client.get(ConfigMap, 'ns/a');
    await caught(client.list(Node));
    expect(lines).toEqual([
      [
        'API request',
        {
          verb: 'get',
          resource: 'configmaps',
          groupVersion: 'v1',
          namespace: 'ns',
          name: 'a',
          status: 200,
          durationMs: 5,
        },
      ],
      [
        'API request without an answer',
        { verb: 'list', resource: 'nodes', groupVersion: 'v1', durationMs: 5, error: lost },
      ],
    ]);
  });
});

describe('injectFaults', () => {
  it('fails, answers, or loses the answer of the requests it is told', async () => {
    const broken = new Error('broken');
    const transport = new FakeTransport(
      { request: 'GET /api/v1/nodes/n', answer: stored },
      { request: 'PUT /api/v1/nodes/n', body: stored, answer: stored },
      { request: 'PUT /api/v1/nodes/n', body: stored, answer: stored },
    );
    const client = createClient({
      transport,
      interceptors: [
        injectFaults([
          { when: { verb: 'get', resource: 'nodes' }, after: 1, times: 1, error: broken },
          { when: ({ verb }) => verb === 'update', times: 1, answer: { status: 409, reason: 'Conflict' } },
          { when: { verb: 'update' }, times: 1, loseAnswer: true },
        ]),
      ],
    });
    await client.get(Node, 'n');
    expect(await caught(client.get(Node, 'n'))).toBe(broken);
    expect(isConflict(await caught(client.update(stored)))).toBe(true);
    expect(isTransportError(await caught(client.update(stored)), 'ConnectionLost')).toBe(true);
    await client.update(stored);
    transport.assertConsumed();
  });

  it('delays by its clock, and ends with the signal', async () => {
    const timers: Array<() => void> = [];
    const clock = {
      now: () => 0,
      setTimer: (callback: () => void) => {
        timers.push(callback);
        return { cancel: () => undefined };
      },
    };
    const transport = new FakeTransport({ request: 'GET /api/v1/nodes/n', answer: stored });
    const interceptors = [injectFaults([{ delayMs: 50 }], { clock })];
    const client = createClient({ transport, interceptors });
    const stop = new AbortController();
    const stopped = caught(client.get(Node, 'n', { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await stopped).toMatchObject({ message: 'enough' });
    const delayed = client.get(Node, 'n');
    expect(transport.requests).toEqual([]);
    timers.at(-1)?.();
    expect(await delayed).toEqual(stored);
  });
});
