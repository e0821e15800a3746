import { AlreadyOwnedError } from '@kubewright/api';
import type { Clock, Transport } from '@kubewright/api';
import { ConfigMap, Node, Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { mergePatch } from '../patch.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { isTransportError } from '../transport/errors.js';
import type { Client } from './client.js';
import { createClient } from './create-client.js';
import type { ClientOptions } from './create-client.js';
import { extendClient } from './extend-client.js';
import type { Write } from './write.js';

const maps = '/api/v1/namespaces/default/configmaps';
const stored = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '7' },
};
const wanted = ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } });
const owner = {
  apiVersion: 'example.com/v1',
  kind: 'App',
  metadata: {
    name: 'app',
    namespace: 'default',
    uid: 'app-uid',
    resourceVersion: '1',
    creationTimestamp: '',
  },
};

function script(options: Partial<ClientOptions>, ...exchanges: Exchange[]): [Client, FakeTransport] {
  const transport = new FakeTransport(...exchanges);
  return [createClient({ transport, ...options }), transport];
}

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('apply', () => {
  it('sends what the field manager wants to the place of the object', async () => {
    const [client, transport] = script(
      { fieldManager: 'me' },
      {
        request: `PATCH ${maps}/a?fieldManager=me`,
        body: wanted,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        answer: stored,
      },
      {
        request: `PATCH ${maps}/a?dryRun=All&fieldManager=other&fieldValidation=Strict&force=true`,
        body: wanted,
        answer: stored,
      },
    );
    expect(await client.apply(wanted)).toEqual(stored);
    await client.apply(wanted, {
      dryRun: true,
      fieldManager: 'other',
      fieldValidation: 'Strict',
      force: true,
    });
    transport.assertConsumed();
  });

  it('makes the owner the controller in what is sent, and not in what is in hand', async () => {
    const reference = {
      apiVersion: 'example.com/v1',
      kind: 'App',
      name: 'app',
      uid: 'app-uid',
      controller: true,
      blockOwnerDeletion: true,
    };
    const [client, transport] = script(
      {},
      {
        request: `PATCH ${maps}/a?fieldManager=kubewright&force=true`,
        body: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'a', namespace: 'default', ownerReferences: [reference] },
          data: { k: 'v' },
        },
        answer: stored,
      },
    );
    await client.apply(wanted, { owner });
    expect(wanted.metadata).toEqual({ name: 'a' });
    const owned = {
      ...wanted,
      metadata: { name: 'a', ownerReferences: [{ ...reference, name: 'x', uid: 'x' }] },
    };
    expect(await caught(client.apply(owned, { owner }))).toBeInstanceOf(AlreadyOwnedError);
    expect(await caught(client.apply(Node({ metadata: { name: 'n' } }), { owner }))).toMatchObject({
      code: 'NamespacedOwner',
    });
    transport.assertConsumed();
  });

  it('applies a status', async () => {
    const pod = Pod({ metadata: { name: 'p' }, status: { phase: 'Running' } });
    const [client, transport] = script(
      {},
      {
        request: 'PATCH /api/v1/namespaces/default/pods/p/status?fieldManager=kubewright',
        body: pod,
        answer: {},
      },
    );
    await client.status.apply(pod);
    transport.assertConsumed();
  });
});

describe('onWrite', () => {
  const plainDelete = { apiVersion: 'v1', kind: 'DeleteOptions' };

  it('tells of every write before its promise resolves, with the answer as it came', async () => {
    const seen: Write[] = [];
    const [client, transport] = script(
      { onWrite: (write) => seen.push(write) },
      { request: `POST ${maps}`, body: { ...wanted, metadata: { generateName: 'a-' } }, answer: stored },
      { request: `PUT ${maps}/a`, body: stored, chunks: ['{"kind":"ConfigMap", ', '"metadata":{}}'] },
      { request: `PATCH ${maps}/a`, body: {}, answer: stored },
      { request: `PATCH ${maps}/a?fieldManager=kubewright`, body: wanted, answer: stored },
      { request: `PUT ${maps}/a/status`, body: stored, answer: stored },
      {
        request: 'POST /api/v1/namespaces/ns/pods/p/eviction',
        body: { kind: 'Eviction' },
        answer: { kind: 'Status' },
      },
      { request: `DELETE ${maps}/a`, body: plainDelete, answer: { kind: 'Status' } },
      { request: 'DELETE /api/v1/namespaces/ns/pods', body: plainDelete, answer: { kind: 'PodList' } },
    );
    await client.create({ ...wanted, metadata: { generateName: 'a-' } });
    let told = 0;
    await client.update(stored).then(() => (told = seen.length));
    expect(told).toBe(2);
    await client.patch(ConfigMap, 'a', mergePatch({}));
    await client.apply(wanted);
    await client.status.update(stored);
    await client.subresource('eviction').create(Pod, 'ns/p', { kind: 'Eviction' });
    await client.delete(ConfigMap, 'a');
    await client.deleteCollection(Pod, { namespace: 'ns' });

    const a = { namespace: 'default', name: 'a' };
    expect(seen.map(({ verb, kind, key, subresource }) => [verb, kind.kind, key, subresource])).toEqual([
      ['create', 'ConfigMap', a, undefined],
      ['update', 'ConfigMap', a, undefined],
      ['patch', 'ConfigMap', a, undefined],
      ['apply', 'ConfigMap', a, undefined],
      ['update', 'ConfigMap', a, 'status'],
      ['create', 'Pod', { namespace: 'ns', name: 'p' }, 'eviction'],
      ['delete', 'ConfigMap', a, undefined],
      ['deleteCollection', 'Pod', { namespace: 'ns', name: '' }, undefined],
    ]);
    expect(new TextDecoder().decode(seen[1]?.bytes)).toBe('{"kind":"ConfigMap", "metadata":{}}');
    expect(seen[1]?.object).toEqual({ kind: 'ConfigMap', metadata: {} });
    transport.assertConsumed();
  });

  it('is silent about dry runs, refusals and reads', async () => {
    const seen: Write[] = [];
    const [client] = script(
      { onWrite: (write) => seen.push(write) },
      { request: `PUT ${maps}/a?dryRun=All`, body: stored, answer: stored },
      { request: `PUT ${maps}/a`, body: stored, status: 409, answer: { kind: 'Status', reason: 'Conflict' } },
      { request: `GET ${maps}/a`, answer: stored },
    );
    await client.update(stored, { dryRun: true });
    await caught(client.update(stored));
    await client.get(ConfigMap, 'a');
    expect(seen).toEqual([]);
  });
});

describe('delete', () => {
  it('answers the object that the server keeps, and nothing when it is gone', async () => {
    const kept = { ...stored, metadata: { ...stored.metadata, deletionTimestamp: 'now', finalizers: ['f'] } };
    const body = { apiVersion: 'v1', kind: 'DeleteOptions' };
    const [client] = script(
      {},
      { request: `DELETE ${maps}/a`, body, answer: kept },
      { request: `DELETE ${maps}/a`, body, answer: { kind: 'Status', metadata: {}, status: 'Success' } },
    );
    expect(await client.delete(ConfigMap, 'a')).toEqual(kept);
    expect(await client.delete(stored)).toBeUndefined();
  });
});

describe('with', () => {
  it('derives a client with settings of its own, on the same transport and mapper', async () => {
    const seen: string[] = [];
    const note =
      (who: string): NonNullable<ClientOptions['interceptors']>[number] =>
      (request, next) => {
        seen.push(who);
        return next(request);
      };
    const [client, transport] = script(
      {
        interceptors: [note('inner')],
        fieldManager: 'me',
        onWrite: () => seen.push('first'),
      },
      {
        request: `PUT /api/v1/namespaces/ns/configmaps/a?fieldManager=me`,
        body: wanted,
        answer: stored,
      },
      { request: `PUT ${maps}/a?fieldManager=me`, body: wanted, answer: stored },
    );
    const derived = client.with({
      defaultNamespace: 'ns',
      interceptors: [note('outer')],
      onWrite: () => seen.push('second'),
    });
    expect(derived.mapper).toBe(client.mapper);
    await derived.update(wanted);
    expect(seen).toEqual(['outer', 'inner', 'first', 'second']);
    seen.length = 0;
    await client.update(wanted);
    expect(seen).toEqual(['inner', 'first']);
    transport.assertConsumed();
  });

  it('acts as someone else', async () => {
    const [client, transport] = script(
      { impersonate: { username: 'first', groups: ['g'] } },
      { request: 'GET /api/v1/nodes/n', answer: stored },
      { request: 'GET /api/v1/nodes/n', answer: stored },
    );
    await client.get(Node, 'n');
    await client
      .with({ impersonate: { username: 'bob', groups: ['a', 'b'], extra: { Scope: ['x'] } } })
      .get(Node, 'n');
    const [own, derived] = transport.requests.map(({ headers }) => headers);
    expect(own).toMatchObject({ 'impersonate-user': 'first', 'impersonate-group': ['g'] });
    expect(derived).toMatchObject({
      'impersonate-user': 'bob',
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-scope': ['x'],
    });
  });

  it('is named by its server also when it acts as someone else', () => {
    const transport: Transport = new FakeTransport();
    const named: Transport = {
      host: '10.0.0.1:6443',
      request: (request) => transport.request(request),
      close: () => transport.close(),
    };
    const client = createClient({ transport: named, impersonate: { username: 'bob' } });
    expect(client.transport.host).toBe('10.0.0.1:6443');
  });

  it('leaves out of a decorated client only what it was given', async () => {
    const [client, transport] = script({}, { request: `PUT ${maps}/a`, body: stored, answer: stored });
    const decorated = extendClient(client, {
      get: () => Promise.reject(new Error('never')),
      with: (overrides) => client.with(overrides),
    });
    await decorated.update(stored);
    await expect(decorated.get(ConfigMap, 'a')).rejects.toThrow('never');
    for (const member of Object.getOwnPropertyNames(Object.getPrototypeOf(client) as object)) {
      if (member !== 'constructor') expect(decorated, member).toHaveProperty(member);
    }
    transport.assertConsumed();
  });
});

describe('timeoutMs', () => {
  /** A clock whose timers fire when the test says so. */
  function handClock(): { clock: Clock; fire: () => void; pending: () => number } {
    const timers = new Map<object, () => void>();
    const setTimer: Clock['setTimer'] = (callback) => {
      const timer = { cancel: () => void timers.delete(timer) };
      timers.set(timer, callback);
      return timer;
    };
    return {
      clock: { now: () => 0, setTimer },
      fire: () => [...timers.values()].forEach((callback) => callback()),
      pending: () => timers.size,
    };
  }

  /** Never answers; ends when its signal does. */
  const silent: ClientOptions['transport'] = {
    request: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    close: () => Promise.resolve(),
  };

  it('ends a call that takes longer with an error of its own, and not as an abort of the caller', async () => {
    const { clock, fire, pending } = handClock();
    const client = createClient({ transport: silent, timeoutMs: 5000, clock });
    const stop = new AbortController();
    const call = caught(client.get(ConfigMap, 'a', { signal: stop.signal }));
    fire();
    const error = await call;
    expect(isTransportError(error, 'Timeout')).toBe(true);
    expect(error).toMatchObject({ message: `GET ${maps}/a: no answer within 5000 ms` });
    expect(pending()).toBe(0);
  });

  it('leaves the caller its abort', async () => {
    const { clock, pending } = handClock();
    const client = createClient({ transport: silent, clock });
    const stop = new AbortController();
    const reason = new Error('enough');
    const call = caught(client.get(ConfigMap, 'a', { signal: stop.signal, timeoutMs: 10 }));
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(pending()).toBe(0);
  });

  it('ends with the acceptance of a watch', async () => {
    const { clock, pending } = handClock();
    const [client] = script(
      { clock, timeoutMs: 10 },
      { request: 'GET /api/v1/pods?watch=true', chunks: ['{"type":"ADDED","object":{}}\n'] },
    );
    for await (const event of client.watchRaw(Pod, { onOpen: () => expect(pending()).toBe(0) })) {
      expect(event.type).toBe('ADDED');
    }
  });
});
