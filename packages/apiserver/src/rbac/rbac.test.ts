import type { PolicyRule } from '@kubewright/api/rbac/v1';
import { describe, expect, it } from 'vitest';
import { createApiServer } from '../create-api-server.js';
import { createMemoryStorage } from '../storage/memory-storage.js';
import { TestClient } from '../test-support/test-client.js';
import { useServer } from '../test-support/use-server.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const REVIEWS = '/apis/authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';

type Subject = { kind: string; name: string; namespace?: string };
const user = (name: string): Subject => ({ kind: 'User', name });

describe('access by roles', () => {
  const test = useServer();

  const clusterRole = (name: string, ...rules: PolicyRule[]) =>
    test.client.create(`${RBAC}/clusterroles`, { metadata: { name }, rules });
  const role = (namespace: string, name: string, ...rules: PolicyRule[]) =>
    test.client.create(`${RBAC}/namespaces/${namespace}/roles`, { metadata: { name }, rules });
  const bindCluster = (name: string, roleName: string, ...subjects: Subject[]) =>
    test.client.create(`${RBAC}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup, kind: 'ClusterRole', name: roleName },
      subjects,
    });
  const bind = (namespace: string, name: string, kind: string, roleName: string, ...subjects: Subject[]) =>
    test.client.create(`${RBAC}/namespaces/${namespace}/rolebindings`, {
      metadata: { name },
      roleRef: { apiGroup, kind, name: roleName },
      subjects,
    });
  const as = (name: string, ...groups: string[]) => new TestClient(test.server.transportAs({ name, groups }));
  const may = async (who: object, resourceAttributes: object): Promise<unknown> =>
    (await test.client.create(`${REVIEWS}/subjectaccessreviews`, { spec: { ...who, resourceAttributes } }))
      .body['status'] as unknown;

  const pods: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };
  const getPods = { verb: 'get', resource: 'pods' };

  it('says by which binding of which role to whom', async () => {
    await clusterRole('reader', pods);
    await role('default', 'keeper', pods);
    await bindCluster('everywhere', 'reader', user('ann'));
    await bind('default', 'here', 'ClusterRole', 'reader', { kind: 'Group', name: 'ops' }, user('bob'));
    await bind('default', 'robots', 'Role', 'keeper', { kind: 'ServiceAccount', name: 'robot' });
    expect(await may({ user: 'ann' }, getPods)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "everywhere" of ClusterRole "reader" to User "ann"',
    });
    const here = { ...getPods, namespace: 'default' };
    expect(await may({ user: 'bob', groups: ['ops'] }, here)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "here/default" of ClusterRole "reader" to Group "ops"',
    });
    expect(await may({ user: 'system:serviceaccount:default:robot' }, here)).toEqual({
      allowed: true,
      reason:
        'RBAC: allowed by RoleBinding "robots/default" of Role "keeper" to ServiceAccount "robot/default"',
    });
    expect(await may({ user: 'bob' }, getPods)).toEqual({ allowed: false });
    expect(await may({ user: 'system:serviceaccount:kube-system:robot' }, here)).toEqual({ allowed: false });
    expect(await may({ user: 'root', groups: ['system:masters'] }, getPods)).toEqual({ allowed: true });
  });

  it('names the roles that bindings miss', async () => {
    await bindCluster('a', 'nowhere', user('ann'), user('bob'));
    await bind('default', 'b', 'Role', 'gone', user('bob'));
    expect(await may({ user: 'ann' }, getPods)).toEqual({
      allowed: false,
      reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "nowhere" not found',
    });
    const { body } = await as('bob').get('/api/v1/namespaces/default/pods');
    expect(body['message']).toBe(
      'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "default": ' +
        'RBAC: [clusterrole.rbac.authorization.k8s.io "nowhere" not found, role.rbac.authorization.k8s.io "gone" not found]',
    );
  });

  it('lets those who may see one object list and watch it by its name', async () => {
    await role('default', 'one', {
      verbs: ['list', 'watch'],
      apiGroups: [''],
      resources: ['configmaps'],
      resourceNames: ['one'],
    });
    await bind('default', 'b', 'Role', 'one', user('ann'));
    const list = async (selector: string) => {
      const query = `fieldSelector=${encodeURIComponent(selector)}`;
      return as('ann').get(`/api/v1/namespaces/default/configmaps?${query}`);
    };
    expect((await list('metadata.name=one')).status).toBe(200);
    expect((await list('metadata.name==one,metadata.namespace=default')).status).toBe(200);
    expect((await list('metadata.name!=one')).status).toBe(403);
    expect((await list('metadata.name=two')).body['message']).toBe(
      'configmaps "two" is forbidden: User "ann" cannot list resource "configmaps" in API group "" in the namespace "default"',
    );
  });

  it('follows each write at once', async () => {
    const status = async () => (await as('ann').get('/api/v1/namespaces/default/pods')).status;
    const path = `${RBAC}/namespaces/default`;
    await bind('default', 'b', 'Role', 'r', user('ann'));
    expect(await status()).toBe(403);
    await role('default', 'r', pods);
    expect(await status()).toBe(200);
    await test.client.patch('merge', `${path}/roles/r`, { rules: [] });
    expect(await status()).toBe(403);
    await test.client.patch('merge', `${path}/roles/r`, { rules: [pods] });
    await test.client.patch('merge', `${path}/rolebindings/b`, { subjects: [] });
    expect(await status()).toBe(403);
    await test.client.patch('merge', `${path}/rolebindings/b`, {
      subjects: [{ apiGroup, kind: 'Group', name: 'system:authenticated' }],
    });
    expect(await status()).toBe(200);
    await test.client.delete(`${path}/roles/r`);
    expect(await status()).toBe(403);
    await role('default', 'r', pods);
    expect(await status()).toBe(200);
    await test.client.delete(`${path}/rolebindings/b`);
    expect(await status()).toBe(403);
  });

  it('a binding in a namespace grants nothing elsewhere, whatever role it is of', async () => {
    await test.client.create('/api/v1/namespaces', { metadata: { name: 'other' } });
    await clusterRole('reader', pods, { verbs: ['get'], apiGroups: [''], resources: ['nodes'] });
    await role('other', 'reader', pods);
    await bind('default', 'here', 'ClusterRole', 'reader', user('ann'));
    await bind('default', 'there', 'Role', 'reader', user('bob'));
    const allowed = async (who: string, attributes: object) =>
      ((await may({ user: who }, attributes)) as { allowed: boolean }).allowed;
    expect(await allowed('ann', { ...getPods, namespace: 'default' })).toBe(true);
    expect(await allowed('ann', { ...getPods, namespace: 'other' })).toBe(false);
    expect(await allowed('ann', getPods)).toBe(false);
    expect(await allowed('ann', { verb: 'get', resource: 'nodes' })).toBe(false);
    // A role of another namespace is not this one's.
    expect(await allowed('bob', { ...getPods, namespace: 'default' })).toBe(false);
    expect(await allowed('bob', { ...getPods, namespace: 'other' })).toBe(false);
  });

  it('begins with the roles of a real cluster, aggregated ones included', async () => {
    const names = (await test.client.get(`${RBAC}/clusterroles`)).body['items'] as unknown[];
    expect(names).toHaveLength(69);
    await bind('default', 'viewers', 'ClusterRole', 'view', user('ann'));
    const here = { namespace: 'default', resource: 'pods' };
    expect(await may({ user: 'ann' }, { ...here, verb: 'list' })).toMatchObject({ allowed: true });
    expect(await may({ user: 'ann' }, { ...here, verb: 'delete' })).toEqual({ allowed: false });
    expect(
      await may(
        { user: 'system:kube-scheduler' },
        { verb: 'create', resource: 'pods', subresource: 'binding' },
      ),
    ).toMatchObject({ allowed: true });
  });

  it('keeps what a storage already has', async () => {
    const storage = createMemoryStorage();
    const first = createApiServer({ storage });
    await new TestClient(first.transport).delete(`${RBAC}/clusterroles/view`);
    await new TestClient(first.transport).patch('merge', `${RBAC}/clusterroles/edit`, { rules: [] });
    const revision = first.revision;
    await first.close();
    const second = createApiServer({ storage });
    expect(second.revision).toBe(revision + 1);
    const { body } = await new TestClient(second.transport).get(`${RBAC}/clusterroles/edit`);
    expect(body['rules']).toBeNull();
    await second.close();
  });

  it('lists the rules of who asks', async () => {
    await clusterRole('reader', pods, { verbs: ['get'], nonResourceURLs: ['/metrics'] });
    await bindCluster('b', 'reader', user('ann'));
    await bindCluster('c', 'nowhere', user('ann'));
    const ask = async (namespace: string) =>
      (await as('ann').create(`${REVIEWS}/selfsubjectrulesreviews`, { spec: { namespace } })).body;
    const { spec, status } = await ask('default');
    expect(spec).toEqual({});
    expect(status.resourceRules).toContainEqual(pods);
    expect(status.nonResourceRules).toContainEqual({ verbs: ['get'], nonResourceURLs: ['/metrics'] });
    expect(status.incomplete).toBe(false);
    expect(status.evaluationError).toBe('clusterrole.rbac.authorization.k8s.io "nowhere" not found');
    expect((await ask(''))['message']).toBe('no namespace on request');
  });

  describe('for who writes roles', () => {
    const maker: PolicyRule = {
      verbs: ['create', 'update', 'patch', 'get'],
      apiGroups: [apiGroup],
      resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
    };
    const mary = async (...more: PolicyRule[]) => {
      await clusterRole('maker', maker, ...more);
      await bindCluster('makers', 'maker', user('mary'));
      return as('mary', 'devs');
    };
    const refusal = async (answer: ReturnType<TestClient['create']>): Promise<unknown[]> => {
      const { status, body } = await answer;
      return [status, body['message']];
    };
    const start = 'user "mary" (groups=["devs" "system:authenticated"]) is attempting to grant';

    it('refuses rules that they do not hold', async () => {
      const client = await mary(pods);
      const write = (rules: object[]) =>
        client.create(`${RBAC}/clusterroles`, { metadata: { name: 'new' }, rules });
      expect(
        await refusal(
          write([
            { verbs: ['get', 'delete'], apiGroups: [''], resources: ['pods', 'secrets'] },
            { verbs: ['get'], nonResourceURLs: ['/x'] },
          ]),
        ),
      ).toEqual([
        403,
        `clusterroles.rbac.authorization.k8s.io "new" is forbidden: ${start} RBAC permissions not currently held:\n` +
          '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}\n' +
          '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}\n' +
          '{NonResourceURLs:["/x"], Verbs:["get"]}',
      ]);
      expect((await write([pods])).status).toBe(201);
    });

    it('refuses to aggregate rules to all but those who hold everything', async () => {
      const client = await mary();
      const body = {
        metadata: { name: 'sum' },
        rules: [],
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
      };
      expect(await refusal(client.create(`${RBAC}/clusterroles`, body))).toEqual([
        403,
        'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
      ]);
    });

    it('refuses to bind roles whose rules they do not hold, or that do not exist', async () => {
      const client = await mary();
      await role('default', 'keeper', pods);
      const write = (kind: string, name: string) =>
        client.create(`${RBAC}/namespaces/default/rolebindings`, {
          metadata: { name: 'b' },
          roleRef: { apiGroup, kind, name },
        });
      expect(await refusal(write('Role', 'keeper'))).toEqual([
        403,
        `rolebindings.rbac.authorization.k8s.io "b" is forbidden: ${start} RBAC permissions not currently held:\n` +
          '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
      ]);
      expect(await refusal(write('Role', 'none'))).toEqual([
        404,
        'rolebindings.rbac.authorization.k8s.io "none" not found',
      ]);
      expect(await refusal(write('Nope', 'x'))).toEqual([500, 'unsupported role reference kind: "Nope"']);
    });

    it('lets them who may escalate or bind', async () => {
      const client = await mary({
        verbs: ['escalate', 'bind'],
        apiGroups: [apiGroup],
        resources: ['clusterroles', 'roles'],
      });
      const created = await client.create(`${RBAC}/clusterroles`, {
        metadata: { name: 'all' },
        rules: [pods],
      });
      expect(created.status).toBe(201);
      const bound = await client.create(`${RBAC}/clusterrolebindings`, {
        metadata: { name: 'b' },
        roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
      });
      expect(bound.status).toBe(201);
    });

    it('lets them who may bind this role only', async () => {
      const client = await mary({
        verbs: ['bind'],
        apiGroups: [apiGroup],
        resources: ['clusterroles'],
        resourceNames: ['view'],
      });
      const write = (name: string) =>
        client.create(`${RBAC}/clusterrolebindings`, {
          metadata: { name },
          roleRef: { apiGroup, kind: 'ClusterRole', name },
        });
      expect((await write('view')).status).toBe(201);
      expect((await write('edit')).status).toBe(403);
    });

    it('looks at updates too, unless only finalizers and owners change', async () => {
      const client = await mary();
      await clusterRole('other', pods);
      const patch = (body: object) => client.patch('merge', `${RBAC}/clusterroles/other`, body);
      expect((await patch({ metadata: { labels: { a: 'b' } } })).status).toBe(403);
      expect((await patch({ metadata: { finalizers: ['a.b/c'] } })).status).toBe(200);
    });
  });

  it('decides who approves certificates for which signer', async () => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    const { body } = await test.client.create(path, {
      metadata: { name: 'c' },
      spec: { signerName: 'acme.io/web', request: 'YQ==', usages: ['client auth'] },
    });
    const approve = { verbs: ['update'], apiGroups: ['certificates.k8s.io'] };
    await clusterRole('a', { ...approve, resources: ['certificatesigningrequests/approval'] });
    await bindCluster('a', 'a', user('ann'), user('bob'));
    await clusterRole('s', {
      verbs: ['approve'],
      apiGroups: ['certificates.k8s.io'],
      resources: ['signers'],
      resourceNames: ['acme.io/*'],
    });
    await bindCluster('s', 's', user('bob'));
    const condition = { type: 'Approved', status: 'True', reason: 'r', message: 'm' };
    const approved = { ...body, status: { conditions: [condition] } };
    const refused = await as('ann').update(`${path}/c/approval`, approved);
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to approve requests with signerName "acme.io/web"',
    ]);
    expect((await as('bob').update(`${path}/c/approval`, approved)).status).toBe(200);
  });
});
