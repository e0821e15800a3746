import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Pod } from '@kubewright/api/core/v1';
import { afterEach, describe, expect, it } from 'vitest';

import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { metadataOnly } from '../metadata-only.js';
import { mergePatch } from '../patch.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { createToken } from './create-token.js';
import { addEphemeralContainers, bindPod, evictPod, resizePod } from './pods.js';

let transport = new FakeTransport();
afterEach(() => transport.assertConsumed());

function script(...exchanges: Exchange[]): Client {
  transport = new FakeTransport(...exchanges);
  return createClient({ transport });
}

const pod = Pod({ metadata: { name: 'p', namespace: 'ns' } });
const path = '/api/v1/namespaces/ns/pods/p';

describe('scale', () => {
  const at = '/apis/apps/v1/namespaces/default/deployments/web/scale';
  const scale = { apiVersion: 'autoscaling/v1' as const, kind: 'Scale' as const, spec: { replicas: 2 } };

  it('is read, replaced, patched and applied', async () => {
    const client = script(
      { request: `GET ${at}`, answer: scale },
      { request: `PUT ${at}`, body: scale, answer: scale },
      { request: `PATCH ${at}`, body: { spec: { replicas: 5 } }, answer: scale },
      {
        request: `PATCH ${at}?fieldManager=me&force=true`,
        body: {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'web' },
          spec: { replicas: 3 },
        },
        answer: scale,
      },
    );
    const scales = client.scale(Deployment);
    expect((await scales.get('web')).spec?.replicas).toBe(2);
    await scales.update('web', scale);
    await scales.patch('default/web', 5);
    await scales.apply('default/web', 3, { fieldManager: 'me', force: true });
  });
});

describe('a pod', () => {
  it('is evicted with the options of a delete', async () => {
    const eviction = (deleteOptions: object) => ({
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { namespace: 'ns', name: 'p' },
      deleteOptions,
    });
    const client = script(
      { request: `POST ${path}/eviction`, body: eviction({}), answer: {} },
      {
        request: `POST ${path}/eviction?dryRun=All`,
        body: eviction({ dryRun: ['All'], gracePeriodSeconds: 0 }),
        answer: {},
      },
    );
    await evictPod(client, 'ns/p');
    await evictPod(client, 'ns/p', { dryRun: true, gracePeriodSeconds: 0 });
  });

  it('is bound to a node', async () => {
    const client = script({
      request: `POST ${path}/binding`,
      body: {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { namespace: 'ns', name: 'p' },
        target: { apiVersion: 'v1', kind: 'Node', name: 'n' },
      },
      answer: { kind: 'Status' },
    });
    await bindPod(client, pod, 'n');
  });

  it('gets ephemeral containers, and other resources', async () => {
    const debug = { name: 'debug', image: 'busybox' };
    const client = script(
      {
        request: `PATCH ${path}/ephemeralcontainers`,
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
        body: { spec: { ephemeralContainers: [debug] } },
        answer: pod,
      },
      {
        request: `PATCH ${path}/resize`,
        body: { spec: { containers: [{ name: 'app', resources: { requests: { cpu: '2' } } }] } },
        answer: pod,
      },
    );
    await addEphemeralContainers(client, pod, [debug]);
    await resizePod(client, 'ns/p', { app: { requests: { cpu: '2' } } });
  });
});

describe('createToken', () => {
  it('asks for a token of a service account', async () => {
    const status = { token: 't', expirationTimestamp: '2026-01-01T00:00:00Z' };
    const client = script({
      request: 'POST /api/v1/namespaces/default/serviceaccounts/robot/token',
      body: {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: { namespace: 'default', name: 'robot' },
        spec: { audiences: ['vault'], expirationSeconds: 600 },
      },
      answer: { kind: 'TokenRequest', status },
    });
    expect(await createToken(client, 'robot', { audiences: ['vault'], expirationSeconds: 600 })).toEqual(
      status,
    );
  });
});

describe('metadataOnly', () => {
  const Names = metadataOnly(ConfigMap);
  const maps = '/api/v1/namespaces/default/configmaps';
  const partial = (name: string) => ({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { name },
  });
  const whole = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';

  it('brings metadata under the kind of the object, however the server calls it', async () => {
    const client = script(
      { request: `GET ${maps}/a`, headers: { accept }, answer: partial('a') },
      {
        request: 'GET /api/v1/configmaps',
        headers: { accept: accept.replace('Metadata;', 'MetadataList;') },
        answer: {
          kind: 'PartialObjectMetadataList',
          apiVersion: 'meta.k8s.io/v1',
          metadata: { resourceVersion: '9' },
          items: [partial('a'), { ...whole('b'), data: { k: 'v' } }],
        },
      },
      {
        request: 'GET /api/v1/configmaps?watch=true',
        headers: { accept },
        chunks: [`${JSON.stringify({ type: 'ADDED', object: partial('c') })}\n`],
      },
      {
        request: `PATCH ${maps}/a`,
        headers: { accept },
        body: { metadata: { labels: { a: 'b' } } },
        answer: partial('a'),
      },
      {
        request: `DELETE ${maps}/a`,
        body: { apiVersion: 'v1', kind: 'DeleteOptions' },
        answer: { kind: 'Status' },
      },
      {
        request: `PUT ${maps}/a`,
        headers: { accept: 'application/json' },
        body: whole('a'),
        answer: whole('a'),
      },
    );
    expect(await client.get(Names, 'a')).toEqual(whole('a'));
    expect(await client.list(Names)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMapList',
      metadata: { resourceVersion: '9' },
      items: [whole('a'), whole('b')],
    });
    for await (const event of client.watch(Names)) expect(event.object).toEqual(whole('c'));
    const patched = await client.patch(Names, 'a', mergePatch({ metadata: { labels: { a: 'b' } } }));
    expect(patched).toEqual(whole('a'));
    await client.delete(Names, 'a');
    await client.update(whole('a'));
  });

  it('is not written as a whole, which would empty the object', async () => {
    const client = script(
      { request: `GET ${maps}/a`, answer: partial('a') },
      { request: 'GET /api/v1/configmaps', answer: { metadata: {}, items: [partial('b')] } },
    );
    const objects = [await client.get(Names, 'a'), ...(await client.list(Names)).items];
    const refusal = { code: 'MetadataOnly', message: expect.stringContaining('patch it instead') as string };
    for (const object of objects) {
      await expect(client.create(object)).rejects.toMatchObject(refusal);
      await expect(client.update(object)).rejects.toMatchObject(refusal);
      await expect(client.status.update(object)).rejects.toMatchObject(refusal);
    }
  });

  it('leaves the kind itself as it was to everyone else', async () => {
    const client = script({ request: `GET ${maps}/a`, answer: partial('a') });
    await client.get(Names, 'a');
    expect(await client.mapper.kindFor('v1', 'ConfigMap')).not.toHaveProperty('metadataOnly');
    expect(Names({ metadata: { name: 'a' } })).toEqual(whole('a'));
  });
});
