import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { CustomResource } from '@kubewright/api';
import { defineKind, systemClock } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { TokenRequest } from '@kubewright/api/authentication/v1';
import { ConfigMap, ServiceAccount } from '@kubewright/api/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@kubewright/api/rbac/v1';
import { mergePatch } from '@kubewright/client';
import { controllerFor, createManager, createOrUpdate } from '@kubewright/runtime';
import type {
  ControllerDefinition,
  Manager,
  ManagerOptions,
  ReconcileExplanation,
} from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

interface WidgetSpec {
  text: string;
}
type Widget = CustomResource<WidgetSpec, { ready?: boolean }>;
const Widget = defineKind<Widget>({ group: 'observed.example.com', version: 'v1', kind: 'Widget' });

const widgets = CustomResourceDefinition({
  metadata: { name: 'widgets.observed.example.com' },
  spec: {
    group: 'observed.example.com',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as never,
        },
      },
    ],
  },
});

/** Keeps a config map with the widget's text, and says so in the status. */
const widgetController = controllerFor(Widget)
  .owns(ConfigMap)
  .reconcile(async (widget, { client }) => {
    const { name, namespace = '' } = widget.metadata;
    await createOrUpdate(client, ConfigMap({ metadata: { name, namespace } }), (map) => {
      map.data = { text: widget.spec.text };
      map.metadata = {
        ...map.metadata,
        name,
        ownerReferences: [
          {
            apiVersion: Widget.apiVersion,
            kind: 'Widget',
            name,
            uid: widget.metadata.uid,
            controller: true,
          },
        ],
      };
    });
    if (widget.status?.ready !== true)
      await client.status.patch(Widget, { name, namespace }, mergePatch({ status: { ready: true } }));
  });

/** Wants a config map to say one thing, whoever says another. */
function insistsOn(value: string): ControllerDefinition {
  return controllerFor(ConfigMap)
    .named(`insists-on-${value}`)
    .reconcileRequest(async (request, { client }) => {
      if (request.name !== 'contested') return;
      const map = await client.get(ConfigMap, request);
      if (map.data?.['value'] === value || Number(map.data?.['rounds']) > 40) return;
      const rounds = String(Number(map.data?.['rounds'] ?? 0) + 1);
      await client.patch(ConfigMap, request, mergePatch({ data: { value, rounds } }), {
        fieldManager: `insists-on-${value}`,
      });
    });
}

describe('what a manager shows of itself', () => {
  let env: TestEnvironment;
  const running: Manager[] = [];
  beforeAll(async () => {
    env = await startTestEnvironment();
  }, 90_000);
  afterEach(async () => {
    for (const manager of running.splice(0)) await manager.stop();
  });
  afterAll(() => env.stop());

  function start(options: Partial<ManagerOptions>): Manager {
    const manager = createManager({ client: env.client, clock: systemClock, ...options });
    running.push(manager);
    manager.start().catch(() => undefined);
    return manager;
  }

  /** As `curl -k` does. */
  function curl(manager: Manager, path: string, token?: string): Promise<[number, string]> {
    const server = path.startsWith('/metrics') ? 'metrics' : path.startsWith('/debug') ? 'debug' : 'health';
    const address = manager.addresses[server];
    if (address === undefined) return Promise.reject(new Error(`${server} does not listen`));
    const send = address.url.startsWith('https') ? httpsRequest : httpRequest;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const { host, port } = address;
      const outgoing = send(
        { host, port, path, headers, agent: false, rejectUnauthorized: false },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          incoming.on('end', () => resolve([incoming.statusCode ?? 0, text]));
        },
      );
      outgoing.on('error', reject).end();
    });
  }

  async function tokenOf(name: string): Promise<string> {
    await env.client.create(ServiceAccount({ metadata: { name, namespace: 'default' } }));
    const { status } = await env.client
      .subresource('token')
      .create<TokenRequest>(ServiceAccount, `default/${name}`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { audiences: [] },
      });
    return status?.token ?? '';
  }

  it('gives metrics to those alone whom the API server knows and allows them', async () => {
    const manager = start({ metrics: { bindAddress: '127.0.0.1:0' } });
    await manager.whenReady();
    await env.client.create(
      ClusterRole({
        metadata: { name: 'metrics-reader' },
        rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
      }),
    );
    await env.client.create(
      ClusterRoleBinding({
        metadata: { name: 'metrics-reader' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'metrics-reader' },
        subjects: [{ kind: 'ServiceAccount', name: 'prometheus', namespace: 'default' }],
      }),
    );
    const prometheus = await tokenOf('prometheus');
    const stranger = await tokenOf('stranger');
    expect(await curl(manager, '/metrics')).toEqual([401, 'Unauthorized\n']);
    expect(await curl(manager, '/metrics', 'made.up.token')).toEqual([401, 'Unauthorized\n']);
    expect(await curl(manager, '/metrics', stranger)).toEqual([
      403,
      'Authorization denied for user system:serviceaccount:default:stranger\n',
    ]);
    // A new role binding is known to the authorizer of a real server a moment later.
    const text = await env.eventually(
      async () => {
        const [status, body] = await curl(manager, '/metrics', prometheus);
        expect(status).toBe(200);
        return body;
      },
      { timeoutMs: 40_000 },
    );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/rest_client_requests_total\{code="201",method="POST",host="[^"]+"\} \d/);
  });

  it('is alive from the start, and ready when its caches are; tells why reconciles ran', async () => {
    const manager = start({
      controllers: [widgetController],
      health: { bindAddress: '127.0.0.1:0', healthz: { ping: () => undefined } },
      debug: { bindAddress: '127.0.0.1:0' },
    });
    await env.eventually(async () => expect((await curl(manager, '/healthz'))[0]).toBe(200));
    expect(await curl(manager, '/readyz')).toEqual([
      500,
      '[-]caches failed: reason withheld\nhealthz check failed\n',
    ]);
    expect(await curl(manager, '/readyz/caches')).toEqual([
      500,
      'internal server error: the manager is starting\n',
    ]);
    await env.client.create(widgets);
    await manager.whenReady();
    expect(await curl(manager, '/readyz')).toEqual([200, 'ok']);
    expect(await curl(manager, '/healthz?verbose')).toEqual([200, '[+]ping ok\nhealthz check passed\n']);

    await env.client.create(Widget({ metadata: { name: 'w', namespace: 'default' }, spec: { text: 'one' } }));
    await env.eventually(async () => {
      expect((await env.client.get(Widget, 'default/w')).status).toEqual({ ready: true });
    });
    await env.client.patch(Widget, 'default/w', mergePatch({ spec: { text: 'two' } }));
    await env.eventually(async () => {
      expect((await env.client.get(ConfigMap, 'default/w')).data).toEqual({ text: 'two' });
    });

    const told = await env.eventually(async () => {
      const [, text] = await curl(manager, '/debug/reconciles?key=default/w');
      const { reconciles } = JSON.parse(text) as { reconciles: ReconcileExplanation[] };
      const followed = reconciles.find(({ reasons }) => changesOf(reasons).includes('spec.text'));
      expect(followed?.calls).toHaveLength(1);
      return reconciles;
    });
    const first = told.at(-1);
    expect(first).toMatchObject({
      controller: 'widget',
      outcome: { type: 'success' },
      reasons: [{ type: 'event', role: 'for', event: 'add', kind: 'Widget', name: 'w' }],
      calls: [
        {
          verb: 'create',
          resource: 'configmaps',
          name: 'w',
          status: 201,
          changes: [{ path: '.', op: 'added' }],
        },
        { verb: 'patch', resource: 'widgets.observed.example.com', subresource: 'status', status: 200 },
      ],
    });
    const followed = told.find(({ reasons }) => changesOf(reasons).includes('spec.text'));
    expect(followed?.calls).toMatchObject([
      { resource: 'configmaps', name: 'w', status: 200, changes: [{ path: 'data.text', op: 'changed' }] },
    ]);
    const echoes = told.flatMap(({ reasons }) => reasons.filter(({ ownWrite }) => ownWrite !== undefined));
    expect(echoes.map(({ kind }) => kind)).toContain('ConfigMap');
    expect(echoes[0]?.ownWrite?.controller).toBe('widget');
    expect(manager.why?.hotLoops()).toEqual([]);
    const [status, page] = await curl(manager, '/debug/why');
    expect([status, page.includes('Widget default/w')]).toEqual([200, true]);
  });

  it('finds two controllers that undo each other, and names the field and both', async () => {
    const manager = start({ controllers: [insistsOn('left'), insistsOn('right')], why: true });
    await manager.whenReady();
    await env.client.create(
      ConfigMap({ metadata: { name: 'contested', namespace: 'default' }, data: { value: 'nothing' } }),
    );
    await env.eventually(() => expect(manager.why?.hotLoops()).toHaveLength(2), { timeoutMs: 20_000 });
    for (const loop of manager.why?.hotLoops() ?? []) {
      expect(loop).toMatchObject({
        type: 'flapping',
        object: { resource: 'configmaps', namespace: 'default', name: 'contested' },
        fields: ['data.value'],
      });
      expect(loop.writers.toSorted()).toEqual(['insists-on-left', 'insists-on-right']);
    }
  });
});

function changesOf(reasons: ReconcileExplanation['reasons']): string[] {
  return reasons.flatMap(({ changes = [] }) => changes.map(({ path }) => path));
}
