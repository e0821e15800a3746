import { setTimeout as pause } from 'node:timers/promises';
import { HorizontalPodAutoscaler } from '@kubewright/api/autoscaling/v2';
import { Deployment } from '@kubewright/api/apps/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { Pod, Service } from '@kubewright/api/core/v1';
import type { Stored } from '@kubewright/api';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../../examples/app/src/api/v1/app.js';
import type { AppSpec } from '../../examples/app/src/api/v1/app.js';
import { connectCluster, createNamespace, deleteNamespace } from './harness/cluster.js';
import type { Cluster } from './harness/cluster.js';
import { processesOf } from './harness/control-groups.js';
import { DeployedOperator } from './harness/deployed-operator.js';
import { eventually } from './harness/eventually.js';
import { figure, seconds } from './harness/figures.js';
import { inventory } from './harness/inventory.js';
import { installStandIn } from './harness/stand-in-image.js';

/** Serves on PORT; each request for /cgi-bin/work takes some time of a processor. */
const WEB = {
  name: 'registry.example.com/kubewright/web:1',
  script: `cd /www && httpd -p "$PORT" -h /www
trap 'exit 0' TERM
while true; do sleep 60 & wait $!; done
`,
  files: {
    '/www/index.html': 'served\n',
    '/www/cgi-bin/work': `#!/bin/sh
i=0
while [ $i -lt 20000 ]; do i=$((i + 1)); done
printf 'Content-Type: text/plain\\r\\n\\r\\ndone\\n'
`,
  },
  user: '65534',
};

let cluster: Cluster;
let client: Client;
let namespace: string | undefined;
let operator: DeployedOperator | undefined;
let before: Set<string>;
let removeImage: (() => Promise<void>) | undefined;

async function tearDown(): Promise<void> {
  if (namespace !== undefined) await deleteNamespace(cluster, namespace);
  namespace = undefined;
  await operator?.undeploy();
  operator = undefined;
}

beforeAll(async () => {
  cluster = await connectCluster();
  before = await inventory(cluster.client);
  removeImage = await installStandIn(cluster, WEB);
  operator = await DeployedOperator.deploy(cluster, 'app');
  namespace = await createNamespace(cluster, 'app');
  client = cluster.client.with({ defaultNamespace: namespace });
});
afterAll(async () => {
  await tearDown();
  await removeImage?.();
  await cluster.close();
});

const draft = (name: string, spec: Partial<AppSpec> = {}) =>
  App({ metadata: { name }, spec: { image: WEB.name, resources: { requests: { cpu: '20m' } }, ...spec } });

/** Resolves when the App runs as its spec says. */
function untilRunning(name: string): Promise<Stored<App>> {
  return eventually(async () => {
    const app = await client.get(App, name);
    expect(app.status).toMatchObject({ phase: 'Running', observedGeneration: app.metadata.generation });
    return app;
  });
}

/** Of the process that leads: a container that is started again in the same pod is another one. */
async function holder(): Promise<string> {
  const { spec } = await client.get(Lease, { namespace: operator!.namespace, name: operator!.name });
  return spec?.holderIdentity ?? '';
}

/** The pod that leads, by the Lease; the holder's name begins with the pod's. */
async function leader(): Promise<Stored<Pod>> {
  return eventually(async () => {
    const [name] = (await holder()).split('_');
    const pod = (await operator!.pods()).find(({ metadata }) => metadata.name === name);
    expect(pod, `no pod is the holder ${name}`).toBeDefined();
    return pod!;
  });
}

describe('app on a cluster', () => {
  it('runs on two replicas, of which one leads', async () => {
    expect(await operator!.untilReady({ pods: 2 })).toHaveLength(2);
    await leader();
  });

  it('runs an App, after the API server has asked its webhooks', async () => {
    const begun = performance.now();
    const created = await client.create(
      draft('web', { replicas: 2, probes: { readiness: { periodSeconds: 1 } } }),
    );
    expect(created.spec.port).toBe(8080);
    await untilRunning('web');
    figure('app', 'from create to 2 pods running', seconds(performance.now() - begun));
    const { spec } = await client.get(Service, 'web');
    await eventually(async () => {
      const answer = await fetch(`http://${spec?.clusterIP}:8080/`, { signal: AbortSignal.timeout(2000) });
      expect(await answer.text()).toBe('served\n');
    });
  });

  it('fills in what an autoscaler must know', async () => {
    const autoscaling = { maxReplicas: 2 };
    const { spec } = await client.create(draft('filled', { autoscaling, resources: {} }), { dryRun: true });
    expect(spec.resources?.requests).toEqual({ cpu: '100m' });
  });

  it.each([
    [
      'a variable of its own',
      draft('own', { env: [{ name: 'PORT', value: '1' }] }),
      /spec\.env\[0\]\.name: Forbidden/,
    ],
    [
      'a request above its limit',
      draft('above', { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
      /spec\.resources\.requests\[cpu\]: Invalid value/,
    ],
  ])('refuses %s', async (_what, app, message) => {
    await expect(client.create(app)).rejects.toThrow(message);
  });

  it('refuses another port while pods run, and a deletion that is protected against', async () => {
    const change = client.patch(App, 'web', mergePatch({ spec: { port: 9090 } }));
    await expect(change).rejects.toThrow(/spec\.port: Forbidden: cannot change from 8080 to 9090/);
    const guard = (value: string | null) =>
      client.patch(
        App,
        'web',
        mergePatch({ metadata: { annotations: { 'platform.example.com/protected': value } } }),
      );
    await guard('true');
    await expect(client.delete(App, 'web')).rejects.toThrow(/protected from deletion/);
    await guard(null);
  });

  it('is led by another process soon after the leader was killed, and goes on where it was', async () => {
    const killed = await leader();
    const before = await holder();
    // As a crash does it: nothing is given back, the lease has to run out.
    for (const pid of await processesOf(killed.metadata.uid)) process.kill(pid, 'SIGKILL');
    const begun = performance.now();
    // Until its pod counts as not ready, every other call of a webhook is sent to the dead one, and fails.
    await eventually(() => client.patch(App, 'web', mergePatch({ spec: { replicas: 3 } })));
    figure(
      'app',
      'from the death of the leader to a write that its webhooks let in',
      seconds(performance.now() - begun),
    );
    // The other replica, or the container that was started again: whichever asks first when the lease has run out.
    await eventually(async () => {
      expect(await holder()).not.toBe(before);
    });
    figure('app', 'from the death of the leader to another', seconds(performance.now() - begun));
    await leader();
    await untilRunning('web');
    figure('app', 'from the death of the leader to what it left undone', seconds(performance.now() - begun));
    expect((await client.get(Deployment, 'web')).spec?.replicas).toBe(3);
    await operator!.untilReady({ pods: 2 });
  });

  it('is led by the other replica at once when the leader is deleted in good order', async () => {
    const deleted = await leader();
    const begun = performance.now();
    await client.delete(Pod, deleted.metadata);
    await eventually(async () => {
      expect((await leader()).metadata.name).not.toBe(deleted.metadata.name);
    });
    figure('app', 'from the deletion of the leader to another', seconds(performance.now() - begun));
    await operator!.untilReady({ pods: 2, without: [deleted] });
  });

  it('is scaled up under load by its autoscaler, and down after it', async () => {
    await client.create(
      draft('busy', {
        resources: { requests: { cpu: '50m' }, limits: { cpu: '200m' } },
        autoscaling: { minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
        probes: { readiness: { periodSeconds: 1 } },
      }),
    );
    await untilRunning('busy');
    // Five minutes by default, which is longer than a test should take. The operator does not touch it: it is not its field.
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    await client.patch(HorizontalPodAutoscaler, 'busy', mergePatch({ spec: { behavior } }));
    const { spec } = await client.get(Service, 'busy');
    const url = `http://${spec?.clusterIP}:8080/cgi-bin/work`;

    const stop = new AbortController();
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!stop.signal.aborted)
          await fetch(url, { signal: stop.signal })
            .then((answer) => answer.text())
            .catch(() => pause(20));
      }),
    );
    const readyIs = (count: number) =>
      eventually(
        async () => {
          expect((await client.get(Deployment, 'busy')).status?.readyReplicas).toBe(count);
        },
        { timeoutMs: 170_000 },
      );
    try {
      const begun = performance.now();
      await readyIs(3);
      figure('app', 'from the first request to 3 pods by the autoscaler', seconds(performance.now() - begun));
    } finally {
      stop.abort();
      await load;
    }
    const begun = performance.now();
    await readyIs(1);
    figure('app', 'from the last request to 1 pod', seconds(performance.now() - begun));
    // It is the autoscaler's to say how many.
    expect((await untilRunning('busy')).spec.replicas).toBe(1);
  }, 400_000);

  it('stays within its memory, and has asked for nothing that it may not do', async () => {
    for (const { peakBytes, limitBytes } of await operator!.peaks())
      expect(peakBytes).toBeLessThan(limitBytes);
    expect((await operator!.logs()).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leaves nothing behind when it is undeployed', async () => {
    await tearDown();
    await eventually(async () => {
      const left = [...(await inventory(cluster.client))].filter((object) => !before.has(object));
      expect(left).toEqual([]);
    });
  });
});
