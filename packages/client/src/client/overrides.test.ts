import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Node, Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { isInvalidRequest } from '../errors.js';
import { applyPatch, mergePatch } from '../patch.js';
import { evictPod } from '../subresources/pods.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import type { Client, ClientOverrides } from './client.js';
import { createClient } from './create-client.js';
import type { WriteOptions } from './options.js';
import type { Write } from './write.js';

/** Answers everything with an object, and notes it: `PATCH path {body}`. */
class Echo extends FakeTransport {
  override request(...[request]: Parameters<FakeTransport['request']>) {
    const answer = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, items: [] };
    this.requests.push(request);
    const responder = new FakeTransport({
      request: `${request.method} ${request.path}`,
      answer,
      ...(request.body === undefined ? {} : { body: bodyOf(request.body) }),
    });
    return responder.request(request);
  }

  get lines(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '')}`);
  }
}

const bodyOf = (body: unknown): unknown =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array));

function derived(overrides: ClientOverrides): [Client, Echo] {
  const transport = new Echo();
  return [createClient({ transport, defaultNamespace: 'mine' }).with(overrides), transport];
}

const map = ConfigMap({ metadata: { name: 'a' } });
const merge = mergePatch({ data: {} });

/** Every write there is, with the same options. */
const writes: ReadonlyArray<[string, (client: Client, options: WriteOptions) => Promise<unknown>]> = [
  ['create', (client, options) => client.create(map, options)],
  ['update', (client, options) => client.update(map, options)],
  ['patch', (client, options) => client.patch(ConfigMap, 'a', merge, options)],
  ['apply', (client, options) => client.apply(map, options)],
  ['an apply patch', (client, options) => client.patch(ConfigMap, 'a', applyPatch(map), options)],
  ['status.update', (client, options) => client.status.update(map, options)],
  ['status.patch', (client, options) => client.status.patch(ConfigMap, 'a', merge, options)],
  ['status.apply', (client, options) => client.status.apply(map, options)],
  [
    'subresource.create',
    (client, options) => client.subresource('eviction').create(Pod, 'a', { kind: 'Eviction' }, options),
  ],
  [
    'subresource.update',
    (client, options) => client.subresource('scale').update(Deployment, 'a', { kind: 'Scale' }, options),
  ],
  [
    'subresource.patch',
    (client, options) => client.subresource('scale').patch(Deployment, 'a', merge, options),
  ],
  ['scale.patch', (client, options) => client.scale(Deployment).patch('a', 1, options)],
  ['scale.apply', (client, options) => client.scale(Deployment).apply('a', 1, options)],
];

/** Those that send no fields. */
const deletes: typeof writes = [
  ['delete of an object', (client, options) => client.delete(map, options)],
  ['delete by key', (client, options) => client.delete(ConfigMap, 'a', options)],
  ['deleteAllOf', (client, options) => client.deleteAllOf(ConfigMap, { namespace: 'mine', ...options })],
  ['evictPod', (client, options) => evictPod(client, 'a', options)],
];

describe('with dryRun', () => {
  it.each([...writes, ...deletes])('%s is a dry run, even where it says otherwise', async (_name, write) => {
    for (const options of [{}, { dryRun: true }, { dryRun: false }]) {
      const told: Write[] = [];
      const [client, transport] = derived({ dryRun: true, onWrite: (one) => told.push(one) });
      expect(client.dryRun).toBe(true);
      await write(client, options);
      const [{ path, body } = { path: '' }] = transport.requests;
      const sent = `${path} ${JSON.stringify(bodyOf(body))}`;
      expect(sent).toMatch(/[?&]dryRun=All|"dryRun":\["All"\]/);
      expect(told).toEqual([]);
    }
  });

  it('reads are what they were', async () => {
    const [client, transport] = derived({ dryRun: true });
    await client.get(ConfigMap, 'a');
    await client.list(ConfigMap);
    expect(transport.lines).toEqual(['GET namespaces/mine/configmaps/a', 'GET configmaps']);
  });

  it('holds for clients derived from it, unless they say otherwise', async () => {
    const [client, transport] = derived({ dryRun: true });
    await client.with({ fieldManager: 'me' }).update(map);
    await client.with({ dryRun: false }).update(map);
    expect(transport.lines).toEqual([
      'PUT namespaces/mine/configmaps/a?dryRun=All&fieldManager=me',
      'PUT namespaces/mine/configmaps/a',
    ]);
  });
});

describe('with fieldManager and fieldValidation', () => {
  const overrides = { fieldManager: 'owner', fieldValidation: 'Strict' } as const;

  it.each(writes)('%s sends both', async (_name, write) => {
    const [client, transport] = derived(overrides);
    await write(client, {});
    expect(transport.lines[0]).toMatch(/\?fieldManager=owner&fieldValidation=Strict$/);
  });

  it.each(writes)('%s sends its own instead', async (_name, write) => {
    const [client, transport] = derived(overrides);
    const own: object = { fieldManager: 'other', fieldValidation: 'Warn' };
    await write(client, own);
    expect(transport.lines[0]).toMatch(/\?fieldManager=other&fieldValidation=Warn$/);
  });

  it('may be settings of the client itself', async () => {
    const transport = new Echo();
    const client = createClient({ transport, ...overrides, dryRun: true, onlyNamespace: 'ns' });
    await client.create(map);
    expect(transport.lines).toEqual([
      'POST namespaces/ns/configmaps?dryRun=All&fieldManager=owner&fieldValidation=Strict',
    ]);
  });
});

describe('with onlyNamespace', () => {
  const [only, other] = ['team', 'foreign'];
  const foreign = ConfigMap({ metadata: { name: 'a', namespace: other } });
  const node = Node({ metadata: { name: 'n' } });
  const drain = async (stream: AsyncIterable<unknown>) => {
    for await (const _event of stream) break;
  };

  it('everything without a namespace goes to it', async () => {
    const [client, transport] = derived({ onlyNamespace: only });
    expect([client.defaultNamespace, client.onlyNamespace]).toEqual([only, only]);
    await client.get(ConfigMap, 'a');
    await client.list(ConfigMap);
    await client.list(ConfigMap, { namespace: only });
    await client.listRaw(ConfigMap);
    await client.deleteAllOf(ConfigMap);
    for (const [, write] of [...writes, ...deletes.slice(0, 2)]) await write(client, {});
    await client.create(ConfigMap({ metadata: { generateName: 'a-' } }));
    await drain(client.watchRaw(ConfigMap)).catch(() => undefined);
    for (const line of transport.lines) expect(line).toMatch(/ \S*namespaces\/team\//);
    expect(transport.lines.at(-1)).toContain('watch=true');
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['get', (client) => client.get(ConfigMap, 'foreign/a')],
    ['list', (client) => client.list(ConfigMap, { namespace: other })],
    ['listRaw', (client) => client.listRaw(ConfigMap, { namespace: other })],
    ['watch', (client) => drain(client.watch(ConfigMap, { namespace: other }))],
    ['create', (client) => client.create(foreign)],
    ['update', (client) => client.update(foreign)],
    ['patch', (client) => client.patch(ConfigMap, 'foreign/a', merge)],
    ['apply', (client) => client.apply(foreign)],
    ['delete', (client) => client.delete(foreign)],
    ['deleteAllOf', (client) => client.deleteAllOf(ConfigMap, { namespace: other })],
    ['status.update', (client) => client.status.update(foreign)],
    ['status.patch', (client) => client.status.patch(ConfigMap, 'foreign/a', merge)],
    ['status.apply', (client) => client.status.apply(foreign)],
    ['subresource', (client) => client.subresource('scale').get(Deployment, 'foreign/a')],
    ['evictPod', (client) => evictPod(client, 'foreign/a')],
  ])('%s of another namespace is refused, and nothing is sent', async (_name, call) => {
    const [client, transport] = derived({ onlyNamespace: only });
    const error = await call(client).catch((caught: unknown) => caught);
    expect(isInvalidRequest(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'OtherNamespace',
      message: expect.stringMatching(
        /^cannot reach .* in the namespace foreign: this client keeps to the namespace team$/,
      ) as string,
    });
    expect(transport.requests).toEqual([]);
  });

  it('cluster-scoped kinds are as ever', async () => {
    const [client, transport] = derived({ onlyNamespace: only });
    await client.get(Node, 'n');
    await client.list(Node);
    await client.create(node);
    await client.update(node);
    await client.patch(Node, 'n', merge);
    await client.apply(node);
    await client.deleteAllOf(Node);
    for (const line of transport.lines) expect(line).toMatch(/^[A-Z]+ nodes/);
  });

  it('what does not say its kind is refused as ever', async () => {
    const [client, transport] = derived({ onlyNamespace: only });
    await expect(client.create({ metadata: { name: 'a' } })).rejects.toMatchObject({ code: 'MissingKind' });
    expect(transport.requests).toEqual([]);
  });
});
