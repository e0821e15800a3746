import { describe, expect, it } from 'vitest';
import { defineKind, silentLogger } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { ManualClock } from '../../test-support/manual-clock.js';
import { callHandler } from '../../test-support/webhook-call.js';
import { conversionFor } from './conversion-builder.js';
import type { ConversionBuilder } from './conversion-builder.js';
import { conversionEndpoint } from './conversion-endpoint.js';

const group = 'example.com';
type Hub = CustomResource<{ size: number; color?: string }>;
const Hub = defineKind<Hub>({ group, version: 'v2', kind: 'Widget' });
type Old = CustomResource<{ replicas: number }>;
const Old = defineKind<Old>({ group, version: 'v1', kind: 'Widget' });
type Older = CustomResource<{ count: string }>;
const Older = defineKind<Older>({ group, version: 'v1alpha1', kind: 'Widget' });

const widgets = conversionFor(Hub)
  .spoke(Old, {
    toHub: ({ spec }, { kept }) => ({ spec: { ...kept?.spec, size: spec.replicas } }),
    fromHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
    keepHub: true,
  })
  .spoke(Older, {
    toHub: ({ spec, metadata }) => {
      const size = Number(spec.count);
      if (Number.isNaN(size)) throw new Error(`spec.count: ${spec.count} is not a number`);
      return {
        spec: { size },
        metadata: { annotations: metadata?.annotations, labels: { from: 'v1alpha1' } },
      };
    },
    fromHub: async ({ spec }) => {
      await Promise.resolve();
      return { spec: { count: spec.size.toFixed() } };
    },
  });

function converter(...definitions: Array<ConversionBuilder<Hub>>) {
  let panics = 0;
  const client = {} as Client;
  const converters = definitions.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint) => (endpoint.type === 'conversion' ? [endpoint.converter] : [])),
  );
  const handler = conversionEndpoint({
    converters,
    client,
    apiReader: client,
    clock: new ManualClock(),
    logger: silentLogger,
    onPanic: () => void panics++,
  });
  const ask = async (desiredAPIVersion: string, ...objects: object[]) => {
    const review = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: { uid: 'u1', desiredAPIVersion, objects },
    };
    const { text } = await callHandler(handler, review);
    return JSON.parse(text) as {
      response: {
        uid: string;
        convertedObjects: Array<{ metadata: { annotations?: Record<string, string> } }> | null;
        result: { status: string; message?: string };
      };
    };
  };
  return { handler, ask, panics: () => panics };
}

const metadata = { name: 'w', namespace: 'default', uid: '1', labels: { a: 'b' }, generation: 3 };
const object = (version: string, spec: object, more: object = {}) => ({
  apiVersion: `${group}/${version}`,
  kind: 'Widget',
  metadata: { ...metadata, ...more },
  spec,
});

describe('a conversion', () => {
  const { handler, ask, panics } = converter(widgets);

  it('answers all objects of a review in order, with uid, version and kind; metadata is carried over', async () => {
    expect(await ask(`${group}/v2`, object('v1', { replicas: 1 }), object('v1', { replicas: 2 }))).toEqual({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: {
        uid: 'u1',
        convertedObjects: [object('v2', { size: 1 }), object('v2', { size: 2 })],
        result: { metadata: {}, status: 'Success' },
      },
    });
  });

  it('turns any version into any other, through the hub', async () => {
    const { response } = await ask(`${group}/v1`, object('v1alpha1', { count: '7' }));
    expect(response.convertedObjects).toMatchObject([{ apiVersion: `${group}/v1`, spec: { replicas: 7 } }]);
    const back = await ask(
      `${group}/v1alpha1`,
      object('v1', { replicas: 7 }),
      object('v1alpha1', { count: '8' }),
    );
    expect(back.response.convertedObjects).toEqual([
      object('v1alpha1', { count: '7' }),
      object('v1alpha1', { count: '8' }),
    ]);
  });

  it('takes labels and annotations from the function where it names them', async () => {
    const annotations = { note: 'x' };
    const { response } = await ask(`${group}/v2`, object('v1alpha1', { count: '1' }, { annotations }));
    expect(response.convertedObjects).toEqual([
      object('v2', { size: 1 }, { labels: { from: 'v1alpha1' }, annotations }),
    ]);
  });

  it('keeps in an annotation what a version cannot say, and finds it on the way back', async () => {
    const original = object('v2', { size: 1, color: 'red' }, { annotations: { note: 'x' } });
    const { response } = await ask(`${group}/v1`, original);
    const [old] = response.convertedObjects!;
    expect(old).toMatchObject({ spec: { replicas: 1 }, metadata: { annotations: { note: 'x' } } });
    expect(JSON.parse(old!.metadata.annotations!['example.com/conversion-data']!)).toMatchObject({
      spec: { color: 'red' },
    });
    const edited = { ...old, spec: { replicas: 5 } };
    const back = await ask(`${group}/v2`, edited);
    expect(back.response.convertedObjects).toEqual([
      object('v2', { size: 5, color: 'red' }, { annotations: { note: 'x' } }),
    ]);
  });

  it('takes an annotation that is no JSON for none', async () => {
    const annotations = { 'example.com/conversion-data': '{' };
    const { response } = await ask(`${group}/v2`, object('v1', { replicas: 1 }, { annotations }));
    expect(response.convertedObjects).toEqual([object('v2', { size: 1 })]);
  });

  it.each([
    [
      'a function that throws',
      `${group}/v2`,
      object('v1alpha1', { count: 'many' }),
      'cannot convert Widget default/w from example.com/v1alpha1 to example.com/v2: spec.count: many is not a number',
    ],
    [
      'a version nobody knows',
      `${group}/v9`,
      object('v1', { replicas: 1 }),
      'cannot convert Widget default/w from example.com/v1 to example.com/v9: Widget has no version v9 that can be converted: known are v2, v1, v1alpha1',
    ],
    [
      'another group',
      'other.com/v1',
      object('v1', { replicas: 1 }),
      'cannot convert Widget default/w from example.com/v1 to other.com/v1: versions of different groups cannot be converted',
    ],
    [
      'a kind nobody knows',
      `${group}/v2`,
      { ...object('v1', {}), kind: 'Gadget' },
      'cannot convert Gadget default/w from example.com/v1 to example.com/v2: no conversion is registered for Gadget of example.com',
    ],
  ])('fails as a whole because of %s', async (_name, version, failing, message) => {
    expect((await ask(version, failing, object('v1', { replicas: 1 }))).response).toEqual({
      uid: 'u1',
      convertedObjects: null,
      result: { metadata: {}, status: 'Failure', message },
    });
    expect(panics()).toBe(0);
  });

  it('counts bugs', async () => {
    const { response } = await ask(`${group}/v2`, { ...object('v1', {}), spec: undefined });
    expect(response.result.message).toMatch(/Cannot read properties of undefined/);
    expect(panics()).toBe(1);
  });

  it.each([
    ['{', /^failed to read conversion request: /],
    ['{}', /^conversion request is nil/],
  ])('refuses %s with status 400', async (body, message) => {
    const { status, text } = await callHandler(handler, body);
    expect(status).toBe(400);
    expect(text).toMatch(message);
  });

  it('refuses spokes of another kind and versions it has already', () => {
    const spoke = { toHub: () => ({ spec: { size: 1 } }), fromHub: () => ({ spec: {} }) };
    expect(() => widgets.spoke(Old, spoke as never)).toThrow(
      'example.com/v1 is a spoke of Widget (example.com/v2) twice, or the hub itself',
    );
    expect(() => widgets.spoke(Hub, spoke as never)).toThrow('or the hub itself');
    const Gadget = defineKind<CustomResource<object>>({ group, version: 'v1', kind: 'Gadget' });
    expect(() => widgets.spoke(Gadget, spoke)).toThrow('it is another kind');
  });
});
