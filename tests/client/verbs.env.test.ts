import type { Kind, KubernetesObject } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { CertificateSigningRequest } from '@kubewright/api/certificates/v1';
import { ConfigMap, Namespace, Node, Pod, Secret, ServiceAccount } from '@kubewright/api/core/v1';
import {
  createClient,
  isAlreadyExists,
  isInvalid,
  isNotFound,
  mergePatch,
  metadataOnly,
  strategicMergePatch,
} from '@kubewright/client';
import type { ApiError, Client, Warning } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Each verb on each sort of kind: one that the program names, one that it asked the server for, with and without
 * namespaces, whole or metadata alone; and what a client that was told to keep to something does then.
 */
let env: TestEnvironment;
let client: Client;
const namespace = 'verbs-suite';
const elsewhere = 'verbs-elsewhere';
beforeAll(async () => {
  env = await startTestEnvironment();
  client = env.client.with({ defaultNamespace: namespace });
  for (const name of [namespace, elsewhere]) await client.create(Namespace({ metadata: { name } }));
}, 90_000);
afterAll(() => env.stop());

type Anything = KubernetesObject & { spec?: object; status?: { conditions?: object[] } };

const caught = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as ApiError,
  );
const missing = async (promise: Promise<unknown>): Promise<void> => {
  expect(isNotFound(await caught(promise))).toBe(true);
};
const names = ({ items }: { items: KubernetesObject[] }) => items.map(({ metadata }) => metadata?.name);

const pod = (name: string): Anything => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { suite: name } },
  spec: {
    schedulerName: 'nobody',
    automountServiceAccountToken: false,
    containers: [{ name: 'app', image: 'nginx' }],
  },
});
const node = (name: string): Anything => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { suite: name } },
  spec: { podCIDR: '10.9.0.0/24', podCIDRs: ['10.9.0.0/24'] },
});
const map = (name: string, labels?: Record<string, string>, data: Record<string, string> = {}) =>
  ConfigMap({ metadata: labels === undefined ? { name } : { name, labels }, data });
const found = (apiVersion: string, kind: string) => async () =>
  (await client.mapper.kindFor(apiVersion, kind)) as unknown as Kind<Anything>;
const named = (kind: unknown) => () => Promise.resolve(kind as Kind<Anything>);

describe.each([
  ['in a namespace', 'typed-pod', named(Pod), pod],
  ['in no namespace', 'typed-node', named(Node), node],
  ['in a namespace, of a kind that the server told of', 'found-pod', found('v1', 'Pod'), pod],
  ['in no namespace, of a kind that the server told of', 'found-node', found('v1', 'Node'), node],
] as const)('an object %s', (_where, name, kindOf, draftOf) => {
  const draft = draftOf(name);
  const { apiVersion, kind: kindName } = draft;
  const condition = { type: 'Tested', status: 'True' };
  let kind: Kind<Anything>;
  beforeAll(async () => (kind = await kindOf()));

  it('is created once, read and replaced, and says what it is each time', async () => {
    const created = await client.create(draft);
    expect(created).toMatchObject({ apiVersion, kind: kindName, metadata: { name } });
    expect(isAlreadyExists(await caught(client.create(draft)))).toBe(true);
    const read = await client.get(kind, name);
    expect(read).toMatchObject({ apiVersion, kind: kindName, metadata: { uid: created.metadata.uid } });
    const { resourceVersion: _version, ...metadata } = read.metadata;
    const updated = await client.update({
      ...read,
      metadata: { ...metadata, annotations: { seen: 'yes' } },
    });
    expect(updated).toMatchObject({ apiVersion, kind: kindName, metadata: { annotations: { seen: 'yes' } } });
    expect((await client.get(kind, name)).metadata.annotations).toMatchObject({ seen: 'yes' });
  });

  it('is not stored when it is invalid', async () => {
    const invalid = { ...draft, metadata: { ...draft.metadata, name: 'No Name' } };
    expect(isInvalid(await caught(client.create(invalid)))).toBe(true);
    const labels = { suite: 'not a label!' };
    expect(isInvalid(await caught(client.update({ ...draft, metadata: { name, labels } })))).toBe(true);
  });

  it('has a status that is written apart, whatever else is sent', async () => {
    const read = await client.get(kind, name);
    const status = { conditions: [condition] };
    const { resourceVersion: _version, ...metadata } = read.metadata;
    const changed = { ...read.spec, nodeName: 'ignored', unschedulable: true };
    const updated = await client.status.update({ ...read, metadata, spec: changed, status });
    expect(updated).toMatchObject({ apiVersion, kind: kindName, spec: read.spec, status });
    const sent = mergePatch({ spec: {}, status: { conditions: [{ ...condition, status: 'False' }] } });
    const patched = await client.status.patch(kind, name, sent);
    expect(patched).toMatchObject({
      apiVersion,
      kind: kindName,
      status: { conditions: [{ status: 'False' }] },
    });
    const wanted = { ...condition, type: 'Applied' };
    const applied = await client.status.apply({
      apiVersion,
      kind: kindName,
      metadata: { name },
      status: { conditions: [wanted] },
    } as Anything);
    expect(applied).toMatchObject({ apiVersion, kind: kindName, spec: read.spec });
    expect(applied.status?.conditions).toContainEqual(expect.objectContaining(wanted));
    expect((await client.get(kind, name)).spec).toEqual(read.spec);
  });

  it('is deleted, and then not there for anybody', async () => {
    await client.delete(kind, name, { gracePeriodSeconds: 0 });
    await missing(client.get(kind, name));
    await missing(client.get(metadataOnly(kind), name));
    await missing(client.update(draft));
    await missing(client.patch(kind, name, mergePatch({ metadata: { labels: null } })));
    await missing(client.delete(kind, name));
    await missing(client.delete(draft));
    await missing(client.delete(metadataOnly(kind), name));
    await missing(client.status.update(draft));
    await missing(client.status.patch(kind, name, mergePatch({ status: {} })));
  });

  it('is read, patched and deleted as metadata alone', async () => {
    const partial = metadataOnly(kind);
    const { metadata } = await client.create(draft);
    expect(await client.get(partial, name)).toMatchObject({
      kind: kindName,
      metadata: { uid: metadata.uid },
    });
    const patched = await client.patch(partial, name, mergePatch({ metadata: { labels: { more: 'yes' } } }), {
      fieldManager: 'labeller',
    });
    expect(patched.metadata.managedFields?.map(({ manager }) => manager)).toContain('labeller');
    const status = mergePatch({ status: { conditions: [condition] } });
    expect(await client.status.patch(partial, name, status)).toMatchObject({ kind: kindName });
    expect((await client.get(kind, name)).status?.conditions).toContainEqual(
      expect.objectContaining(condition),
    );
    await client.delete(partial, name, { gracePeriodSeconds: 0 });
    await missing(client.get(kind, name));
  });
});

describe.each([
  ['a kind', 'typed', named(ConfigMap)],
  ['a kind that the server told of', 'found', found('v1', 'ConfigMap')],
  ['metadata alone', 'partial', named(metadataOnly(ConfigMap))],
] as const)('objects of %s', (_what, suite, kindOf) => {
  let kind: Kind<Anything>;
  beforeAll(async () => {
    kind = await kindOf();
    for (const [name, app] of Object.entries({ a: 'web', b: 'db', c: 'web' }))
      await client.create(map(`${suite}-${name}`, { suite, app }));
    const other = map(`${suite}-a`, { suite, app: 'web' });
    await client.create({ ...other, metadata: { ...other.metadata, namespace: elsewhere } });
  });

  it('are listed by namespace, labels, fields and in pages', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${suite}-${name}`);
    const list = await client.list(kind, { labelSelector: { suite } });
    expect(list).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMapList' });
    expect(names(list)).toEqual([a, a, b, c]);
    const of = async (options: object) => names(await client.list(kind, options));
    expect(await of({ labelSelector: { suite: 'nobody' } })).toEqual([]);
    expect(await of({ namespace: elsewhere, labelSelector: { suite } })).toEqual([a]);
    expect(await of({ namespace, labelSelector: { suite, app: 'web' } })).toEqual([a, c]);
    expect(await of({ namespace, labelSelector: `suite=${suite},app!=web` })).toEqual([b]);
    expect(await of({ namespace, labelSelector: `suite=${suite},app` })).toEqual([a, b, c]);
    expect(await of({ namespace, fieldSelector: { 'metadata.name': b } })).toEqual([b]);
    expect(
      await of({ namespace, fieldSelector: { 'metadata.name': b }, labelSelector: { app: 'web' } }),
    ).toEqual([]);
    const first = await client.list(kind, { namespace, labelSelector: { suite }, limit: 2 });
    expect(names(first)).toEqual([a, b]);
    const next = { namespace, labelSelector: { suite }, limit: 2, continue: first.metadata.continue };
    expect(await of(next)).toEqual([c]);
  });

  it('are watched', async () => {
    const name = `${suite}-new`;
    const fieldSelector = { 'metadata.name': name };
    const { metadata } = await client.list(kind, { namespace, fieldSelector });
    await client.create(map(name));
    for await (const event of client.watch(kind, {
      namespace,
      fieldSelector,
      resourceVersion: metadata.resourceVersion,
      signal: AbortSignal.timeout(20_000),
    })) {
      expect(event).toMatchObject({
        type: 'ADDED',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
      });
      break;
    }
  });

  it('are deleted by labels, in one namespace', async () => {
    await client.deleteAllOf(kind, { namespace, labelSelector: { suite, app: 'web' } });
    expect(names(await client.list(kind, { labelSelector: { suite } }))).toEqual([
      `${suite}-a`,
      `${suite}-b`,
    ]);
  });
});

describe('an apply', () => {
  it('creates and updates, also what somebody made in another way', async () => {
    const secret = (data: Record<string, string>) => Secret({ metadata: { name: 'applied' }, data });
    await client.create(secret({ a: 'MQ==' }));
    expect((await client.apply(secret({ b: 'Mg==' }))).data).toEqual({ a: 'MQ==', b: 'Mg==' });
    expect((await client.apply(secret({ c: 'Mg==' }))).data).toEqual({ a: 'MQ==', c: 'Mg==' });
    // Without the helper of the kind: JSON that says what it is.
    const plain = (data: object) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'plain' },
      data,
    });
    expect(await client.apply(plain({ a: '1' }))).toMatchObject({ data: { a: '1' } });
    expect(await client.apply(plain({ b: '2' }))).toMatchObject({ data: { b: '2' } });
  });

  it('is refused with the fields that are at fault', async () => {
    const secret = (type: string) => Secret({ metadata: { name: 'fixed' }, type, data: {} });
    await client.apply(secret('example.com/a'));
    const refusal = await caught(client.apply(secret('example.com/b')));
    expect(isInvalid(refusal)).toBe(true);
    expect(refusal.status.details?.causes).toMatchObject([
      { field: 'type', message: expect.stringContaining('immutable') as string },
    ]);
  });
});

describe('subresources of a kind that the server told of', () => {
  it('read and write the scale', async () => {
    const kind = await found('apps/v1', 'Deployment')();
    const labels = { app: 'scaled' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'nginx' }] } };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'scaled' },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    };
    await client.create(deployment);
    const scale = client.subresource('scale');
    const metadata = { name: 'scaled', namespace };
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: 1 } };
    expect(await scale.get(kind, 'scaled')).toMatchObject({ kind: 'Scale' });
    expect(await scale.update(kind, 'scaled', body)).toMatchObject({ spec: { replicas: 1 } });
    const two = mergePatch({ spec: { replicas: 2 } });
    expect(await scale.patch(kind, 'scaled', two)).toMatchObject({ spec: { replicas: 2 } });
    expect(await client.scale(kind).apply('scaled', 3, { force: true })).toMatchObject({
      spec: { replicas: 3 },
    });
    expect(await client.get(Deployment, 'scaled')).toMatchObject({ spec: { replicas: 3 } });
    await client.delete(kind, 'scaled');
  });

  it('make a token, bind a pod, evict it', async () => {
    const [accounts, pods] = [await found('v1', 'ServiceAccount')(), await found('v1', 'Pod')()];
    await client.create(ServiceAccount({ metadata: { name: 'robot' } }));
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const answer: Anything = await client.subresource('token').create(accounts, 'robot', request);
    expect(answer.status).toMatchObject({ token: expect.stringMatching(/^ey/) as string });
    await client.create(pod('moved'));
    const target = { kind: 'Node', name: 'somewhere' };
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'moved' }, target };
    await client.subresource('binding').create(pods, 'moved', binding);
    expect(await client.get(pods, 'moved')).toMatchObject({ spec: { nodeName: 'somewhere' } });
    const deleteOptions = { gracePeriodSeconds: 0 };
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'moved' },
      deleteOptions,
    };
    await client.subresource('eviction').create(pods, 'moved', eviction);
    await missing(client.get(pods, 'moved'));
  });

  it.each([
    ['a kind', 'update', named(CertificateSigningRequest)],
    ['a kind that the server told of', 'patch', found('certificates.k8s.io/v1', 'CertificateSigningRequest')],
  ] as const)('approve a certificate of %s by %s', async (_what, verb, kindOf) => {
    const kind = await kindOf();
    const name = `approved-by-${verb}`;
    const created = await client.create(certificateRequest(name));
    const approval = client.subresource('approval');
    const status = {
      conditions: [{ type: 'Approved', status: 'True', reason: 'Tested', message: 'by the suite' }],
    };
    if (verb === 'update') await approval.update(kind, name, { ...created, status } as Anything);
    else await approval.patch(kind, name, mergePatch({ status }));
    expect((await client.get(kind, name)).status?.conditions).toMatchObject(status.conditions);
  });
});

/** Of CN=suite, signed by a key that nobody has any more. */
const REQUEST =
  'MIHLMHICAQAwEDEOMAwGA1UEAwwFc3VpdGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARfv8KZFhL50tyaNTV5/ISNB/4BqC2u' +
  'WUVk1ldmE0/3Der1uTGsdhF+q9/kRamwCwGE/94Qx6/7vMwFpXcLbb/IoAAwCgYIKoZIzj0EAwIDSQAwRgIhAMOAmHLjGeoYSNzd' +
  'PWq4GLYYrR2CH+9onzphRxq6JItXAiEAwDEDXvMBLAhBF063VwDgTv6hqgEY8IJqeSfhDW0ujI4=';

function certificateRequest(name: string) {
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${REQUEST}\n-----END CERTIFICATE REQUEST-----\n`;
  const request = Buffer.from(pem).toString('base64');
  const spec = { request, signerName: 'example.com/suite', usages: ['client auth' as const] };
  return CertificateSigningRequest({ metadata: { name }, spec });
}

describe('a client of dry runs', () => {
  it('changes nothing by any verb, and is refused what would be refused', async () => {
    const dry = client.with({ dryRun: true });
    const stored = await client.create(pod('dry'));
    const changed = { ...stored, metadata: { ...stored.metadata, labels: { dry: 'no' } } };
    const labels = mergePatch({ metadata: { labels: { dry: 'no' } } });
    const conditions = [{ type: 'Dry', status: 'True' as const }];
    const withStatus = { ...stored, status: { conditions } };
    expect((await dry.create(map('dry-new'))).metadata.uid).toBeDefined();
    expect((await dry.update(changed)).metadata.labels).toEqual({ dry: 'no' });
    expect((await dry.patch(Pod, 'dry', labels)).metadata.labels).toMatchObject({ dry: 'no' });
    const applied = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'dry', labels: { dry: 'no' } } };
    expect((await dry.apply(applied)).metadata.labels).toMatchObject({ dry: 'no' });
    expect((await dry.status.update(withStatus)).status).toMatchObject({ conditions });
    const statusPatch = mergePatch({ status: { conditions } });
    expect((await dry.status.patch(Pod, 'dry', statusPatch)).status).toMatchObject({ conditions });
    const { apiVersion, kind } = applied;
    await dry.status.apply({ apiVersion, kind, metadata: { name: 'dry' }, status: { conditions } } as Pod);
    await dry.delete(stored);
    await dry.delete(Pod, 'dry', { gracePeriodSeconds: 0 });
    await dry.deleteAllOf(Pod, { namespace, labelSelector: { suite: 'dry' } });
    await missing(client.get(ConfigMap, 'dry-new'));
    expect(await dry.get(Pod, 'dry')).toEqual(stored);
    expect(names(await dry.list(Pod, { namespace, labelSelector: { suite: 'dry' } }))).toEqual(['dry']);

    expect(isInvalid(await caught(dry.create(map('No Name'))))).toBe(true);
    const invalid = { ...stored, metadata: { ...stored.metadata, labels: { 'not a label': '' } } };
    expect(isInvalid(await caught(dry.update(invalid)))).toBe(true);
  });
});

describe('a client with a field manager and a field validation', () => {
  it('owns what it writes, by any verb', async () => {
    const owner = client.with({ fieldManager: 'owner' });
    const managers = async (kind: Kind, name: string) =>
      (await client.get(kind, name)).metadata.managedFields?.map(({ manager }) => manager);
    for (const verb of ['create', 'update', 'patch', 'apply'] as const) {
      const name = `owned-by-${verb}`;
      if (verb !== 'create')
        await client.create(map(name, undefined, { k: 'v' }), { fieldManager: 'somebody' });
      const wanted = map(name, undefined, { k: 'v', [verb]: 'yes' });
      if (verb === 'patch') await owner.patch(ConfigMap, name, mergePatch({ data: { a: 'b' } }));
      else await owner[verb](wanted);
      expect(await managers(ConfigMap, name), verb).toContain('owner');
      await owner.patch(ConfigMap, name, mergePatch({ data: { more: 'c' } }), { fieldManager: 'guest' });
      expect(await managers(ConfigMap, name), verb).toContain('guest');
    }
    await client.create(pod('owned'));
    const status = { conditions: [{ type: 'Owned', status: 'True' }] };
    await owner.status.patch(Pod, 'owned', mergePatch({ status }));
    expect(await managers(Pod, 'owned')).toContain('owner');
  });

  it('is refused unknown fields, by any verb, unless the write says otherwise', async () => {
    const strict = client.with({ fieldValidation: 'Strict' });
    await client.create(map('strict'));
    await client.create(pod('strict'));
    const odd = { ...map('strict'), colour: 'green' };
    const oddPatch = strategicMergePatch({ colour: 'green' });
    const { metadata } = map('strict');
    const refused = [
      () => strict.create({ ...odd, metadata: { name: 'odd' } }),
      () => strict.update(odd),
      () => strict.patch(ConfigMap, 'strict', mergePatch({ colour: 'green' })),
      () => strict.patch(ConfigMap, 'strict', oddPatch),
      () => strict.apply(odd),
      () => strict.status.patch(Pod, 'strict', mergePatch({ status: { colour: 'green' } })),
      () =>
        strict.status.apply({ apiVersion: 'v1', kind: 'Pod', metadata, status: { colour: 'green' } } as Pod),
    ];
    for (const write of refused) {
      expect((await caught(write())).message).toMatch(/unknown field|field not declared in schema/);
    }
    expect(await strict.update(odd, { fieldValidation: 'Ignore' })).not.toHaveProperty('colour');
  });

  it('is warned where it only warns', async () => {
    const warnings: Warning[] = [];
    const { transport } = env.client;
    const warned = createClient({
      transport,
      defaultNamespace: namespace,
      fieldValidation: 'Warn',
      onWarning: (warning) => warnings.push(warning),
    });
    await warned.create({ ...map('warned'), colour: 'green' } as ConfigMap);
    expect(warnings).toEqual([
      { text: 'unknown field "colour"', request: `POST /api/v1/namespaces/${namespace}/configmaps` },
    ]);
  });
});

describe('a client that keeps to one namespace', () => {
  it('reads, writes and deletes there alone', async () => {
    const only = env.client.with({ onlyNamespace: namespace });
    const labels = { suite: 'only' };
    const there = map('only', labels);
    const foreign = { ...there, metadata: { ...there.metadata, namespace: elsewhere } };
    const kept = await client.create(foreign);
    const created = await only.create(there);
    expect(created.metadata.namespace).toBe(namespace);
    expect((await only.get(ConfigMap, 'only')).metadata.uid).toBe(created.metadata.uid);
    expect(names(await only.list(ConfigMap, { labelSelector: labels }))).toEqual(['only']);
    expect((await only.apply(map('only', labels, { a: '1' }))).data).toEqual({ a: '1' });
    await only.update(map('only', labels, { a: '2' }));
    await only.patch(ConfigMap, 'only', mergePatch({ data: { b: '2' } }));
    expect((await client.get(ConfigMap, 'only')).data).toEqual({ a: '2', b: '2' });

    await only.create(pod('only'));
    const conditions = [{ type: 'Only', status: 'True' }];
    await only.status.patch(Pod, 'only', mergePatch({ status: { conditions } }));
    expect((await client.get(Pod, 'only')).status).toMatchObject({ conditions });
    await only.create(node('only'));
    expect(await only.get(Node, 'only')).toMatchObject({ metadata: { name: 'only' } });
    await only.delete(Node, 'only');

    const refusal = { code: 'OtherNamespace' };
    for (const write of ['update', 'delete', 'create'] as const)
      await expect(only[write](foreign)).rejects.toMatchObject(refusal);
    await only.delete(there);
    await only.create(there);
    await only.deleteAllOf(ConfigMap, { labelSelector: labels });
    await missing(client.get(ConfigMap, 'only'));
    expect(await client.get(ConfigMap, `${elsewhere}/only`)).toEqual(kept);
  });
});

describe('a status', () => {
  it('is not there of kinds without one', async () => {
    await client.create(map('no-status'));
    await missing(client.status.update(map('no-status')));
    await missing(client.status.patch(ConfigMap, 'no-status', mergePatch({ status: {} })));
  });
});
