import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKubeAssets, startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Kubectl, unorderedRules } from './kubectl.js';

const manifests = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: robot, namespace: default }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: keeper, namespace: default }
rules:
  - { apiGroups: [''], resources: [pods, pods/log], verbs: [get, list] }
  - { apiGroups: [''], resources: [configmaps], resourceNames: [one, two], verbs: [get, delete] }
  - { apiGroups: [apps], resources: ['*/scale'], verbs: ['*'] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: keepers, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: keeper }
subjects:
  - { kind: ServiceAccount, name: robot }
  - { apiGroup: rbac.authorization.k8s.io, kind: Group, name: keepers }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: maker }
rules:
  - { apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs: [get, list, create] }
  - { nonResourceURLs: [/metrics, /logs/*], verbs: [get] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: makers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: maker }
subjects:
  - { apiGroup: rbac.authorization.k8s.io, kind: User, name: mary }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: editors }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit }
subjects:
  - { apiGroup: rbac.authorization.k8s.io, kind: User, name: eve }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: losers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: nowhere }
subjects:
  - { apiGroup: rbac.authorization.k8s.io, kind: User, name: lost }
`;

/** What the same kubectl says of either server; what differs by nature is made alike. */
class Side {
  readonly kubectl: Kubectl;

  constructor(kubectl: Kubectl) {
    this.kubectl = kubectl;
  }

  async says(args: readonly string[], stdin?: string): Promise<object> {
    const input = stdin === undefined ? {} : { stdin };
    const { code, stdout, stderr } = await this.kubectl.attempt(args, input);
    const said = args.includes('--list') ? unorderedRules(stdout) : stdout;
    return { code, stdout: alike(said), stderr: alike(stderr) };
  }
}

const alike = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');

describe('kubectl tells of access on the embedded server what it tells on the real one', () => {
  const environments: TestEnvironment[] = [];
  let home: string;
  let embedded: Side;
  let real: Side;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'kubewright-access-'));
    const { kubectl: binary } = findKubeAssets({ env: process.env });
    const side = async (target: 'embedded' | 'kube'): Promise<Side> => {
      const env = await startTestEnvironment({ target });
      environments.push(env);
      const kubeconfig = await env.kubeconfigFile();
      const kubectl = new Kubectl({ binary, kubeconfig, home: path.join(home, target) });
      await kubectl.run(['apply', '-f', '-'], { stdin: manifests });
      await env.settled();
      return new Side(kubectl);
    };
    [embedded, real] = await Promise.all([side('embedded'), side('kube')]);
    // The real server learns of roles from a watch.
    const knows = async () => {
      const { stdout } = await real.kubectl.attempt(['auth', 'can-i', 'list', 'pods', '--as=eve']);
      expect(stdout).toBe('yes\n');
    };
    await vi.waitFor(knows, { timeout: 10_000 });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(environments.map((env) => env.stop()));
    await rm(home, { recursive: true, force: true });
  });

  const robot = '--as=system:serviceaccount:default:robot';
  it.each<[string[]]>([
    [['auth', 'can-i', '--list', '--as=mary']],
    [['auth', 'can-i', '--list', '--as=eve']],
    [['auth', 'can-i', '--list', '--as=kim', '--as-group=keepers']],
    [['auth', 'can-i', '--list', robot]],
    [['auth', 'can-i', '--list', robot, '-n', 'kube-system']],
    [['auth', 'can-i', '--list', '--as=root', '--as-group=system:masters']],
    [['auth', 'can-i', '--list', '--as=system:kube-scheduler']],
    [['auth', 'can-i', '--list', '--as=lost']],
    [['auth', 'can-i', 'list', 'pods', robot]],
    [['auth', 'can-i', 'list', 'pods', robot, '-A']],
    [['auth', 'can-i', 'get', 'pods', '--subresource=log', robot]],
    [['auth', 'can-i', 'delete', 'configmaps/one', robot]],
    [['auth', 'can-i', 'delete', 'configmaps/three', robot]],
    [['auth', 'can-i', 'patch', 'deployments.apps', '--subresource=scale', robot]],
    [['auth', 'can-i', 'get', '/logs/today', '--as=mary']],
    [['auth', 'can-i', 'get', '/secret', '--as=mary']],
    [['auth', 'can-i', 'get', 'pods', '--as=lost', '-v=0']],
    [
      [
        'auth',
        'whoami',
        '-o',
        'json',
        '--as=kim',
        '--as-group=keepers',
        '--as-uid=7',
        '--as-user-extra=scopes=a',
      ],
    ],
    [['auth', 'whoami', '-o', 'yaml', robot]],
    [['get', 'pods', '--as=mary']],
    [['get', 'pods', '--as=lost']],
    [['delete', 'node', 'n', '--as=eve']],
    [['get', '--raw', '/metrics/none', '--as=eve']],
    [['create', 'role', 'more', '--verb=get,delete', '--resource=secrets,pods', '--as=mary']],
    [['create', 'rolebinding', 'more', '--clusterrole=edit', '--user=mary', '--as=mary']],
    [['create', 'rolebinding', 'more', '--role=none', '--user=mary', '--as=mary']],
    [['create', 'token', 'nobody']],
    [['create', 'token', 'robot', '--duration=10s']],
    [['create', 'token', 'robot', '--bound-object-kind=Pod', '--bound-object-name=none']],
    [['create', 'token', 'robot', '--as=mary']],
    [['get', 'clusterrole', 'view', '-o', 'json']],
    [['describe', 'clusterrole', 'admin']],
    [['get', 'clusterrolebindings', '-o', 'wide', '--no-headers', '-l', 'kubernetes.io/bootstrapping']],
  ])('%j', async (args) => {
    const [ours, theirs] = await Promise.all([embedded.says(args), real.says(args)]);
    expect(withoutAges(ours)).toEqual(withoutAges(theirs));
  });

  it('of the bearer of a token', async () => {
    const bearer = async (side: Side): Promise<object> => {
      const token = (await side.kubectl.run(['create', 'token', 'robot', '--duration=20m'])).trim();
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        exp: number;
        iat: number;
        sub: string;
      };
      const who = await side.says(['auth', 'whoami', '-o', 'json', `--token=${token}`]);
      return { lifeSeconds: claims.exp - claims.iat, subject: claims.sub, who };
    };
    const [ours, theirs] = await Promise.all([bearer(embedded), bearer(real)]);
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({ lifeSeconds: 1200, who: { code: 0 } });
  });
});

const withoutAges = (said: object): unknown =>
  JSON.parse(
    JSON.stringify(said)
      .replaceAll(/ +\d+m?s(\d+s)? +/g, ' AGE ')
      .replaceAll(/\\"(resourceVersion)\\": \\"\d+\\"/g, '$1'),
  );
