import { describe, expect, it } from 'vitest';
import type { Authorizer } from '../pipeline/authorize.js';
import { TestClient } from '../test-support/test-client.js';
import { useServer } from '../test-support/use-server.js';

const authorizer: Authorizer = {
  authorize: ({ user, verb, resource }) => ({
    allowed:
      user.groups.includes('system:masters') ||
      resource.startsWith('self') ||
      (verb === 'get' && resource === 'pods'),
    reason: 'the test says so',
  }),
};

describe('reviews', () => {
  const test = useServer({ authorizer });
  const jane = () => new TestClient(test.server.transportAs({ name: 'jane', groups: ['developers'] }));

  it('tell who asks', async () => {
    const { status, body } = await jane().create('/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect(status).toBe(201);
    expect(body['status'].userInfo).toEqual({
      username: 'jane',
      groups: ['developers', 'system:authenticated'],
    });
  });

  it.each([
    ['get', true],
    ['delete', false],
  ])('tell whether who asks may %s pods', async (verb, allowed) => {
    const { body } = await jane().create('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { resourceAttributes: { verb, resource: 'pods', namespace: 'default' } },
    });
    expect(body['status']).toEqual({ allowed, reason: 'the test says so' });
  });

  it('tell whether somebody else may', async () => {
    const { body } = await test.client.create('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: {
        user: 'joe',
        groups: ['system:masters'],
        resourceAttributes: { verb: 'delete', resource: 'nodes' },
      },
    });
    expect(body['status'].allowed).toBe(true);
  });

  it('tell whose token it is', async () => {
    const { token } = await test.server.listen();
    const ask = async (text: string) =>
      (await test.client.create('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: text } }))
        .body['status'] as unknown;
    expect(await ask(token)).toMatchObject({ authenticated: true, user: { username: 'kubernetes-admin' } });
    expect(await ask('wrong')).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('store nothing', async () => {
    const before = test.server.revision;
    await jane().create('/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect(test.server.revision).toBe(before);
  });
});
