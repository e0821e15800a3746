import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerValue } from '../model/marker.js';
import { fileMarkers } from '../test-support/markers.js';
import { createRoles } from './create-roles.js';

type Arguments = { readonly [argument: string]: MarkerValue };

function create(markers: readonly Arguments[], roleName?: string) {
  const diagnostics = new Diagnostics();
  const roles = createRoles({
    markers: fileMarkers('kubebuilder:rbac', markers),
    diagnostics,
    ...(roleName === undefined ? {} : { roleName }),
  });
  return { roles, messages: diagnostics.all().map((found) => formatDiagnostic(found, '/project')) };
}

const pods = { groups: [''], resources: ['pods'] };

describe('createRoles', () => {
  it('makes nothing of nothing, and passes over other markers', () => {
    const markers = fileMarkers('kubebuilder:webhook', [{ verbs: ['get'] }]);
    expect(createRoles({ markers, diagnostics: new Diagnostics() })).toEqual([]);
  });

  it('makes a ClusterRole, and a Role for each namespace and role name, in their order', () => {
    const { roles } = create(
      [
        { ...pods, verbs: ['get'], namespace: 'b' },
        { ...pods, verbs: ['get'], namespace: 'a', roleName: 'reader' },
        { ...pods, verbs: ['get'], namespace: 'a' },
        { ...pods, verbs: ['list'], roleName: 'lister' },
        { ...pods, verbs: ['get'] },
      ],
      'the-role',
    );
    expect(roles.map(({ kind, metadata }) => [kind, metadata?.namespace, metadata?.name])).toEqual([
      ['ClusterRole', undefined, 'lister'],
      ['ClusterRole', undefined, 'the-role'],
      ['Role', 'a', 'reader'],
      ['Role', 'a', 'the-role'],
      ['Role', 'b', 'the-role'],
    ]);
    expect(roles[0]).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'lister' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
    });
  });

  it('keeps both verbs where merged groups meet a rule of the same groups, of which controller-gen loses one', () => {
    const { roles } = create([
      { groups: ['a'], resources: ['x'], verbs: ['get'] },
      { groups: ['b'], resources: ['x'], verbs: ['get'] },
      { groups: ['a', 'b'], resources: ['x'], verbs: ['list'] },
    ]);
    expect(roles[0]?.rules).toEqual([{ apiGroups: ['a', 'b'], resources: ['x'], verbs: ['get', 'list'] }]);
  });

  it('allows what the markers allow, no more and no less, whatever their order', () => {
    const few = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
    const marker = fc.record({
      groups: few('', 'a', 'core'),
      resources: few('x', 'y'),
      verbs: few('get', 'list', '*'),
      resourceNames: fc.uniqueArray(fc.constantFrom('n', 'm')),
    });
    fc.assert(
      fc.property(fc.array(marker, { minLength: 1, maxLength: 6 }), (markers) => {
        const { roles } = create(markers);
        expect(create(markers.toReversed()).roles).toEqual(roles);
        for (const group of ['', 'a'])
          for (const resource of ['x', 'y'])
            for (const verb of ['get', 'list', 'watch'])
              for (const name of ['', 'n', 'm']) {
                const allows = (rule: {
                  groups: readonly string[];
                  resources: readonly string[];
                  verbs: readonly string[];
                  names: readonly string[];
                }) =>
                  rule.groups.includes(group) &&
                  rule.resources.includes(resource) &&
                  (rule.verbs.includes(verb) || rule.verbs.includes('*')) &&
                  (rule.names.length === 0 || rule.names.includes(name));
                const wanted = markers.some(({ groups, resources, verbs, resourceNames: names }) =>
                  allows({ groups: groups.map((g) => (g === 'core' ? '' : g)), resources, verbs, names }),
                );
                const made = roles.some((role) =>
                  role.rules?.some((rule) =>
                    allows({
                      groups: rule.apiGroups ?? [],
                      resources: rule.resources ?? [],
                      verbs: rule.verbs,
                      names: rule.resourceNames ?? [],
                    }),
                  ),
                );
                expect(made).toBe(wanted);
              }
      }),
    );
  });

  it.each<[Arguments, string]>([
    [
      { ...pods, verbs: [] },
      'error InvalidMarker: verbs must contain at least one value (for example verbs=get;list;watch)',
    ],
    [
      { resources: ['pods'], verbs: ['get'] },
      'error InvalidMarker: resource rules must supply at least one api group (the core group is groups=core or groups="")',
    ],
    [
      { groups: ['apps'], verbs: ['get'] },
      'error InvalidMarker: resource rules must supply at least one resource (for example resources=deployments;deployments/status; all of them is resources=*)',
    ],
    [
      { ...pods, urls: ['/metrics'], verbs: ['get'] },
      'error InvalidMarker: rules cannot apply to both regular resources and non-resource URLs (write two markers, one with groups and resources, one with urls)',
    ],
    [
      { urls: ['/metrics'], verbs: ['get'], namespace: 'zoo' },
      'error InvalidMarker: namespaced rules cannot apply to non-resource URLs (leave namespace=zoo out: paths such as /metrics are in no namespace)',
    ],
    [
      { ...pods, verbs: ['get'], roleName: 'a/b' },
      "error InvalidMarker: roleName \"a/b\" cannot be the name of an object (it may not be '.' or '..' nor contain '/' or '%')",
    ],
  ])('leaves out what the server would refuse: %j', (marker, message) => {
    expect(create([marker])).toEqual({ roles: [], messages: [`src/controller.ts:1:4: ${message}`] });
  });

  it.each<[Arguments, string]>([
    [
      { groups: ['apps/v1'], resources: ['deployments'], verbs: ['get'] },
      'no request is of the group "apps/v1": rules name groups without their version (write groups=apps)',
    ],
    [
      { groups: ['v1/'], resources: ['pods'], verbs: ['get'] },
      'no request is of the group "v1/": rules name groups without their version (write groups=core)',
    ],
    [
      { groups: ['apps'], resources: ['Deployment'], verbs: ['get'] },
      'no request is about "Deployment": rules name resources by their plural in lower case (as in the path of the API, deployments for the kind Deployment)',
    ],
    [{ ...pods, verbs: ['Get'] }, 'no request has the verb "Get" (did you mean get?)'],
    [{ ...pods, verbs: ['pathc'] }, 'no request has the verb "pathc" (did you mean patch?)'],
    [{ ...pods, verbs: ['apply'] }, 'no request has the verb "apply" (did you mean patch?)'],
    [
      { ...pods, verbs: ['deletecollection'], resourceNames: ['a'] },
      'resourceNames never allow deletecollection: such requests name no object (give the verb a marker without resourceNames)',
    ],
    [
      { urls: ['metrics'], verbs: ['get'] },
      'no request has the path "metrics" (paths begin with a slash, and only their end may be a *)',
    ],
  ])('warns of what no request can match: %j', (marker, message) => {
    const { roles, messages } = create([marker]);
    expect(messages).toEqual([`src/controller.ts:1:4: warning InvalidMarker: ${message}`]);
    expect(roles).toHaveLength(1);
  });

  it('does not warn of verbs that it does not know: there are others than those of requests', () => {
    const verbs = ['use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', '*'];
    expect(
      create([
        { ...pods, verbs },
        { urls: ['/metrics/*', '*'], verbs: ['get'] },
      ]).messages,
    ).toEqual([]);
  });
});
