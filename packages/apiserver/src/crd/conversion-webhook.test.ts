import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import { TestWebhooks } from '../test-support/webhooks.js';
import type { Review, TestWebhook } from '../test-support/webhooks.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const things = (version: string): string => `/apis/conv.example.com/${version}/namespaces/default/things`;
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const METADATA = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };

interface Thing {
  apiVersion: string;
  kind?: string;
  metadata?: Record<string, unknown>;
  spec?: { size?: number; big?: number; color?: string };
}

const object = (version: string, name: string, spec: object, metadata: object = {}) => ({
  apiVersion: `conv.example.com/${version}`,
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});

/** `size` of v1 is called `big` in the others. */
function converted({ request }: Review): Thing[] {
  const apiVersion = request['desiredAPIVersion'] as string;
  return (request['objects'] as Thing[]).map(({ spec, ...thing }) => {
    const { size, big, ...rest } = spec ?? {};
    const value = size ?? big;
    const name = apiVersion.endsWith('v1') ? 'size' : 'big';
    return { ...thing, apiVersion, spec: { ...rest, ...(value === undefined ? {} : { [name]: value }) } };
  });
}

const success: TestWebhook = (review) => ({
  result: { status: 'Success' },
  convertedObjects: converted(review),
});

const definition = (versions: readonly string[], storage: string, conversion: object) => ({
  metadata: { name: 'things.conv.example.com' },
  spec: {
    group: 'conv.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    conversion,
    versions: versions.map((name) => ({
      name,
      served: true,
      storage: name === storage,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                size: { type: 'integer' },
                big: { type: 'integer' },
                color: { type: 'string', default: 'red' },
              },
            },
            status: { type: 'object', properties: { size: { type: 'integer' } } },
          },
        },
      },
      subresources: {
        status: {},
        scale: {
          specReplicasPath: name === 'v1' ? '.spec.size' : '.spec.big',
          statusReplicasPath: '.status.size',
        },
      },
      additionalPrinterColumns: [
        { name: 'Size', type: 'integer', jsonPath: name === 'v1' ? '.spec.size' : '.spec.big' },
      ],
    })),
  },
});

const byWebhook = {
  strategy: 'Webhook',
  webhook: { clientConfig: { url: 'https://127.0.0.1:9443/conv' }, conversionReviewVersions: ['v1'] },
};

describe('conversion by a webhook', () => {
  const webhooks = new TestWebhooks();
  const test = useServer({ webhooks: { caller: webhooks } });

  async function define(handler: TestWebhook = success): Promise<void> {
    webhooks.calls.length = 0;
    webhooks.on('/conv', handler);
    expect(
      (await test.client.create(DEFINITIONS, definition(['v1', 'v2', 'v3'], 'v1', byWebhook))).status,
    ).toBe(201);
  }

  it('asks nobody about the stored version', async () => {
    await define();
    await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    expect((await test.client.get(`${things('v1')}/a`)).body).toMatchObject({
      spec: { size: 1, color: 'red' },
    });
    expect(webhooks.calls).toEqual([]);
  });

  it('stores what comes in another version, and shows it in each', async () => {
    await define();
    const created = await test.client.create(things('v2'), object('v2', 'b', { big: 2, nope: 1 }));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ apiVersion: 'conv.example.com/v2', spec: { big: 2, color: 'red' } });
    expect(created.body['spec']).not.toHaveProperty('nope');
    expect((await test.client.get(`${things('v1')}/b`)).body).toMatchObject({ spec: { size: 2 } });
    expect((await test.client.get(`${things('v3')}/b`)).body).toMatchObject({ spec: { big: 2 } });
  });

  it('sends the review that the real server sends', async () => {
    await define();
    const { body } = await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    await test.client.get(`${things('v2')}/a`);
    const [{ path, review }] = webhooks.calls as unknown as [{ path: string; review: Review }];
    const { resourceVersion: _, ...metadata } = body['metadata'] as Record<string, unknown>;
    expect(path).toBe('/conv?timeout=30s');
    expect(review).toEqual({
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.k8s.io/v1',
      request: {
        uid: review.request.uid,
        desiredAPIVersion: 'conv.example.com/v2',
        objects: [{ ...object('v1', 'a', { size: 1, color: 'red' }), metadata }],
      },
      response: { uid: '', convertedObjects: null, result: { metadata: {} } },
    });
  });

  it('asks once for a list, in each form of it', async () => {
    await define();
    for (const name of ['a', 'b']) await test.client.create(things('v1'), object('v1', name, { size: 1 }));
    const list = await test.client.get(things('v2'));
    expect(list.body['items']).toMatchObject([{ spec: { big: 1 } }, { spec: { big: 1 } }]);
    expect(webhooks.calls).toHaveLength(1);
    const table = await test.client.get(things('v2'), TABLE);
    expect((table.body['rows'] as Array<{ cells: unknown[] }>).map(({ cells }) => cells)).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    const metadata = await test.client.get(things('v2'), METADATA);
    expect(metadata.body['items']).toMatchObject([{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }]);
    expect(webhooks.calls).toHaveLength(3);
  });

  it('updates, patches, scales and deletes in any version', async () => {
    await define();
    await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    const { resourceVersion } = (await test.client.get(`${things('v1')}/a`)).body['metadata'] as {
      resourceVersion: string;
    };
    const updated = await test.client.update(
      `${things('v2')}/a`,
      object('v2', 'a', { big: 3 }, { resourceVersion }),
    );
    expect(updated.body).toMatchObject({ metadata: { generation: 2 }, spec: { big: 3 } });
    const patched = await test.client.patch('merge', `${things('v3')}/a`, { spec: { big: 4 } });
    expect(patched.body).toMatchObject({ apiVersion: 'conv.example.com/v3', spec: { big: 4 } });
    const unchanged = await test.client.patch('merge', `${things('v3')}/a`, {});
    expect(unchanged.body['metadata']).toEqual(patched.body['metadata']);
    const status = await test.client.patch('merge', `${things('v2')}/a/status`, { status: { size: 7 } });
    expect(status.body).toMatchObject({ spec: { big: 4 }, status: { size: 7 } });
    const scaled = await test.client.patch('merge', `${things('v2')}/a/scale`, { spec: { replicas: 5 } });
    expect(scaled.body).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 7 } });
    expect((await test.client.get(`${things('v1')}/a`)).body).toMatchObject({ spec: { size: 5 } });
    expect((await test.client.delete(`${things('v2')}/a`)).status).toBe(200);
    expect((await test.client.get(`${things('v1')}/a`)).status).toBe(404);
  });

  it('deletes a collection and shows what is gone', async () => {
    await define();
    await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    const { body } = await test.client.delete(things('v2'));
    expect(body['items']).toMatchObject([{ apiVersion: 'conv.example.com/v2', spec: { big: 1 } }]);
    expect((await test.client.get(things('v2'))).body['items']).toEqual([]);
  });

  it('watches in another version, in order', async () => {
    await define();
    await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    const watch = await test.client.watch(`${things('v2')}?watch=1&allowWatchBookmarks=true`);
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { spec: { big: 1 } } });
    expect(await watch.next()).toMatchObject({ type: 'BOOKMARK' });
    await test.client.create(things('v1'), object('v1', 'b', { size: 2 }));
    await test.client.delete(`${things('v1')}/a`);
    test.server.sendBookmarks();
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { spec: { big: 2 } } });
    expect(await watch.next()).toMatchObject({ type: 'DELETED', object: { spec: { big: 1 } } });
    expect(await watch.next()).toMatchObject({ type: 'BOOKMARK' });
    watch.cancel();
  });

  it('ends a watch that it cannot convert for', async () => {
    await define();
    const watch = await test.client.watch(`${things('v2')}?watch=1`);
    webhooks.on('/conv', () => ({ result: { status: 'Failure', message: 'cannot' } }));
    await test.client.create(things('v1'), object('v1', 'a', { size: 1 }));
    expect(await watch.next()).toMatchObject({
      type: 'ERROR',
      object: { message: 'conversion webhook for conv.example.com/v1, Kind=Thing failed: cannot' },
    });
    expect(await watch.next()).toBeUndefined();
  });

  it('stores nothing when the webhook fails', async () => {
    await define(() => ({ result: { status: 'Failure', message: 'cannot' } }));
    const { status, body } = await test.client.create(things('v2'), object('v2', 'a', { big: 1 }));
    expect(status).toBe(500);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'conversion webhook for conv.example.com/v2, Kind=Thing failed: cannot',
      code: 500,
    });
    expect((await test.client.get(`${things('v1')}/a`)).status).toBe(404);
  });

  // What kube-apiserver 1.36.1 says of wrong answers, after "conversion webhook for ... Kind=Thing ".
  const about = 'conversion webhook for conv.example.com/v1, Kind=Thing ';
  const answers: ReadonlyArray<readonly [string, (response: Answer, thing: Thing) => void, string]> = [
    ['another uid', (response) => (response.uid = 'zz'), 'failed: expected response.uid="$uid", got "zz"'],
    [
      'a failure without a reason',
      (response) => (response.result = { status: 'Failure' }),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
    [
      'no result',
      (response) => delete response.result,
      "failed: response.result.status was '', not 'Success'",
    ],
    ['too few objects', (response) => (response.convertedObjects = []), 'returned 0 objects, expected 1'],
    [
      'too many objects',
      (response, thing) => response.convertedObjects.push(thing),
      'returned 2 objects, expected 1',
    ],
    [
      'another version',
      (_, thing) => (thing.apiVersion = 'conv.example.com/v3'),
      'returned invalid object at index 0: invalid groupVersion (expected conv.example.com/v2, received conv.example.com/v3)',
    ],
    [
      'another kind',
      (_, thing) => (thing.kind = 'X'),
      'returned invalid object at index 0: invalid kind (expected Thing, received X)',
    ],
    [
      'no metadata',
      (_, thing) => delete thing.metadata,
      'returned invalid object: must have the same name: e != ',
    ],
    [
      'another name',
      (_, thing) => (thing.metadata!['name'] = 'zz'),
      'returned invalid object: must have the same name: e != zz',
    ],
    [
      'another namespace',
      (_, thing) => (thing.metadata!['namespace'] = 'zz'),
      'returned invalid object: must have the same namespace: default != zz',
    ],
    [
      'labels that are a list',
      (_, thing) => (thing.metadata!['labels'] = []),
      'returned invalid metadata: invalid metadata.labels of type []interface {} in converted object',
    ],
    [
      'labels that are no text',
      (_, thing) => (thing.metadata!['labels'] = { x: 1 }),
      'returned invalid metadata: metadata.labels[x] must be a string, but is int64 in converted object',
    ],
    [
      'annotations that are not allowed',
      (_, thing) => (thing.metadata!['annotations'] = { '!!': 'x' }),
      `returned invalid metadata: metadata.annotation: Invalid value: "!!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
  ];

  it.each(answers)('refuses %s', async (_, change, text) => {
    await define((review) => {
      const response = {
        uid: review.request.uid,
        result: { status: 'Success' },
        convertedObjects: converted(review),
      };
      change(response, response.convertedObjects[0]!);
      return response;
    });
    await test.client.create(things('v1'), object('v1', 'e', { size: 1 }, { labels: { l: '1' } }));
    const { status, body } = await test.client.get(`${things('v2')}/e`);
    expect(status).toBe(500);
    const uid = webhooks.calls[0]!.review.request.uid;
    expect(body['message']).toBe(about + text.replace('$uid', uid));
  });

  it('believes the webhook about labels and annotations, and about nothing else in metadata', async () => {
    await define((review) => ({
      result: { status: 'Success' },
      convertedObjects: converted(review).map((thing) => ({
        ...thing,
        metadata: {
          ...thing.metadata,
          labels: { x: 'y' },
          annotations: undefined,
          finalizers: ['a/b'],
          generation: 77,
        },
      })),
    }));
    const metadata = { labels: { l: '1' }, annotations: { n: '1' } };
    const { body } = await test.client.create(things('v1'), object('v1', 'e', { size: 1 }, metadata));
    const { annotations: _, ...kept } = body['metadata'] as Record<string, unknown>;
    expect((await test.client.get(`${things('v2')}/e`)).body['metadata']).toEqual({
      ...kept,
      labels: { x: 'y' },
    });
  });
});

interface Answer {
  uid: string;
  result?: { status: string; message?: string };
  convertedObjects: unknown[];
}

describe('conversion by none', () => {
  const test = useServer();
  const none = { strategy: 'None' };

  it('rewrites the version, also of what was stored before another version became the stored one', async () => {
    await test.client.create(DEFINITIONS, definition(['v1', 'v2'], 'v1', none));
    const old = await test.client.create(things('v1'), object('v1', 'old', { big: 1 }));
    const path = `${DEFINITIONS}/things.conv.example.com`;
    const { body } = await test.client.get(path);
    const { spec } = definition(['v1', 'v2'], 'v2', none);
    const updated = await test.client.update(path, { ...body, spec });
    expect(updated.status).toBe(200);
    expect((await test.client.get(path)).body['status']).toMatchObject({ storedVersions: ['v1', 'v2'] });
    await test.client.create(things('v2'), object('v2', 'young', { big: 2 }));
    for (const version of ['v1', 'v2']) {
      const apiVersion = `conv.example.com/${version}`;
      const { body: list } = await test.client.get(things(version));
      expect(list['items']).toMatchObject([
        { apiVersion, metadata: { name: 'old' } },
        { apiVersion, metadata: { name: 'young' } },
      ]);
    }
    // Nothing was written for that.
    expect((await test.client.get(`${things('v2')}/old`)).body['metadata']).toEqual(old.body['metadata']);
  });

  it('keeps a version that may still be stored', async () => {
    await test.client.create(DEFINITIONS, definition(['v1', 'v2'], 'v1', none));
    const path = `${DEFINITIONS}/things.conv.example.com`;
    await test.client.update(path, {
      ...(await test.client.get(path)).body,
      spec: definition(['v1', 'v2'], 'v2', none).spec,
    });
    const without = async () =>
      test.client.update(path, {
        ...(await test.client.get(path)).body,
        spec: definition(['v2'], 'v2', none).spec,
      });
    const refused = await without();
    expect(refused.status).toBe(422);
    expect(refused.body['message']).toContain(
      'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version',
    );
    await test.client.patch('merge', `${path}/status`, { status: { storedVersions: ['v2'] } });
    expect((await without()).status).toBe(200);
  });
});
