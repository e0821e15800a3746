import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../storage/memory-storage.js';
import { configMap, deployment, pod } from '../test-support/bodies.js';
import type { JsonObject } from '../test-support/line-reader.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const namesOf = (list: JsonObject): string[] =>
  (list['items'] as Array<{ metadata: { name: string } }>).map(({ metadata }) => metadata.name);

describe('list', () => {
  const test = useServer();
  const createAll = async (...names: string[]) => {
    for (const name of names) await test.client.create(MAPS, configMap(name, {}, { name }));
  };

  it('returns the objects by name, and the revision they are the state of', async () => {
    await createAll('c', 'a', 'b');
    const { body } = await test.client.get(MAPS);
    expect(body).toMatchObject({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(test.server.revision) },
    });
    expect(namesOf(body)).toEqual(['a', 'b', 'c']);
  });

  it('leaves the type out of the items of built-in kinds, as the real server does', async () => {
    await createAll('a');
    const { body } = await test.client.get(MAPS);
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = (await test.client.get(`${MAPS}/a`)).body;
    expect(body['items']).toEqual([rest]);
  });

  it('covers all namespaces without one in the path', async () => {
    await createAll('a');
    await test.client.create('/api/v1/namespaces/kube-system/configmaps', configMap('b'));
    expect(namesOf((await test.client.get('/api/v1/configmaps')).body).slice(0, 2)).toEqual(['a', 'b']);
    expect((await test.client.get('/api/v1/namespaces/nope/configmaps')).body['items']).toEqual([]);
  });

  it('selects by labels and by fields', async () => {
    await createAll('a', 'b', 'c');
    const list = async (query: string) => namesOf((await test.client.get(`${MAPS}?${query}`)).body);
    expect(await list('labelSelector=name%20in%20(a,c)')).toEqual(['a', 'c']);
    expect(await list('labelSelector=!name')).toEqual([]);
    expect(await list('fieldSelector=metadata.name%3Db')).toEqual(['b']);
    expect(await list('fieldSelector=metadata.name!%3Db,metadata.namespace%3Ddefault')).toEqual(['a', 'c']);
  });

  it('selects pods by node and phase', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    await test.client.create(pods, pod('p'));
    await test.client.create(pods, pod('q'));
    await test.client.create(`${pods}/q/binding`, { metadata: { name: 'q' }, target: { name: 'node-1' } });
    expect(namesOf((await test.client.get(`${pods}?fieldSelector=spec.nodeName%3Dnode-1`)).body)).toEqual([
      'q',
    ]);
    expect(
      namesOf((await test.client.get(`${pods}?fieldSelector=spec.nodeName%3D,status.phase%3DPending`)).body),
    ).toEqual(['p']);
  });

  it.each([
    [
      'fieldSelector=spec.x%3D1',
      400,
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ['labelSelector=a%3D%3D%3Db', 400, "unable to parse requirement: found '=', expected: identifier"],
    ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['continue=zzz', 400, 'invalid continue token: continue key is not valid'],
    ['resourceVersion=abc', 400, 'invalid resource version: resourceVersion: Invalid value: "abc"'],
    ['resourceVersion=99999', 504, 'Timeout: Too large resource version: 99999, current: '],
    [
      'resourceVersionMatch=Exact',
      422,
      'resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    ['sendInitialEvents=true', 422, 'sendInitialEvents is forbidden for list'],
  ])('refuses ?%s with %i', async (query, status, message) => {
    const answer = await test.client.get(`${MAPS}?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toContain(message);
  });

  it('pages are pieces of one snapshot', async () => {
    await createAll('a', 'b', 'c', 'd');
    const { body: first } = await test.client.get(`${MAPS}?limit=2`);
    expect(namesOf(first)).toEqual(['a', 'b']);
    expect(first['metadata']).toMatchObject({ remainingItemCount: 2 });
    await test.client.delete(`${MAPS}/c`);
    await createAll('e');
    const { body: second } = await test.client.get(
      `${MAPS}?limit=2&continue=${first['metadata'].continue as string}`,
    );
    expect(namesOf(second)).toEqual(['c', 'd']);
    expect(second['metadata']).toEqual({ resourceVersion: first['metadata'].resourceVersion as string });
  });

  it('does not count what remains when there is a selector', async () => {
    await createAll('a', 'b', 'c');
    const { body } = await test.client.get(`${MAPS}?limit=1&labelSelector=name`);
    expect(body['metadata'].continue).toBeDefined();
    expect(body['metadata'].remainingItemCount).toBeUndefined();
  });

  it('tells an earlier state when asked for exactly that', async () => {
    await createAll('a');
    const revision = test.server.revision;
    await createAll('b');
    const list = async (query: string) => namesOf((await test.client.get(`${MAPS}?${query}`)).body);
    expect(await list(`resourceVersion=${revision}&resourceVersionMatch=Exact`)).toEqual(['a']);
    expect(await list(`resourceVersion=${revision}&limit=5`)).toEqual(['a']);
    expect(await list(`resourceVersion=${revision}&resourceVersionMatch=NotOlderThan`)).toEqual(['a', 'b']);
    expect(await list(`resourceVersion=${revision}`)).toEqual(['a', 'b']);
    expect(await list('resourceVersion=0&limit=1')).toEqual(['a', 'b']);
  });
});

describe('a list from a history that is forgotten', () => {
  const storage = () => createMemoryStorage({ maxHistoryEvents: 3 });
  const test = useServer({ storage: storage() });

  it('is refused with 410, and for pages with a token that goes on with the latest state', async () => {
    for (const name of ['a', 'b', 'c']) await test.client.create(MAPS, configMap(name));
    const { body: first } = await test.client.get(`${MAPS}?limit=1`);
    for (const name of ['d', 'e', 'f', 'g']) await test.client.create(MAPS, configMap(name));
    const revision = first['metadata'].resourceVersion as string;
    const old = await test.client.get(`${MAPS}?resourceVersion=${revision}&resourceVersionMatch=Exact`);
    expect([old.status, old.body['reason']]).toEqual([410, 'Expired']);
    const page = await test.client.get(`${MAPS}?limit=1&continue=${first['metadata'].continue as string}`);
    expect(page.status).toBe(410);
    expect(page.body['message']).toContain('The provided continue parameter is too old');
    const rest = await test.client.get(`${MAPS}?continue=${page.body['metadata'].continue as string}`);
    expect(namesOf(rest.body)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });
});

describe('the shape of an answer', () => {
  const test = useServer();
  const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
  const deployments = '/apis/apps/v1/namespaces/default/deployments';

  it('is a table when kubectl asks for one', async () => {
    await test.client.create(deployments, deployment('web', 2));
    test.clock.advance(90_000);
    const { body } = await test.client.get(deployments, { accept: TABLE });
    expect(body).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: String(test.server.revision) },
    });
    const columns = (body['columnDefinitions'] as Array<{ name: string }>).map(({ name }) => name);
    expect(columns.slice(0, 5)).toEqual(['Name', 'Ready', 'Up-to-date', 'Available', 'Age']);
    expect(body['rows'][0].cells.slice(0, 5)).toEqual(['web', '0/2', 0, 0, '90s']);
    expect(body['rows'][0].object).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { name: 'web' },
    });
  });

  it.each([
    ['None', null],
    ['Object', 'Deployment'],
    ['Metadata', 'PartialObjectMetadata'],
  ])('carries along %s of the objects', async (include, kind) => {
    await test.client.create(deployments, deployment('web'));
    const { body } = await test.client.get(`${deployments}/web?includeObject=${include}`, { accept: TABLE });
    expect((body['rows'][0].object as { kind?: string } | null)?.kind ?? null).toBe(kind);
  });

  it('is metadata alone when that is asked for', async () => {
    await test.client.create(deployments, deployment('web'));
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const one = await test.client.get(`${deployments}/web`, { accept });
    expect(Object.keys(one.body)).toEqual(['kind', 'apiVersion', 'metadata']);
    expect(one.body['kind']).toBe('PartialObjectMetadata');
    const many = await test.client.get(deployments, { accept: accept.replace('Metadata;', 'MetadataList;') });
    expect(many.body['kind']).toBe('PartialObjectMetadataList');
  });

  it('is YAML when that is asked for', async () => {
    const { headers, text } = await test.client.get('/api/v1/namespaces/default', {
      accept: 'application/yaml',
    });
    expect(headers['content-type']).toBe('application/yaml');
    expect(text).toContain('apiVersion: v1\nkind: Namespace\nmetadata:\n  creationTimestamp: ');
  });

  it('is protobuf for those who want it first', async () => {
    const path = '/api/v1/namespaces/default';
    const accept = 'application/vnd.kubernetes.protobuf,application/json';
    const { headers, text } = await test.client.get(path, { accept });
    expect(headers['content-type']).toBe('application/vnd.kubernetes.protobuf');
    expect(text.startsWith('k8s\0')).toBe(true);
  });
});
