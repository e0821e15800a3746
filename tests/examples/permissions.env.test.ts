import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mergePatch } from '@kubewright/client';
import { readCallLog } from '@kubewright/client/recording';
import { Deployment } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import { Event } from '@kubewright/api/events/v1';
import {
  checkPermissions,
  createMarkerRegistry,
  Diagnostics,
  formatDiagnostic,
  readProgram,
} from '@kubewright/generator';
import type { ControllerDefinition } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppService } from '../../examples/appservice/src/api/v1/app-service.js';
import { appServiceController } from '../../examples/appservice/src/controllers/app-service.js';
import { PodBuggerTool } from '../../examples/pod-bugger/src/api/v1alpha1/pod-bugger-tool.js';
import { podBuggerToolController } from '../../examples/pod-bugger/src/controllers/pod-bugger-tool.js';
import { PodSet } from '../../examples/podset/src/api/v1alpha1/pod-set.js';
import { podSetController } from '../../examples/podset/src/controllers/pod-set.js';

interface Operator {
  name: string;
  controllers: readonly ControllerDefinition[];
  /** Has the operator do all that it can do. */
  exercise: (env: TestEnvironment) => Promise<void>;
}

const namespace = 'default';

/** An event that is recorded again is patched, where one that is new is created. */
async function eventRepeats(env: TestEnvironment, reason: string): Promise<void> {
  await env.eventually(async () => {
    const { items } = await env.client.list(Event, { namespace });
    expect(items.find((event) => event.reason === reason && event.series !== undefined)).toBeDefined();
  });
}

const operators: Operator[] = [
  {
    name: 'appservice',
    controllers: [appServiceController],
    exercise: async (env) => {
      const { client } = env;
      const ports = [{ name: 'http', port: 80 }];
      await client.create(
        AppService({ metadata: { name: 'web', namespace }, spec: { image: 'nginx', ports } }),
      );
      await env.settled();
      // The Service is refused, again and again.
      const wrong = [{ name: 'http', port: 80, nodePort: 7 }];
      await client.create(
        AppService({ metadata: { name: 'wrong', namespace }, spec: { image: 'nginx', ports: wrong } }),
      );
      await eventRepeats(env, 'ReconcileFailed');
    },
  },
  {
    name: 'podset',
    controllers: [podSetController],
    exercise: async (env) => {
      const { client } = env;
      await client.create(PodSet({ metadata: { name: 'works', namespace }, spec: { size: 2 } }));
      await env.settled();
      // A Deployment that belongs to somebody else: the operator fails again and again.
      const { spec, metadata } = await client.get(Deployment, 'works');
      const { ownerReferences = [] } = metadata;
      await client.create(
        Deployment({ metadata: { name: 'taken', namespace, ownerReferences }, ...(spec && { spec }) }),
      );
      await client.create(PodSet({ metadata: { name: 'taken', namespace }, spec: { size: 2 } }));
      await eventRepeats(env, 'ReconcileFailed');
    },
  },
  {
    name: 'pod-bugger',
    controllers: [podBuggerToolController],
    exercise: async (env) => {
      const { client } = env;
      const labels = { app: 'payment' };
      const pod = (name: string, container: string) =>
        Pod({
          metadata: { name, namespace, labels },
          spec: { containers: [{ name: container, image: 'nginx' }] },
        });
      await client.create(pod('takes', 'main'));
      // Has a container of the name that the tool's would have.
      await client.create(pod('refuses', 'bugger-shell'));
      await client.create(
        PodBuggerTool({ metadata: { name: 'shell', namespace }, spec: { labels, image: 'busybox' } }),
      );
      await env.settled();
      for (const more of ['a', 'b']) {
        await client.patch(Pod, 'takes', mergePatch({ metadata: { labels: { more } } }));
        await env.settled();
      }
      await eventRepeats(env, 'PodRefused');
    },
  },
];

describe('the operators in examples', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-examples-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(operators)(
    '$name declares what it needs to be allowed, no more and no less',
    async ({ name, controllers, exercise }) => {
      const project = path.resolve(import.meta.dirname, '../../examples', name);
      const recordCalls = path.join(folder, `${name}.jsonl`);
      const crds = path.join(project, 'config/crd');
      const env = await startTestEnvironment({ crds, controllers, recordCalls });
      try {
        await exercise(env);
      } finally {
        await env.stop();
      }
      const { fileMarkers } = await readProgram({
        folder: project,
        registry: createMarkerRegistry(),
        // Of the types of fields nothing is asked.
        coreType: () => undefined,
        diagnostics: new Diagnostics(),
      });
      const diagnostics = new Diagnostics();
      const calls = await readCallLog(recordCalls);
      const { missing, unused } = await checkPermissions({ calls, markers: fileMarkers, diagnostics });
      const messages = diagnostics.all().map((found) => formatDiagnostic(found, project));
      expect({ messages, missing, unused }).toEqual({ messages: [], missing: [], unused: [] });
    },
    120_000,
  );
});
