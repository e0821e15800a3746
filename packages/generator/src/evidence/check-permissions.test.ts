import type { RecordedCall } from '@kubewright/client/recording';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerValue } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { fileMarkers } from '../test-support/markers.js';
import { checkPermissions } from './check-permissions.js';

type Arguments = { readonly [argument: string]: MarkerValue };

const none = { group: '', resource: '', subresource: '', namespace: '', name: '', path: '' };

/** `get apps/deployments/scale in ns web`, `get /metrics`. */
function call(text: string, more: Partial<RecordedCall> = {}): RecordedCall {
  const [verb = '', what = '', ...rest] = text.split(' ');
  if (what.startsWith('/')) return { ...none, verb, path: what, ...more };
  const parts = what.split('/');
  const hasGroup = parts[0]?.includes('.') === true || parts[0] === 'apps';
  const [group = '', resource = '', subresource = ''] = hasGroup ? parts : ['', ...parts];
  const namespace = rest[0] === 'in' ? (rest[1] ?? '') : '';
  const name = (rest[0] === 'in' ? rest[2] : rest[0]) ?? '';
  return { ...none, verb, group, resource, subresource, namespace, name, ...more };
}

const rbac = (...values: Arguments[]) => fileMarkers('kubebuilder:rbac', values);

async function check(markers: readonly FileMarker[], ...calls: RecordedCall[]) {
  const diagnostics = new Diagnostics();
  const report = await checkPermissions({ calls, markers, diagnostics });
  return { ...report, messages: diagnostics.all().map((found) => formatDiagnostic(found, '/project')) };
}

const deployments = { groups: ['apps'], resources: ['deployments'] };

describe('checkPermissions', () => {
  it('finds nothing where every rule is used and every call allowed', async () => {
    const { messages, add, needed, missing, unused } = await check(
      rbac({ ...deployments, verbs: ['get', 'create'] }, { urls: ['/metrics'], verbs: ['get'] }),
      call('get apps/deployments in ns web'),
      call('create apps/deployments in ns'),
      call('get /metrics'),
    );
    expect({ messages, add, missing, unused }).toEqual({ messages: [], add: [], missing: [], unused: [] });
    expect(needed).toEqual([
      {
        file: '/project/src/controller.ts',
        lines: [
          '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;create',
          '// +kubebuilder:rbac:urls=/metrics,verbs=get',
        ],
      },
    ]);
  });

  it('says which calls no rule allows, and the lines to add, calls of one resource on one line', async () => {
    const { messages, add } = await check(
      [],
      call('get apps/deployments/scale in b web'),
      call('list services'),
      call('get services in a web'),
      call('get apps/deployments/scale in a web'),
      call('update apps/deployments/scale in a web'),
      call('delete nodes n'),
      call('get /metrics'),
    );
    expect(messages).toEqual([
      'error MissingRule: no rule allows get, update of deployments.apps/scale in the namespaces a, b',
      'error MissingRule: no rule allows get, list of services in the namespace a, and in all',
      'error MissingRule: no rule allows delete of nodes',
      'error MissingRule: no rule allows get of /metrics',
    ]);
    expect(add).toEqual([
      '// +kubebuilder:rbac:urls=/metrics,verbs=get',
      '// +kubebuilder:rbac:groups=core,resources=nodes,verbs=delete',
      '// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list',
      '// +kubebuilder:rbac:groups=apps,resources=deployments/scale,verbs=get;update',
    ]);
  });

  it('says which rules were never used, and which parts of others', async () => {
    const { messages, needed } = await check(
      rbac(
        { groups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['get', 'list', 'delete'] },
        { groups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
        { groups: [''], resources: ['configmaps'], resourceNames: ['a', 'b'], verbs: ['get'] },
      ),
      call('get apps/deployments in ns web'),
      call('list apps/deployments'),
      call('get apps/statefulsets in ns db'),
      call('get configmaps in ns a'),
    );
    expect(messages).toEqual([
      'src/controller.ts:1:4: warning UnusedRule: no call used delete of deployments.apps; list, delete of statefulsets.apps',
      'src/controller.ts:2:4: warning UnusedRule: no call used this rule: get, list of secrets',
      'src/controller.ts:3:4: warning UnusedRule: no call used get of configmaps named b',
    ]);
    expect(needed[0]?.lines).toEqual([
      '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list',
      '// +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=get',
      '// +kubebuilder:rbac:groups=core,resources=configmaps,resourceNames=a,verbs=get',
    ]);
  });

  it('puts what is missing where it belongs, in the order of the files', async () => {
    const markers = [
      ...fileMarkers(
        'kubebuilder:rbac',
        [
          { ...deployments, verbs: ['get'] },
          { groups: ['batch'], resources: ['jobs'], verbs: ['get'] },
        ],
        '/project/src/a.ts',
      ),
      ...fileMarkers(
        'kubebuilder:rbac',
        [{ groups: [''], resources: ['pods'], verbs: ['get'] }],
        '/project/src/b.ts',
      ),
    ];
    const { needed } = await check(
      markers,
      call('get apps/deployments in ns web'),
      call('get batch.x/jobs in ns web', { group: 'batch' }),
      call('get pods in ns p'),
      call('patch apps/deployments in ns web'),
      call('get apps/replicasets in ns web'),
      call('list example.com/widgets'),
    );
    expect(needed).toEqual([
      {
        file: '/project/src/a.ts',
        lines: [
          '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;patch',
          '// +kubebuilder:rbac:groups=apps,resources=replicasets,verbs=get',
          '// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get',
        ],
      },
      {
        file: '/project/src/b.ts',
        lines: [
          '// +kubebuilder:rbac:groups=core,resources=pods,verbs=get',
          '// +kubebuilder:rbac:groups=example.com,resources=widgets,verbs=list',
        ],
      },
    ]);
  });

  it('says what was used of wildcards, and proposes that instead', async () => {
    const { messages, needed } = await check(
      rbac({ groups: ['*'], resources: ['*/scale', 'pods'], verbs: ['*'] }),
      call('get apps/deployments/scale in ns web'),
      call('get pods in ns p'),
      call('list pods'),
    );
    expect(messages).toEqual([
      'src/controller.ts:1:4: warning BroadRule: of what this wildcard allows, only get of deployments.apps/scale; get, list of pods was used',
    ]);
    expect(needed[0]?.lines).toEqual([
      '// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list',
      '// +kubebuilder:rbac:groups=apps,resources=deployments/scale,verbs=get',
    ]);
  });

  it.each<[string, Arguments, RecordedCall, boolean]>([
    [
      'a verb of its own for collections',
      { ...deployments, verbs: ['delete'] },
      call('deletecollection apps/deployments in ns'),
      false,
    ],
    [
      'subresources apart from their objects',
      { ...deployments, verbs: ['get'] },
      call('get apps/deployments/scale in ns a'),
      false,
    ],
    [
      'objects apart from their subresources',
      { groups: ['apps'], resources: ['deployments/*'], verbs: ['get'] },
      call('get apps/deployments/scale in ns a'),
      false,
    ],
    [
      'all subresources of one name',
      { groups: ['apps'], resources: ['*/scale'], verbs: ['get'] },
      call('get apps/deployments/scale in ns a'),
      true,
    ],
    [
      'subresources in a resource wildcard',
      { groups: ['apps'], resources: ['*'], verbs: ['get'] },
      call('get apps/deployments/scale in ns a'),
      true,
    ],
    [
      'groups apart',
      { groups: [''], resources: ['deployments'], verbs: ['get'] },
      call('get apps/deployments in ns a'),
      false,
    ],
    [
      'names',
      { ...deployments, resourceNames: ['a'], verbs: ['get'] },
      call('get apps/deployments in ns b'),
      false,
    ],
    [
      'lists by name',
      { ...deployments, resourceNames: ['a'], verbs: ['list'] },
      call('list apps/deployments in ns a'),
      true,
    ],
    [
      'lists without a name',
      { ...deployments, resourceNames: ['a'], verbs: ['list'] },
      call('list apps/deployments in ns'),
      false,
    ],
    [
      'creations by name',
      { ...deployments, resourceNames: ['a'], verbs: ['create'] },
      call('create apps/deployments in ns'),
      false,
    ],
    [
      'creations by an apply, which have a name',
      { ...deployments, resourceNames: ['a'], verbs: ['create'] },
      call('create apps/deployments in ns a'),
      true,
    ],
    [
      'Roles in their namespace',
      { ...deployments, namespace: 'ns', verbs: ['get'] },
      call('get apps/deployments in ns a'),
      true,
    ],
    [
      'Roles in other namespaces',
      { ...deployments, namespace: 'zoo', verbs: ['get'] },
      call('get apps/deployments in ns a'),
      false,
    ],
    [
      'Roles for all namespaces',
      { ...deployments, namespace: 'ns', verbs: ['list'] },
      call('list apps/deployments'),
      false,
    ],
    ['paths', { urls: ['/debug/*'], verbs: ['get'] }, call('get /debug/why'), true],
    ['the path itself under its wildcard', { urls: ['/debug/*'], verbs: ['get'] }, call('get /debug'), false],
    ['what every service account may', { ...deployments, verbs: ['get'] }, call('get /version'), true],
    [
      'reviews of oneself',
      { ...deployments, verbs: ['get'] },
      call('create authorization.k8s.io/selfsubjectaccessreviews'),
      true,
    ],
    [
      'reviews of others',
      { ...deployments, verbs: ['get'] },
      call('create authorization.k8s.io/subjectaccessreviews'),
      false,
    ],
    [
      'signers by their name',
      {
        groups: ['certificates.k8s.io'],
        resources: ['signers'],
        resourceNames: ['example.com/x'],
        verbs: ['approve'],
      },
      call('approve certificates.k8s.io/signers example.com/x'),
      true,
    ],
    [
      'signers by their domain',
      {
        groups: ['certificates.k8s.io'],
        resources: ['signers'],
        resourceNames: ['example.com/*'],
        verbs: ['approve'],
      },
      call('approve certificates.k8s.io/signers example.com/x'),
      true,
    ],
    [
      'signers of other domains',
      {
        groups: ['certificates.k8s.io'],
        resources: ['signers'],
        resourceNames: ['example.com/*'],
        verbs: ['approve'],
      },
      call('approve certificates.k8s.io/signers example.org/x'),
      false,
    ],
  ])('decides as the server does about %s', async (_, marker, asked, allowed) => {
    expect((await check(rbac(marker), asked)).missing).toHaveLength(allowed ? 0 : 1);
  });

  it('tells where a rule of another namespace would do', async () => {
    const { messages } = await check(
      rbac({ ...deployments, namespace: 'system', verbs: ['get'] }),
      call('get apps/deployments in default web'),
    );
    expect(messages[0]).toBe(
      'error MissingRule: no rule allows get of deployments.apps in the namespace default ' +
        '(a rule allows it in system: run the tests there, or leave the namespace of the marker out)',
    );
  });

  it('gives an operator of one namespace its new rules there', async () => {
    const { add } = await check(
      rbac({ ...deployments, namespace: 'ns', verbs: ['get'] }),
      call('get apps/deployments in ns web'),
      call('get pods in ns p'),
    );
    expect(add).toEqual(['// +kubebuilder:rbac:groups=core,resources=pods,verbs=get,namespace=ns']);
  });

  it('only warns of what a plugin asks that most servers do not have', async () => {
    const { messages, add } = await check(
      [],
      call('update example.com/apps/finalizers in ns a', { plugin: 'OwnerReferencesPermissionEnforcement' }),
    );
    expect(messages).toEqual([
      'warning MissingRule: no rule allows update of apps.example.com/finalizers in the namespace ns (only servers with ' +
        'the admission plugin OwnerReferencesPermissionEnforcement ask for it, as OpenShift does)',
    ]);
    expect(add).toEqual(['// +kubebuilder:rbac:groups=example.com,resources=apps/finalizers,verbs=update']);
  });

  describe('who grants rights', () => {
    const unlessHeld = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
    const escalate = call('escalate rbac.authorization.k8s.io/roles in ns', { unlessHeld });
    const bind = call('bind rbac.authorization.k8s.io/clusterroles in ns view', { unlessHeld });

    it('holds them: then the rules held are used', async () => {
      const { messages } = await check(
        rbac({ groups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }),
        escalate,
        bind,
      );
      expect(messages).toEqual(['src/controller.ts:1:4: warning UnusedRule: no call used watch of pods']);
    });

    it('holds them through wildcards', async () => {
      const { missing, needed } = await check(rbac({ groups: [''], resources: ['*'], verbs: ['*'] }), bind);
      expect(missing).toEqual([]);
      expect(needed[0]?.lines).toEqual(['// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list']);
    });

    it('or may escalate and bind', async () => {
      const { messages } = await check(
        rbac(
          { groups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['escalate'] },
          {
            groups: ['rbac.authorization.k8s.io'],
            resources: ['clusterroles'],
            resourceNames: ['view'],
            verbs: ['bind'],
          },
        ),
        escalate,
        bind,
      );
      expect(messages).toEqual([]);
    });

    it('or is refused: holding the rules is proposed for roles, binding by name for bindings', async () => {
      const { messages, add } = await check(
        rbac({ groups: [''], resources: ['pods'], verbs: ['get'] }),
        escalate,
        call('bind rbac.authorization.k8s.io/clusterroles in ns mine'),
      );
      expect(messages.slice(0, 2)).toEqual([
        'error MissingRule: no rule allows escalate of roles.rbac.authorization.k8s.io in the namespace ns (or hold what is granted: list of pods)',
        'error MissingRule: no rule allows bind of clusterroles.rbac.authorization.k8s.io in the namespace ns',
      ]);
      expect(add).toEqual([
        '// +kubebuilder:rbac:groups=core,resources=pods,verbs=list',
        '// +kubebuilder:rbac:groups=rbac.authorization.k8s.io,resources=clusterroles,resourceNames=mine,verbs=bind',
      ]);
    });
  });

  describe('who acts as others', () => {
    const impersonate = { username: 'jane', groups: ['dev'] };
    const asked = call('get pods in ns p', { impersonate });

    it('may impersonate them, and needs none of their rights', async () => {
      const { messages } = await check(
        rbac(
          { groups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] },
          { groups: [''], resources: ['groups'], resourceNames: ['dev', 'ops'], verbs: ['impersonate'] },
        ),
        asked,
      );
      expect(messages).toEqual([
        'src/controller.ts:2:4: warning UnusedRule: no call used impersonate of groups named ops',
      ]);
    });

    it('or may in one of the constrained modes', async () => {
      const { messages } = await check(
        rbac(
          {
            groups: ['authentication.k8s.io'],
            resources: ['users', 'groups'],
            verbs: ['impersonate:user-info'],
          },
          { groups: [''], resources: ['pods'], verbs: ['impersonate-on:user-info:get'] },
        ),
        asked,
      );
      expect(messages).toEqual([]);
    });

    it('or is refused, and told the rules by name', async () => {
      const { messages, add } = await check(
        rbac({ groups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] }),
        asked,
      );
      expect(messages).toEqual(['error MissingRule: no rule allows impersonate of groups']);
      expect(add).toEqual([
        '// +kubebuilder:rbac:groups=core,resources=groups,resourceNames=dev,verbs=impersonate',
      ]);
    });

    it('as a service account, in its namespace', async () => {
      const { add } = await check(
        [],
        call('get pods in ns p', { impersonate: { username: 'system:serviceaccount:ns:robot' } }),
      );
      expect(add).toEqual([
        '// +kubebuilder:rbac:groups=core,resources=serviceaccounts,resourceNames=robot,verbs=impersonate',
      ]);
    });
  });
});
