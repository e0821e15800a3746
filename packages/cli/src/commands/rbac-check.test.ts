import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rbacCheckCommand } from './rbac-check.js';
import type { RbacCheckOptions } from './rbac-check.js';

const SOURCE = `
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;delete
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get

export const controller = {};
`;

const CALLS = [
  { verb: 'list', group: 'apps', resource: 'deployments' },
  { verb: 'watch', group: 'apps', resource: 'deployments' },
  { verb: 'get', group: 'apps', resource: 'deployments', namespace: 'default', name: 'web' },
  { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'default', name: 'web' },
  { verb: 'create', group: 'coordination.k8s.io', resource: 'leases', namespace: 'default' },
  { verb: 'get', path: '/version' },
];

const LEADER_ELECTION = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: leader-election-role
rules:
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [get, create, update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: leader-election-rolebinding
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: leader-election-role }
subjects: [{ kind: ServiceAccount, name: controller-manager, namespace: system }]
`;

const STALE_ROLE = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager-role
rules:
  - apiGroups: [apps]
    resources: [deployments]
    verbs: ['*']
`;

describe('kubewright rbac check', () => {
  let root = '';
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'kubewright-rbac-'));
    await put('operator/src/controller.ts', SOURCE);
    await put('operator/config/rbac/leader_election.yaml', LEADER_ELECTION);
    await put('operator/config/rbac/role.yaml', STALE_ROLE);
    await put('operator/config/rbac/kustomization.yaml', 'resources: [role.yaml]');
    await put('calls/calls-1.jsonl', CALLS.map((call) => `${JSON.stringify(call)}\n`).join(''));
    await put('right/src/controller.ts', SOURCE.replace(/.*secrets.*\n/, '').replace('delete', 'patch'));
    await put('right/config/rbac/leader_election.yaml', LEADER_ELECTION);
    await put('wrong/src/controller.ts', SOURCE.replace('resources=secrets', 'resource=secrets'));
    await put('empty/calls.jsonl', '');
  });
  afterAll(() => rm(root, { recursive: true }));

  async function check(options: Partial<RbacCheckOptions> = {}) {
    let printed = '';
    const output = { write: (text: string) => (printed += text) };
    const code = await rbacCheckCommand(
      {
        folder: 'operator',
        calls: 'calls',
        roles: [],
        strict: false,
        fix: false,
        output: 'text',
        ...options,
      },
      {
        stdout: output,
        stderr: output,
        env: {},
        cwd: root,
        clock: systemClock,
        signal: new AbortController().signal,
      },
    );
    return { code, printed };
  }

  it('says what is missing and what is too much, with the lines to add; roles that markers do not make count', async () => {
    expect(await check()).toEqual({
      code: 1,
      printed: `error MissingRule: no rule allows patch of deployments.apps in the namespace default
operator/src/controller.ts:2:4: warning UnusedRule: no call used delete of deployments.apps
operator/src/controller.ts:3:4: warning UnusedRule: no call used this rule: get of secrets

add:
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=patch

6 distinct calls: 1 permission missing, 2 rules allow more than was used
`,
    });
  });

  it('ends with 0 when all calls are allowed, and with strict only when all rules were used, too', async () => {
    const right = await check({ folder: 'right', strict: true });
    expect(right).toEqual({ code: 0, printed: '6 distinct calls: all are allowed, every rule was used\n' });
    const roles = ['operator/config/rbac/role.yaml', 'operator/config/rbac/leader_election.yaml'];
    expect(await check({ roles: [roles[0] ?? ''] })).toMatchObject({ code: 1 });
    // Of two files, only what a binding gives counts.
    expect((await check({ roles })).printed).toContain(
      'no rule allows get, list, watch, patch of deployments.apps',
    );
    await put('roles/role.yaml', `${STALE_ROLE}---${LEADER_ELECTION.split('---')[0] ?? ''}`);
    const broad = await check({ roles: ['roles'] });
    expect(broad).toEqual({
      code: 0,
      printed: `warning UnusedRule: roles/role.yaml: rule 1 of Role leader-election-role: no call used get, update of leases.coordination.k8s.io
warning BroadRule: roles/role.yaml: rule 1 of ClusterRole manager-role: of what this wildcard allows, only get, list, watch, patch of deployments.apps was used
6 distinct calls: all are allowed, 2 rules allow more than was used
`,
    });
    expect(await check({ roles: ['roles'], strict: true })).toMatchObject({ code: 1 });
  });

  it('prints the lines that are needed, file by file, and nothing else', async () => {
    expect((await check({ fix: true })).printed).toBe(`// operator/src/controller.ts
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;patch
`);
  });

  it('prints JSON for tools', async () => {
    const { printed } = await check({ output: 'json' });
    expect(JSON.parse(printed)).toMatchObject({
      calls: 6,
      rules: 2,
      missing: [
        { verb: 'patch', group: 'apps', resource: 'deployments', namespaces: ['default'], names: ['web'] },
      ],
      unused: [
        { what: 'delete of deployments.apps', isWhole: false, position: { line: 2, column: 4 } },
        { what: 'get of secrets', isWhole: true },
      ],
      add: ['// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=patch'],
      needed: [{ file: 'operator/src/controller.ts' }],
    });
  });

  it('does not pass over markers that cannot be read', async () => {
    const { code, printed } = await check({ folder: 'wrong' });
    expect(code).toBe(1);
    expect(printed).toContain(
      'wrong/src/controller.ts:3:34: error InvalidMarker: +kubebuilder:rbac: it has no argument "resource" (did you mean resources?)',
    );
  });

  it.each<[Partial<RbacCheckOptions>, string]>([
    [
      { calls: 'nowhere' },
      'no calls are recorded at ROOT/nowhere: run the tests with KUBEWRIGHT_RECORD_CALLS=nowhere first',
    ],
    [{ calls: 'empty' }, 'ROOT/empty holds no calls: run the tests with KUBEWRIGHT_RECORD_CALLS=empty first'],
    [
      { calls: 'operator/src/controller.ts' },
      'ROOT/operator/src/controller.ts:2: not a recorded call: // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;dele',
    ],
    [{ folder: 'nowhere' }, 'ROOT/nowhere does not exist: name the folder of a project'],
    [{ roles: ['nowhere'] }, 'ROOT/nowhere does not exist'],
  ])('says in a sentence what it cannot do: %j', async (options, message) => {
    await expect(check(options)).rejects.toThrow(message.replaceAll('ROOT', root));
  });
});
