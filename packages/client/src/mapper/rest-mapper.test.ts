import { defineKind } from '@kubewright/api';
import type { Kind, Transport } from '@kubewright/api';
import { describe, expect, it } from 'vitest';

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
const client = (transport: Transport): Client => createClient({ transport });

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
