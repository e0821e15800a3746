import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TestClient } from '../test-support/test-client.js';
import type { JsonObject } from '../test-support/line-reader.js';
import { useServer } from '../test-support/use-server.js';
import { createSigningKey } from './signing-key.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signingKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const issuer = 'https://kubernetes.default.svc';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const PODS = '/api/v1/namespaces/default/pods';

/** The claims of a token, unverified. */
function claimsOf(token: string): JsonObject {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
}

describe('tokens of service accounts', () => {
  const test = useServer({ serviceAccounts: { issuer, signingKeyPem } });
  const key = createSigningKey(signingKeyPem);

  const createAccount = async (name = 'till'): Promise<string> =>
    (await test.client.create(ACCOUNTS, { metadata: { name } })).body['metadata'].uid as string;
  const ask = (spec: object, metadata: object = {}) =>
    test.client.create(`${ACCOUNTS}/till/token`, { metadata, spec });
  const issue = async (spec: object = {}): Promise<string> =>
    (await ask(spec)).body['status'].token as string;
  const createPod = (name: string, spec: object = {}) =>
    test.client.create(PODS, {
      metadata: { name },
      spec: { serviceAccountName: 'till', containers: [{ name: 'c', image: 'i' }], ...spec },
    });
  const review = async (token: string, audiences?: string[]): Promise<JsonObject> =>
    (
      await test.client.create('/apis/authentication.k8s.io/v1/tokenreviews', {
        spec: { token, ...(audiences === undefined ? {} : { audiences }) },
      })
    ).body['status'] as JsonObject;
  /** As nobody but the bearer of a token. */
  const bearer = (token: string) => {
    const client = new TestClient(
      test.server.transportAs({ name: 'system:anonymous', groups: ['system:unauthenticated'] }),
    );
    return (path: string) => client.get(path, { authorization: `Bearer ${token}` });
  };

  it('are good for an hour, for the server itself, unless asked otherwise', async () => {
    const uid = await createAccount();
    const now = test.clock.now() / 1000;
    const { status, body } = await ask({});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'TokenRequest',
      metadata: { name: 'till', namespace: 'default', uid },
      spec: { audiences: [issuer], expirationSeconds: 3600, boundObjectRef: null },
      status: { expirationTimestamp: '2026-01-02T04:04:05Z' },
    });
    const { jti, ...claims } = claimsOf(body['status'].token as string);
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
    expect(claims).toEqual({
      aud: [issuer],
      exp: now + 3600,
      iat: now,
      iss: issuer,
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'till', uid } },
      nbf: now,
      sub: 'system:serviceaccount:default:till',
    });
  });

  it('stand for the account and its groups, and for the pod that they are bound to', async () => {
    const uid = await createAccount();
    const pod = (await createPod('p', { nodeName: 'gone' })).body['metadata'].uid as string;
    const token = await issue({ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } });
    expect(await review(token)).toEqual({
      authenticated: true,
      user: {
        username: 'system:serviceaccount:default:till',
        uid,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/credential-id': [`JTI=${claimsOf(token)['jti'] as string}`],
          'authentication.kubernetes.io/node-name': ['gone'],
          'authentication.kubernetes.io/pod-name': ['p'],
          'authentication.kubernetes.io/pod-uid': [pod],
        },
      },
      audiences: [issuer],
    });
  });

  it('let their bearer do what roles allow the account', async () => {
    await createAccount();
    const get = bearer(await issue());
    const { status, body } = await get(PODS);
    expect([status, body['message']]).toEqual([
      403,
      'pods is forbidden: User "system:serviceaccount:default:till" cannot list resource "pods" in API group "" in the namespace "default"',
    ]);
    await test.client.create('/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', {
      metadata: { name: 'viewers' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: 'till' }],
    });
    expect((await get(PODS)).status).toBe(200);
    expect((await get('/api/v1/pods')).status).toBe(403);
  });

  it('end with their time, which the clock tells, a minute of grace apart', async () => {
    await createAccount();
    const token = await issue({ expirationSeconds: 600 });
    test.clock.advance(660_000);
    expect((await review(token))['authenticated']).toBe(true);
    test.clock.advance(1000);
    expect(await review(token)).toEqual({
      user: {},
      error: '[invalid bearer token, service account token has expired]',
    });
    expect((await bearer(token)('/api')).status).toBe(401);
  });

  it('end with the pod that they are bound to', async () => {
    await createAccount();
    await createPod('p');
    const token = await issue({ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } });
    expect((await review(token))['authenticated']).toBe(true);
    await test.client.delete(`${PODS}/p`, { gracePeriodSeconds: 0 });
    expect((await review(token))['error']).toBe(
      '[invalid bearer token, service account token has been invalidated]',
    );
  });

  it('end with the account, also when there is another of its name', async () => {
    const uid = await createAccount();
    const token = await issue();
    await test.client.delete(`${ACCOUNTS}/till`);
    expect((await review(token))['error']).toBe('[invalid bearer token, serviceaccounts "till" not found]');
    const other = await createAccount();
    expect((await review(token))['error']).toBe(
      `[invalid bearer token, service account UID (${other}) does not match claim (${uid})]`,
    );
  });

  it('are meant for their audiences only', async () => {
    await createAccount();
    const token = await issue({ audiences: ['vault', 'queue'] });
    expect(await review(token)).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["vault" "queue"] is invalid for the target audiences ["${issuer}"]]`,
    });
    expect((await review(token, ['queue', 'other']))['audiences']).toEqual(['queue']);
    expect((await bearer(token)('/api')).status).toBe(401);
  });

  it('live longer than a kubelet asks for, which is warned of only', async () => {
    await createAccount();
    await createPod('p');
    const spec = { expirationSeconds: 3607, boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } };
    const { body } = await ask(spec);
    const claims = claimsOf(body['status'].token as string);
    expect(claims['exp'] - claims['iat']).toBe(365 * 24 * 3600);
    expect(claims['kubernetes.io'].warnafter - claims['iat']).toBe(3607);
    expect(body['status'].expirationTimestamp).toBe('2026-01-02T04:04:12Z');
  });

  it.each<[string, object, object, number, string]>([
    [
      'too short a time',
      { expirationSeconds: 599 },
      {},
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
    ],
    [
      'too long a time',
      { expirationSeconds: 4294967297 },
      {},
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
    ],
    [
      'another name',
      {},
      { name: 'x' },
      422,
      'TokenRequest.authentication.k8s.io "till" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified',
    ],
    [
      'another namespace',
      {},
      { namespace: 'x' },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      'a kind that nothing is bound to',
      { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'x' } },
      {},
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      'a pod that is not there',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'x' } },
      {},
      404,
      'pods "x" not found',
    ],
    [
      'a node that is not there',
      { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'x' } },
      {},
      404,
      'nodes "x" not found',
    ],
    [
      'a pod of another account',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'other' } },
      {},
      400,
      'cannot bind token for serviceaccount "till" to pod running with different serviceaccount name.',
    ],
    [
      'another pod of that name',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p', uid: '1' } },
      {},
      409,
      'Operation cannot be fulfilled on Pod "p": the UID in the bound object reference (1) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ])('are not issued for %s', async (_, spec, metadata, code, message) => {
    await createAccount();
    await createPod('p');
    await createPod('other', { serviceAccountName: 'default' });
    const { status, body } = await ask(spec, metadata);
    expect([status, body['message']]).toEqual([code, message]);
  });

  it.each<[string, (claims: JsonObject) => object, string]>([
    ['is not valid yet', (c) => ({ ...c, nbf: c['nbf'] + 61 }), 'service account token is not valid yet'],
    [
      'is from the future',
      (c) => ({ ...c, iat: c['iat'] + 61 }),
      'service account token is issued in the future',
    ],
    [
      'is bound to a secret that is gone',
      (c) => ({ ...c, 'kubernetes.io': { ...c['kubernetes.io'], secret: { name: 's', uid: '1' } } }),
      'service account token has been invalidated',
    ],
    [
      'is of a secret, and tells of none',
      (c) => ({ iss: 'kubernetes/serviceaccount', sub: c['sub'] as string }),
      'namespace claim is missing',
    ],
  ])('are refused when one %s', async (_, change, error) => {
    await createAccount();
    const token = key.sign(change(claimsOf(await issue())));
    expect((await review(token))['error']).toBe(`[invalid bearer token, ${error}]`);
  });

  it('are refused when somebody else signed them, or nobody', async () => {
    await createAccount();
    const token = await issue();
    const claims = claimsOf(token);
    const stranger = createSigningKey();
    expect((await review(stranger.sign(claims)))['error']).toBe(
      '[invalid bearer token, invalid signature, no keys found]',
    );
    const [, payload = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = [`${none}.${payload}.`, `${token.slice(0, -8)}AAAAAAAA`];
    for (const forgery of forged) {
      expect((await review(forgery))['error']).toBe(
        '[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]',
      );
      expect((await bearer(forgery)('/api')).status).toBe(401);
    }
    for (const nonsense of ['a.b.c', '..', 'x', `${payload}.${payload}.${payload}`])
      expect((await review(nonsense))['authenticated']).toBeUndefined();
  });

  it('are verified by others with the published keys', async () => {
    const { body, headers } = await test.client.get('/.well-known/openid-configuration');
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      issuer,
      jwks_uri: 'https://kubernetes.default.svc/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
    const keys = await test.client.get('/openid/v1/jwks');
    expect(keys.headers['content-type']).toBe('application/jwk-set+json');
    expect(keys.body['keys']).toEqual([key.publicJwk]);
    expect(keys.body['keys'][0].d).toBeUndefined();
  });
});

it.each([
  ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
  ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey],
  ['ES512', generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey],
])('a %s key signs and verifies', (algorithm, given) => {
  const key = createSigningKey(given.export({ type: 'pkcs8', format: 'pem' }) as string);
  expect(key.algorithm).toBe(algorithm);
  expect(key.verify(key.sign({ a: 1 }))).toEqual({ a: 1 });
});

it('other keys are refused', () => {
  const { privateKey: given } = generateKeyPairSync('ed25519');
  const pem = given.export({ type: 'pkcs8', format: 'pem' }) as string;
  expect(() => createSigningKey(pem)).toThrow('must be RSA, or EC on P-256, P-384 or P-521');
});
