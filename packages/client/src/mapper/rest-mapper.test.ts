import { defineKind } from '@kubewright/api';
import type { Clock, Kind, Transport } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';

import { createClient } from '../client/create-client.js';
import type { Client } from '../client/client.js';
import { isNoKindMatch } from '../errors.js';
import { FakeTransport } from '../test-support/fake-transport.js';

const Widget = defineKind({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgetries',
  namespaced: false,
});
const resources = [
  { name: 'gadgets', kind: 'Gadget', namespaced: true },
  { name: 'gadgets/status', kind: 'Gadget', namespaced: true },
  { name: 'doodads', kind: 'Doodad', namespaced: false },
];
const discovery = 'GET /apis/example.com/v1';
const namesOf = ({ apiVersion, plural, namespaced }: Kind) => ({ apiVersion, plural, namespaced });

/** All waiting is over at once; what was waited for is noted. */
const waits: number[] = [];
let now = 0;
const clock: Clock = {
  now: () => now,
  setTimer: (callback, delayMs) => {
    waits.push(delayMs);
    queueMicrotask(() => {
      now += delayMs;
      callback();
    });
    return { cancel: () => undefined };
  },
};
beforeEach(() => {
  waits.length = 0;
});
const client = (transport: Transport): Client => createClient({ transport, clock });

describe('kindFor', () => {
  it('knows the built-in kinds without a request', async () => {
    const { mapper } = client(new FakeTransport());
    expect(namesOf(await mapper.kindFor('v1', 'Namespace'))).toMatchObject({
      plural: 'namespaces',
      namespaced: false,
    });
    expect(namesOf(await mapper.kindFor('networking.k8s.io/v1', 'Ingress'))).toMatchObject({
      plural: 'ingresses',
      namespaced: true,
    });
  });

  it('knows the kinds that the client was made with or used with', async () => {
    const transport = new FakeTransport({ request: 'GET /apis/example.com/v1/widgetries/a', answer: {} });
    const used = client(transport);
    await used.get(Widget, 'a');
    expect(await used.mapper.kindFor('example.com/v1', 'Widget')).toBe(Widget);
    const made = createClient({ transport, kinds: [Widget] });
    expect(await made.mapper.kindFor('example.com/v1', 'Widget')).toBe(Widget);
    transport.assertConsumed();
  });

  it('asks discovery once for all kinds of a group-version', async () => {
    const transport = new FakeTransport({ request: discovery, answer: { resources } });
    const { mapper } = client(transport);
    expect(namesOf(await mapper.kindFor('example.com/v1', 'Gadget'))).toMatchObject({
      apiVersion: 'example.com/v1',
      plural: 'gadgets',
      namespaced: true,
    });
    expect(namesOf(await mapper.kindFor('example.com/v1', 'Doodad'))).toMatchObject({
      plural: 'doodads',
      namespaced: false,
    });
    transport.assertConsumed();
  });

  it('asks again for what it did not find: a CRD may have been installed', async () => {
    const transport = new FakeTransport(
      { request: discovery, status: 404, answer: { kind: 'Status', reason: 'NotFound', code: 404 } },
      { request: discovery, answer: { resources: [] } },
      { request: discovery, answer: { resources } },
    );
    const { mapper } = client(transport);
    for (let round = 0; round < 2; round += 1) {
      const error = await mapper.kindFor('example.com/v1', 'Gadget').catch((caught: unknown) => caught);
      expect(isNoKindMatch(error)).toBe(true);
    }
    expect(namesOf(await mapper.kindFor('example.com/v1', 'Gadget'))).toMatchObject({ plural: 'gadgets' });
    transport.assertConsumed();
    // Not sooner than half a second after the question before.
    expect(waits).toEqual([500, 500]);
  });

  it('asks once for all who ask at the same time, of whom one may give up', async () => {
    const transport = new FakeTransport({ request: discovery, answer: { resources } });
    const { mapper } = client(transport);
    const stop = new AbortController();
    const asked = ['Gadget', 'Doodad', 'Gadget'].map((kind, index) =>
      mapper.kindFor('example.com/v1', kind, index === 0 ? { signal: stop.signal } : {}).then(
        ({ plural }) => plural,
        (error: unknown) => (error as Error).message,
      ),
    );
    stop.abort(new Error('enough'));
    expect(await Promise.all(asked)).toEqual(['enough', 'doodads', 'gadgets']);
    transport.assertConsumed();
  });

  it('says whether a kind lives in namespaces, and what an object is', async () => {
    const { mapper } = client(new FakeTransport());
    expect(await mapper.isNamespaced('v1', 'Node')).toBe(false);
    expect(await mapper.isNamespaced('apps/v1', 'Deployment')).toBe(true);
    expect(mapper.gvkFor({ apiVersion: 'apps/v1', kind: 'Deployment' })).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
    });
    expect(() => mapper.gvkFor({ metadata: { name: 'a' } })).toThrow('says no apiVersion and kind');
  });

  it('does not take a broken discovery for a missing kind', async () => {
    const transport = new FakeTransport({
      request: discovery,
      status: 503,
      answer: { kind: 'Status', reason: 'ServiceUnavailable' },
    });
    const error = await client(transport)
      .mapper.kindFor('example.com/v1', 'Gadget')
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ reason: 'ServiceUnavailable' });
  });

  it('lets an object of any kind be written', async () => {
    const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g', namespace: 'ns' } };
    const transport = new FakeTransport(
      { request: discovery, answer: { resources } },
      { request: 'POST /apis/example.com/v1/namespaces/ns/gadgets', body: gadget, answer: gadget },
    );
    await client(transport).create(gadget);
    transport.assertConsumed();
  });
});

describe('what a person types', () => {
  const entry = (kind: string, plural: string, more: object = {}) => ({
    resource: plural,
    responseKind: { kind },
    scope: 'Namespaced',
    singularResource: kind.toLowerCase(),
    verbs: ['list'],
    ...more,
  });
  const core = {
    request: 'GET /api',
    answer: {
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: {},
          versions: [
            {
              version: 'v1',
              resources: [
                entry('Pod', 'pods', { shortNames: ['po'], categories: ['all'] }),
                entry('Event', 'events', { shortNames: ['ev'] }),
              ],
            },
          ],
        },
      ],
    },
  };
  const groupsWith = (...more: unknown[]) => ({
    request: 'GET /apis',
    answer: {
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: 'apps' },
          versions: [
            {
              version: 'v1',
              resources: [
                entry('Deployment', 'deployments', { shortNames: ['deploy'], categories: ['all'] }),
              ],
            },
          ],
        },
        {
          metadata: { name: 'events.k8s.io' },
          versions: [{ version: 'v1', resources: [entry('Event', 'events')] }],
        },
        {
          metadata: { name: 'metrics.k8s.io' },
          versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }],
        },
        {
          metadata: { name: 'example.com' },
          versions: [
            { version: 'v2', resources: [entry('Gadget', 'gadgets')] },
            { version: 'v1', resources: [entry('Gadget', 'gadgets'), entry('Old', 'olds')] },
          ],
        },
        ...more,
      ],
    },
  });

  it.each([
    ['deployments', 'apps/v1 Deployment'],
    ['Deployment', 'apps/v1 Deployment'],
    ['deploy', 'apps/v1 Deployment'],
    ['deploy.apps', 'apps/v1 Deployment'],
    ['deployments.v1.apps', 'apps/v1 Deployment'],
    ['po', 'v1 Pod'],
    ['events', 'v1 Event'],
    ['events.events.k8s.io', 'events.k8s.io/v1 Event'],
    ['gadgets', 'example.com/v2 Gadget'],
    ['gadgets.v1.example.com', 'example.com/v1 Gadget'],
    ['olds', 'example.com/v1 Old'],
  ])('%s is %s', async (text, expected) => {
    const { mapper } = client(new FakeTransport(core, groupsWith()));
    const kind = await mapper.kindForResource(text);
    expect(`${kind.apiVersion} ${kind.kind}`).toBe(expected);
  });

  it('is looked for again when it is not known: a CRD may have been installed', async () => {
    const widgets = {
      metadata: { name: 'new.example.com' },
      versions: [{ version: 'v1', resources: [entry('Widget', 'widgets')] }],
    };
    const transport = new FakeTransport(core, groupsWith(), core, groupsWith(), core, groupsWith(widgets));
    const { mapper } = client(transport);
    expect((await mapper.kindForResource('gadgets')).version).toBe('v2');
    expect((await mapper.kindForResource('pods')).kind).toBe('Pod');
    await expect(mapper.kindForResource('widgets')).rejects.toThrow('knows no kind widgets');
    expect((await mapper.kindForResource('widgets')).apiVersion).toBe('new.example.com/v1');
    expect(waits).toEqual([500, 500]);
    transport.assertConsumed();
  });

  it('prefers the version that the server prefers, and does not take a silent group for one without the kind', async () => {
    const transport = new FakeTransport(core, groupsWith(), core, groupsWith());
    const { mapper } = client(transport);
    expect((await mapper.preferredKindFor('example.com', 'Gadget')).version).toBe('v2');
    expect((await mapper.preferredKindFor('example.com', 'Old')).version).toBe('v1');
    await expect(mapper.preferredKindFor('metrics.k8s.io', 'NodeMetrics')).rejects.toThrow(
      'cannot tell the resources of metrics.k8s.io/v1beta1',
    );
    transport.assertConsumed();
  });

  it('may be a category', async () => {
    const { mapper } = client(new FakeTransport(core, groupsWith()));
    expect((await mapper.kindsInCategory('all')).map(({ kind }) => kind)).toEqual(['Pod', 'Deployment']);
  });
});
