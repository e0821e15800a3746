import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setControllerReference, silentLogger } from '@kubewright/api';
import { ConfigMap, Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { Event } from '@kubewright/api/events/v1';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/api/rbac/v1';
import {
  createClient,
  createHttpTransport,
  createToken,
  isForbidden,
  loadKubeconfig,
} from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { readCallLog, recordCalls } from '@kubewright/client/recording';
import type { RecordedCall } from '@kubewright/client/recording';
import { checkPermissions, createRoles, Diagnostics, formatDiagnostic } from '@kubewright/generator';
import type { FileMarker } from '@kubewright/generator';
import { controllerFor, runOperator } from '@kubewright/runtime';
import type { Manager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The markers that the report proposes, as the program that has them would read. */
function markersOf(lines: readonly string[]): FileMarker[] {
  return lines.map((line) => {
    const parts = line.slice(line.indexOf('rbac:') + 'rbac:'.length).split(',');
    const value = Object.fromEntries(
      parts.map((part) => {
        const [name = '', values = ''] = part.split('=');
        return [
          name,
          name === 'namespace' ? values : values.split(';').map((one) => one.replaceAll('"', '')),
        ];
      }),
    );
    return { name: 'kubebuilder:rbac', value, file: 'controller.ts' };
  });
}

async function check(calls: readonly RecordedCall[], markers: readonly FileMarker[]) {
  const diagnostics = new Diagnostics();
  const report = await checkPermissions({ calls, markers, diagnostics });
  return {
    ...report,
    messages: diagnostics.all().map((found) => formatDiagnostic(found, import.meta.dirname)),
  };
}

describe('permissions by evidence', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-permissions-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('counts leases, events and reviews of an operator that runOperator runs', async () => {
    const file = path.join(folder, 'run.jsonl');
    const env = await startTestEnvironment();
    const stop = new AbortController();
    const { client } = env;
    try {
      await client.create(ConfigMap({ metadata: { name: 'seen' } }));
      let manager: Manager | undefined;
      const controller = controllerFor(ConfigMap)
        .named('tells')
        .reconcile((map, { events }) => {
          if (map.metadata.name !== 'seen') return;
          events.event(map, { type: 'Normal', reason: 'Seen', action: 'See', message: 'it is there' });
        });
      const running = runOperator({
        name: 'tells',
        controllers: [controller],
        transport: {
          ...client.transport,
          request: (request) => client.transport.request(request),
          close: async () => {},
        },
        process: {
          argv: [],
          env: {},
          stderr: process.stderr,
          on: () => 0,
          off: () => 0,
          exit: () => undefined,
        },
        leaderElection: { id: 'tells', namespace: 'default' },
        metrics: { bindAddress: '127.0.0.1:0' },
        logger: silentLogger,
        recordCalls: file,
        signal: stop.signal,
        setup: (made) => {
          manager = made;
        },
      });
      await env.eventually(async () => {
        const { items } = await client.list(Event, { namespace: 'default' });
        expect(items.map(({ reason }) => reason)).toContain('Seen');
      });
      expect(await statusOf(manager?.addresses.metrics?.port ?? 0)).toBe(401);
      stop.abort();
      await running;
      const asked = (await readCallLog(file)).map(
        ({ verb, group, resource }) => `${verb} ${resource}.${group}`,
      );
      expect(asked).toEqual(
        expect.arrayContaining([
          'list configmaps.',
          'watch configmaps.',
          'get leases.coordination.k8s.io',
          'create leases.coordination.k8s.io',
          'update leases.coordination.k8s.io',
          'create events.events.k8s.io',
          'create tokenreviews.authentication.k8s.io',
        ]),
      );
    } finally {
      stop.abort();
      await env.stop();
    }
  }, 120_000);

  it('proposes markers with whose roles a service account may do all that was recorded', async () => {
    const env = await startTestEnvironment();
    const { client: admin } = env;
    const transports: Array<{ close(): Promise<void> }> = [];
    try {
      await admin.create(ServiceAccount({ metadata: { name: 'robot' } }));
      await admin.create(ConfigMap({ metadata: { name: 'read' } }));
      const calls: RecordedCall[] = [];
      const recording = recordCalls({
        transport: admin.transport,
        onCall: (call) => {
          calls.push(call);
        },
      });
      await work(createClient({ transport: recording.transport }), 'first');
      await recording.whenTold();
      const { add } = await check(calls, []);
      const markers = markersOf(add);
      expect((await check(calls, markers)).messages).toEqual([]);

      const { token } = await createToken(admin, 'default/robot');
      const path = await env.kubeconfigFile();
      const { server, namespace, caCertificatePem } = await loadKubeconfig({ path });
      const transport = createHttpTransport({
        server,
        namespace,
        token,
        ...(caCertificatePem !== undefined && { caCertificatePem }),
      });
      transports.push(transport);
      const robot = createClient({ transport });
      await expect(work(robot, 'refused')).rejects.toSatisfy(isForbidden);

      const [role] = createRoles({ markers, diagnostics: new Diagnostics() });
      await admin.create(ClusterRole({ metadata: { name: 'robot' }, rules: role?.rules ?? [] }));
      await admin.create(
        ClusterRoleBinding({
          metadata: { name: 'robot' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'robot' },
          subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
        }),
      );
      // A real server's authorizer hears of it by a watch.
      await env.eventually(() => work(robot, 'second'));
      expect((await admin.get(RoleBinding, 'second')).roleRef.name).toBe('view');
    } finally {
      for (const transport of transports) await transport.close();
      await env.stop();
    }
  }, 180_000);
});

/** Requests of all sorts about which a server asks more than one question. */
async function work(client: Client, name: string): Promise<void> {
  await client.list(ConfigMap);
  await client.list(ConfigMap, { namespace: 'default', fieldSelector: { 'metadata.name': 'read' } });
  const map = await client.apply(ConfigMap({ metadata: { name }, data: { a: 'b' } }));
  const owned = Secret({ metadata: { name, namespace: 'default' } });
  setControllerReference(map, owned);
  await client.apply(owned);
  await client.deleteAllOf(Secret, { namespace: 'default', labelSelector: { of: name } });
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }];
  await client.apply(Role({ metadata: { name }, rules }));
  await client.apply(
    RoleBinding({
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
    }),
  );
  // Jane may do nothing, but the operator may ask as her.
  const jane = client.with({ impersonate: { username: 'jane', groups: ['dev'] } });
  const refusal = await jane.get(Secret, name).catch((error: unknown) => error);
  if (!/User "jane" cannot get/.test(String(refusal))) throw refusal;
}

/** Of an HTTPS server whose certificate nobody signed, for a token that nobody gave. */
function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, headers: { authorization: 'Bearer nobody' } };
    get(`https://127.0.0.1:${port}/metrics`, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
