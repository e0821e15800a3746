import { describe, expect, it } from 'vitest';

import { FakeTransport } from '../test-support/fake-transport.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { discoverResources } from './discover-resources.js';
import type { Discovery } from './discover-resources.js';

const verbs = ['get', 'list', 'watch'];
const legacyWidgets = { name: 'widgets', singularName: 'widget', kind: 'Widget', namespaced: false, verbs };
const aggregatedOld = {
  resource: 'olds',
  responseKind: { group: 'example.com', version: 'v1', kind: 'Old' },
  scope: 'Namespaced',
  verbs,
};

/** The same server, as it answers in the new documents and in the old ones. */
const aggregated: Exchange[] = [
  {
    request: 'GET /api',
    headers: {
      accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
    },
    answer: groupList({
      name: '',
      versions: [
        {
          version: 'v1',
          resources: [
            {
              resource: 'pods',
              responseKind: { group: '', version: 'v1', kind: 'Pod' },
              scope: 'Namespaced',
              singularResource: 'pod',
              verbs,
              shortNames: ['po'],
              categories: ['all'],
              subresources: [
                {
                  subresource: 'eviction',
                  responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
                  verbs: ['create'],
                },
                {
                  subresource: 'status',
                  responseKind: { group: '', version: '', kind: 'Pod' },
                  verbs: ['get'],
                },
              ],
            },
          ],
        },
      ],
    }),
  },
  {
    request: 'GET /apis',
    answer: groupList({
      name: 'example.com',
      versions: [
        { version: 'v2', resources: [aggregatedWidgets('v2')], freshness: 'Current' },
        { version: 'v1', resources: [aggregatedWidgets('v1'), aggregatedOld] },
      ],
    }),
  },
];

const legacy: Exchange[] = [
  { request: 'GET /api', answer: { kind: 'APIVersions', versions: ['v1'] } },
  {
    request: 'GET /apis',
    answer: {
      kind: 'APIGroupList',
      groups: [
        {
          name: 'example.com',
          versions: [{ version: 'v1' }, { version: 'v2' }],
          preferredVersion: { version: 'v2' },
        },
      ],
    },
  },
  {
    request: 'GET /api/v1',
    headers: { accept: 'application/json' },
    answer: {
      resources: [
        {
          name: 'pods',
          singularName: 'pod',
          kind: 'Pod',
          namespaced: true,
          verbs,
          shortNames: ['po'],
          categories: ['all'],
        },
        {
          name: 'pods/eviction',
          kind: 'Eviction',
          group: 'policy',
          version: 'v1',
          namespaced: true,
          verbs: ['create'],
        },
        { name: 'pods/status', kind: 'Pod', namespaced: true, verbs: ['get'] },
      ],
    },
  },
  { request: 'GET /apis/example.com/v2', answer: { resources: [legacyWidgets] } },
  {
    request: 'GET /apis/example.com/v1',
    answer: {
      resources: [legacyWidgets, { name: 'olds', singularName: '', kind: 'Old', namespaced: true, verbs }],
    },
  },
];

function groupList(...groups: Array<{ name: string; versions: unknown }>): unknown {
  return {
    kind: 'APIGroupDiscoveryList',
    items: groups.map(({ name, versions }) => ({ metadata: { name }, versions })),
  };
}

function aggregatedWidgets(version: string): unknown {
  return {
    resource: 'widgets',
    responseKind: { group: 'example.com', version, kind: 'Widget' },
    scope: 'Cluster',
    singularResource: 'widget',
    verbs,
  };
}

/** The names and flags of what was found, one text each. */
function summary({ resources, failures }: Discovery): string[] {
  return [
    ...resources.map(
      ({ kind, preferred }) => `${kind.apiVersion} ${kind.kind}${preferred ? ' preferred' : ''}`,
    ),
    ...failures.map(({ code, message }) => `${code}: ${message}`),
  ];
}

async function discover(...script: Exchange[]): Promise<Discovery> {
  const transport = new FakeTransport(...script);
  const discovery = await discoverResources(transport);
  transport.assertConsumed();
  return discovery;
}

describe('discoverResources', () => {
  it.each([
    ['in two requests where the server tells all groups at once', aggregated],
    ['with one more for each group-version where it does not', legacy],
  ])('finds every resource %s', async (_how, script) => {
    const { resources, failures } = await discover(...script);
    expect(failures).toEqual([]);
    expect(resources.map(({ kind: _kind, ...rest }) => rest)).toEqual([
      {
        singular: 'pod',
        preferred: true,
        verbs,
        shortNames: ['po'],
        categories: ['all'],
        subresources: [
          { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
          { name: 'status', group: '', version: 'v1', kind: 'Pod', verbs: ['get'] },
        ],
      },
      { singular: 'widget', preferred: true, verbs, shortNames: [], categories: [], subresources: [] },
      { singular: 'widget', preferred: false, verbs, shortNames: [], categories: [], subresources: [] },
      { singular: 'old', preferred: true, verbs, shortNames: [], categories: [], subresources: [] },
    ]);
    expect(
      resources.map(({ kind: { apiVersion, kind, plural, namespaced } }) => [
        apiVersion,
        kind,
        plural,
        namespaced,
      ]),
    ).toEqual([
      ['v1', 'Pod', 'pods', true],
      ['example.com/v2', 'Widget', 'widgets', false],
      ['example.com/v1', 'Widget', 'widgets', false],
      ['example.com/v1', 'Old', 'olds', true],
    ]);
  });

  it('reports a stale group-version, and finds the others', async () => {
    const [core, groups] = aggregated as [Exchange, Exchange];
    const stale = { version: 'v1beta1', freshness: 'Stale', resources: [aggregatedOld] };
    const answer = groupList(
      { name: 'metrics.k8s.io', versions: [stale] },
      { name: 'example.com', versions: [{ version: 'v1', resources: [aggregatedOld] }] },
    );
    expect(summary(await discover(core, { ...groups, answer }))).toEqual([
      'v1 Pod preferred',
      'example.com/v1 Old preferred',
      'Stale: cannot tell the resources of metrics.k8s.io/v1beta1: ' +
        'the API server behind it does not answer: look at the status of its APIService',
    ]);
  });

  it('reports a group-version whose document cannot be read, with the cause, and finds the others', async () => {
    const script = [...legacy];
    script[3] = { request: 'GET /apis/example.com/v2', status: 503, answer: 'service unavailable' };
    const found = await discover(...script);
    expect(summary(found)).toEqual([
      'v1 Pod preferred',
      'example.com/v1 Widget preferred',
      'example.com/v1 Old preferred',
      'Unavailable: cannot tell the resources of example.com/v2: ' +
        'GET /apis/example.com/v2: the server answered 503: "service unavailable"',
    ]);
    expect(found.failures[0]).toMatchObject({
      group: 'example.com',
      version: 'v2',
      cause: { reason: 'ServiceUnavailable' },
    });
  });

  it('leaves out what has no kind of its own', async () => {
    const [core] = aggregated as [Exchange];
    const carrier = {
      resource: 'queries',
      responseKind: null,
      scope: 'Cluster',
      subresources: [{ subresource: 'run', verbs: ['create'] }],
    };
    const parent = { ...(aggregatedWidgets('v1') as object), subresources: [{ subresource: 'run' }] };
    const found = await discover(core, {
      request: 'GET /apis',
      answer: groupList({
        name: 'example.com',
        versions: [{ version: 'v1', resources: [carrier, parent] }],
      }),
    });
    expect(summary(found)).toEqual(['v1 Pod preferred', 'example.com/v1 Widget preferred']);
    expect(found.resources[1]).toMatchObject({ subresources: [] });
  });

  it('takes lists that are null or absent for empty, and a server without a core group for one', async () => {
    const missing = { request: 'GET /api', status: 404, answer: { kind: 'Status', reason: 'NotFound' } };
    const empty = { resources: [], failures: [] };
    const apis = (answer: unknown) => ({ request: 'GET /apis', answer });
    expect(await discover(missing, apis({ kind: 'APIGroupDiscoveryList', items: null }))).toEqual(empty);
    expect(await discover(missing, apis(groupList({ name: 'a.b', versions: null })))).toEqual(empty);
    expect(await discover(missing, apis({ kind: 'APIGroupList', groups: null }))).toEqual(empty);
    expect(
      await discover(
        missing,
        apis({ kind: 'APIGroupList', groups: [{ name: 'a.b', versions: [{ version: 'v1' }] }] }),
        { request: 'GET /apis/a.b/v1', answer: { resources: null } },
      ),
    ).toEqual(empty);
  });

  it('throws when not even the groups can be read, and the reason of an abort', async () => {
    const [core] = legacy as [Exchange];
    const refused = new FakeTransport(core, {
      request: 'GET /apis',
      status: 403,
      answer: { kind: 'Status', reason: 'Forbidden', code: 403 },
    });
    await expect(discoverResources(refused)).rejects.toMatchObject({ reason: 'Forbidden' });
    const stop = new AbortController();
    const transport = new FakeTransport(...legacy.slice(0, 2));
    const stopped = discoverResources(
      {
        request: async (request) => {
          if (transport.requests.length === 2) stop.abort(new Error('enough'));
          return transport.request(request);
        },
        close: () => transport.close(),
      },
      { signal: stop.signal },
    );
    await expect(stopped).rejects.toThrow('enough');
  });
});
