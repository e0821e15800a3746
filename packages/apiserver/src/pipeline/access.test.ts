import { describe, expect, it } from 'vitest';
import { alwaysAllowAuthenticated } from './authorize.js';
import type { AuthorizationAttributes, Authorizer } from './authorize.js';
import { TestClient } from '../test-support/test-client.js';
import { useServer } from '../test-support/use-server.js';
import type { UserInfo } from './server-request.js';

const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
const JANE: UserInfo = { name: 'jane', groups: ['developers'] };

describe('who may do what, by default', () => {
  const test = useServer();

  it('everyone who is authenticated may see what is served, and nothing else without a role', async () => {
    const jane = new TestClient(test.server.transportAs(JANE));
    expect((await jane.get('/apis')).status).toBe(200);
    const { status, body } = await jane.create('/api/v1/namespaces', { metadata: { name: 'hers' } });
    expect(status).toBe(403);
    expect(body['message']).toBe(
      'namespaces is forbidden: User "jane" cannot create resource "namespaces" in API group "" at the cluster scope',
    );
  });

  it('nobody else is let in', async () => {
    const anonymous = new TestClient(test.server.transportAs(ANONYMOUS));
    for (const path of ['/api/v1/namespaces', '/apis', '/healthz', '/version']) {
      const { status, body } = await anonymous.get(path);
      expect([status, body['reason'], body['message']]).toEqual([401, 'Unauthorized', 'Unauthorized']);
    }
  });

  it('a token that nobody has is refused', async () => {
    const nobody = new TestClient(test.server.transportAs(ANONYMOUS));
    const { status } = await nobody.get('/api/v1/namespaces', { authorization: 'Bearer wrong' });
    expect(status).toBe(401);
  });
});

describe('a server that lets anonymous requests in', () => {
  const test = useServer({ anonymous: true });
  const anonymous = (path: string, headers = {}) =>
    new TestClient(test.server.transportAs(ANONYMOUS)).get(path, headers);

  it('lets them see health and version, and refuses the rest by name', async () => {
    for (const path of ['/healthz', '/livez', '/readyz', '/version'])
      expect((await anonymous(path)).status).toBe(200);
    const { status, body } = await anonymous('/foo');
    expect(status).toBe(403);
    expect(body['message']).toBe('forbidden: User "system:anonymous" cannot get path "/foo"');
  });

  it('still refuses a token that nobody has', async () => {
    expect((await anonymous('/healthz', { authorization: 'Bearer wrong' })).status).toBe(401);
  });
});

describe('a server for everyone who is authenticated', () => {
  const test = useServer({ authorizer: alwaysAllowAuthenticated });

  it('lets them do everything', async () => {
    const jane = new TestClient(test.server.transportAs(JANE));
    expect((await jane.create('/api/v1/namespaces', { metadata: { name: 'hers' } })).status).toBe(201);
  });
});

describe('an authorizer', () => {
  const asked: AuthorizationAttributes[] = [];
  const authorizer: Authorizer = {
    authorize(attributes) {
      asked.push(attributes);
      const { user, verb, name } = attributes;
      return {
        allowed: user.groups.includes('system:masters') || (verb === 'impersonate' && name === 'joe'),
        reason: 'no rule',
      };
    },
  };
  const test = useServer({ authorizer });

  it('refuses with the sentence of the real server', async () => {
    const jane = new TestClient(test.server.transportAs(JANE));
    const message = async (path: string) => (await jane.get(path)).body['message'] as string;
    expect(await message('/api/v1/namespaces/default/pods/p/status')).toBe(
      'pods "p" is forbidden: User "jane" cannot get resource "pods/status" in API group "" in the namespace "default": no rule',
    );
    expect(await message('/apis/apps/v1/deployments?watch=true')).toBe(
      'deployments.apps is forbidden: User "jane" cannot watch resource "deployments" in API group "apps" at the cluster scope: no rule',
    );
    expect(await message('/metrics')).toBe('forbidden: User "jane" cannot get path "/metrics": no rule');
    expect(asked[asked.length - 1]?.user.groups).toEqual(['developers', 'system:authenticated']);
  });

  it('is asked before a user acts as another', async () => {
    const jane = new TestClient(test.server.transportAs(JANE));
    const as = (user: string) => jane.get('/api/v1/namespaces', { 'impersonate-user': user });
    expect((await as('ann')).body['message']).toContain(
      'User "jane" cannot impersonate-on:user-info:list resource "namespaces" in API group ""',
    );
    expect((await as('joe')).body['message']).toContain('User "joe" cannot list resource "namespaces"');
  });

  it('lets an administrator act as another with groups', async () => {
    const headers = { 'impersonate-user': 'ann', 'impersonate-group': 'a, system:masters' };
    expect((await test.client.get('/api/v1/namespaces', headers)).status).toBe(200);
    expect(asked[asked.length - 1]?.user).toEqual({
      name: 'ann',
      groups: ['a', 'system:masters', 'system:authenticated'],
    });
  });

  it('is asked for every extra value and the uid, which are carried on', async () => {
    asked.length = 0;
    await test.client.get('/api/v1/namespaces', {
      'impersonate-user': 'ann',
      'impersonate-uid': '7',
      'impersonate-extra-acme.com%2fscopes': 'view, edit',
    });
    expect(
      asked.map(({ verb, group, resource, subresource, name }) =>
        [verb, group, resource, subresource, name].join(' ').trim(),
      ),
    ).toEqual([
      'impersonate-on:user-info:list  namespaces',
      'impersonate:user-info authentication.k8s.io users  ann',
      'impersonate:user-info authentication.k8s.io uids  7',
      'impersonate:user-info authentication.k8s.io userextras acme.com/scopes view',
      'impersonate:user-info authentication.k8s.io userextras acme.com/scopes edit',
      'list  namespaces',
    ]);
    expect(asked[asked.length - 1]?.user).toEqual({
      name: 'ann',
      uid: '7',
      groups: ['system:authenticated'],
      extra: { 'acme.com/scopes': ['view', 'edit'] },
    });
  });

  it('gives a service account its groups', async () => {
    asked.length = 0;
    await test.client.get('/api/v1/namespaces', { 'impersonate-user': 'system:serviceaccount:shop:till' });
    expect(asked.find(({ verb }) => verb === 'impersonate:serviceaccount')).toMatchObject({
      resource: 'serviceaccounts',
      namespace: 'shop',
      name: 'till',
    });
    expect(asked[asked.length - 1]?.user.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:shop',
      'system:authenticated',
    ]);
  });

  it.each([
    [{ 'impersonate-group': 'a, b' }, 'UID:"", Groups:[]string{"a", "b"}, Extra:map[string][]string(nil)'],
    [{ 'impersonate-uid': '7' }, 'UID:"7", Groups:[]string(nil), Extra:map[string][]string(nil)'],
    [
      { 'impersonate-extra-scopes': 'view' },
      'UID:"", Groups:[]string(nil), Extra:map[string][]string{"scopes":[]string{"view"}}',
    ],
  ])('is not asked when %j name no user: that is refused', async (headers, wanted) => {
    const { status, body } = await test.client.get('/api/v1/namespaces', headers);
    expect([status, body['reason'], body['message']]).toEqual([
      400,
      'BadRequest',
      `requested &user.DefaultInfo{Name:"", ${wanted}} without impersonating a user name`,
    ]);
  });
});
