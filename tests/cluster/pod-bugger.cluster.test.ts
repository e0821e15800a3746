import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Deployment } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import type { Stored } from '@kubewright/api';
import { attach, exec, mergePatch, podLogLines } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PodBuggerTool } from '../../examples/pod-bugger/src/api/v1alpha1/pod-bugger-tool.js';
import { connectCluster, createNamespace, deleteNamespace } from './harness/cluster.js';
import type { Cluster } from './harness/cluster.js';
import { DeployedOperator } from './harness/deployed-operator.js';
import { eventually } from './harness/eventually.js';
import { figure, seconds } from './harness/figures.js';
import { inventory } from './harness/inventory.js';

const IMAGE = 'busybox:1.35';

let cluster: Cluster;
let client: Client;
let namespace: string | undefined;
let operator: DeployedOperator | undefined;
let before: Set<string>;

async function tearDown(): Promise<void> {
  if (namespace !== undefined) await deleteNamespace(cluster, namespace);
  namespace = undefined;
  await operator?.undeploy();
  operator = undefined;
}

beforeAll(async () => {
  cluster = await connectCluster();
  before = await inventory(cluster.client);
  operator = await DeployedOperator.deploy(cluster, 'pod-bugger');
  namespace = await createNamespace(cluster, 'pod-bugger');
  client = cluster.client.with({ defaultNamespace: namespace });
  const labels = { app: 'web' };
  const command = ['sh', '-c', "trap 'exit 0' TERM; httpd -p 8080; while true; do sleep 60 & wait $!; done"];
  await client.create(
    Deployment({
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: IMAGE, command }] } },
      },
    }),
  );
});
afterAll(async () => {
  await tearDown();
  await cluster.close();
});

async function webPods(): Promise<Array<Stored<Pod>>> {
  const { items } = await client.list(Pod, { namespace: namespace!, labelSelector: { app: 'web' } });
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** Resolves when so many pods run, each with the tool, whose container runs, too. */
function untilBugged(count: number): Promise<Array<Stored<Pod>>> {
  return eventually(async () => {
    const pods = await webPods();
    expect(pods.map(({ status }) => status?.phase)).toEqual(Array(count).fill('Running'));
    for (const { status } of pods) {
      expect(status?.ephemeralContainerStatuses).toHaveLength(1);
      expect(status?.ephemeralContainerStatuses?.[0]?.state?.running?.startedAt).toBeDefined();
    }
    return pods;
  });
}

const container = 'bugger-shell';

describe('pod-bugger on a cluster', () => {
  it('starts an ephemeral container in every pod, which runs and sees the processes of the other', async () => {
    const begun = performance.now();
    await client.create(
      PodBuggerTool({
        metadata: { name: 'shell' },
        spec: {
          labels: { app: 'web' },
          image: IMAGE,
          command: ['sh', '-c', 'echo the tool is here; exec sh'],
          targetContainerName: 'main',
        },
      }),
    );
    const pods = await untilBugged(2);
    figure(
      'pod-bugger',
      'from the tool to 2 running ephemeral containers',
      seconds(performance.now() - begun),
    );
    for (const { metadata } of pods) {
      const lines: string[] = [];
      for await (const line of podLogLines(client, metadata, { container })) lines.push(line.trim());
      expect(lines[0]).toBe('the tool is here');
      const { stdout } = await exec(client, metadata, { container, command: ['ps', '-o', 'args'] });
      expect(stdout).toContain('httpd -p 8080');
    }
    await eventually(async () => {
      const { status } = await client.get(PodBuggerTool, 'shell');
      expect(status?.pods?.map(({ name }) => name)).toEqual(pods.map(({ metadata }) => metadata.name).sort());
    });
  });

  it('gives its shell to who attaches', async () => {
    const [pod] = await webPods();
    const screen = new PassThrough();
    let shown = '';
    screen.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    // An attached terminal is let go when its input ends: it stays open until what was asked for is shown.
    async function* typed() {
      yield 'echo $((6 * 7)) is the answer\n';
      await eventually(() => expect(shown).toContain('42 is the answer'));
      yield 'exit\n';
      await once(screen, 'end');
    }
    await attach(client, pod!.metadata, { container, stdin: typed(), stdout: screen, tty: true });
    screen.end();
    await eventually(async () => {
      const { status } = await client.get(Pod, pod!.metadata);
      expect(status?.ephemeralContainerStatuses?.[0]?.state?.terminated?.exitCode).toBe(0);
    });
    // Once is enough: what has ended is not started again.
    await client.delete(Pod, pod!.metadata);
  });

  it('finds pods that come later, and gives the tool to none twice', async () => {
    await untilBugged(2);
    await client.patch(Deployment, 'web', mergePatch({ spec: { replicas: 3 } }));
    await untilBugged(3);
    await client.patch(PodBuggerTool, 'shell', mergePatch({ metadata: { labels: { touched: 'yes' } } }));
    const old = await operator!.pods();
    for (const { metadata } of old) await client.delete(Pod, metadata);
    await operator!.untilReady({ pods: 1, without: old });
    for (const { spec } of await untilBugged(3)) expect(spec?.ephemeralContainers).toHaveLength(1);
  });

  it('says at the next deploy what a manager that does not start has said', async () => {
    const said = await operator!.deployWithArguments(['--wings']);
    expect(said).toMatch(/(CrashLoopBackOff|Error) pod-bugger-operator: unknown option --wings/);
    // The old one goes on meanwhile.
    expect((await operator!.deployment()).status?.availableReplicas).toBe(1);
    await operator!.redeploy();
    await operator!.untilReady({ pods: 1 });
  });

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
