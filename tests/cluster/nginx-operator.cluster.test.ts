import { request } from 'node:https';
import { findStatusCondition, isStatusConditionTrue } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { Pod, Service, ServiceAccount } from '@kubewright/api/core/v1';
import { ClusterRoleBinding } from '@kubewright/api/rbac/v1';
import { createToken, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NginxOperator } from '../../examples/nginx-operator/src/api/v1/nginx-operator.js';
import { NginxOperator as NginxOperatorV1Alpha1 } from '../../examples/nginx-operator/src/api/v1alpha1/nginx-operator.js';
import { connectCluster, createNamespace, deleteNamespace } from './harness/cluster.js';
import type { Cluster } from './harness/cluster.js';
import { DeployedOperator } from './harness/deployed-operator.js';
import { eventually } from './harness/eventually.js';
import { figure, seconds } from './harness/figures.js';
import { inventory } from './harness/inventory.js';
import { installStandIn } from './harness/stand-in-image.js';

/** Reads the configuration as far as the operator writes it, and listens as it says. */
const NGINX = {
  name: 'docker.io/nginxinc/nginx-unprivileged:1.27.3',
  script: `for port in $(sed -n 's/^listen \\([0-9]*\\);/\\1/p' /etc/nginx/conf.d/listen.inc); do
  httpd -p $port -h /usr/share/nginx/html
done
trap 'exit 0' TERM
while true; do sleep 60 & wait $!; done
`,
  files: { '/usr/share/nginx/html/index.html': 'stands in for nginx\n' },
  user: '101',
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
  removeImage = await installStandIn(cluster, NGINX);
  operator = await DeployedOperator.deploy(cluster, 'nginx-operator');
  namespace = await createNamespace(cluster, 'nginx');
  client = cluster.client.with({ defaultNamespace: namespace });
});
afterAll(async () => {
  await tearDown();
  await removeImage?.();
  await cluster.close();
});

/** Resolves when the operand is as the spec asks, with the time that took. */
async function untilAvailable(name: string): Promise<number> {
  const begun = performance.now();
  await eventually(async () => {
    const { metadata, status } = await client.get(NginxOperator, name);
    const available = findStatusCondition(status?.conditions, 'OperandAvailable');
    expect(available).toMatchObject({ status: 'True', observedGeneration: metadata.generation });
  });
  return performance.now() - begun;
}

/** What is answered on a port of the Service, from this machine. */
async function pageOn(name: string, port: number): Promise<string> {
  const { spec } = await client.get(Service, name);
  const response = await fetch(`http://${spec?.clusterIP}:${port}/`, { signal: AbortSignal.timeout(2000) });
  return response.text();
}

describe('nginx-operator on a cluster', () => {
  it('brings up what v1alpha1 asks for, by a conversion that the API server calls', async () => {
    await client.create(
      NginxOperatorV1Alpha1({ metadata: { name: 'web' }, spec: { port: 8080, replicas: 2 } }),
    );
    figure('nginx-operator', 'from create to 2 pods available', seconds(await untilAvailable('web')));
    const { spec } = await client.get(NginxOperator, 'web');
    expect(spec).toEqual({ ports: [{ name: 'http', port: 8080 }], replicas: 2 });
    await eventually(async () => expect(await pageOn('web', 8080)).toBe('stands in for nginx\n'));
  });

  it('listens where v1 says, below 1024 too, and v1alpha1 that changes one port keeps the others', async () => {
    const ports = [
      { name: 'http', port: 80 },
      { name: 'alt', port: 8181 },
    ];
    await client.patch(NginxOperator, 'web', mergePatch({ spec: { ports } }));
    await untilAvailable('web');
    await eventually(async () => expect(await pageOn('web', 80)).toBe('stands in for nginx\n'));
    expect((await client.get(NginxOperatorV1Alpha1, 'web')).spec.port).toBe(80);

    await client.patch(NginxOperatorV1Alpha1, 'web', mergePatch({ spec: { port: 81 } }));
    figure('nginx-operator', 'rollout of a changed port', seconds(await untilAvailable('web')));
    await eventually(async () => {
      expect(await pageOn('web', 81)).toBe('stands in for nginx\n');
      expect(await pageOn('web', 8181)).toBe('stands in for nginx\n');
    });
    const { spec } = await client.get(NginxOperator, 'web');
    expect(spec.ports).toEqual([{ name: 'http', port: 81 }, ports[1]]);
  });

  it('replaces all pods when forceRedeploy changes', async () => {
    const podsOf = async () => {
      const labelSelector = { 'app.kubernetes.io/instance': 'web' };
      const { items } = await client.list(Pod, { namespace: namespace!, labelSelector });
      return items
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map((pod) => pod.metadata.uid);
    };
    const old = await podsOf();
    await client.patch(NginxOperator, 'web', mergePatch({ spec: { forceRedeploy: 'now' } }));
    await untilAvailable('web');
    const now = await podsOf();
    expect(now).toHaveLength(2);
    expect(now.filter((uid) => old.includes(uid))).toEqual([]);
  });

  it('says in the status what the API server refuses', async () => {
    await client.create(
      NginxOperator({ metadata: { name: 'bad' }, spec: { ports: [{ name: '0', port: 80 }] } }),
    );
    await eventually(async () => {
      const { status } = await client.get(NginxOperator, 'bad');
      const degraded = findStatusCondition(status?.conditions, 'OperatorDegraded');
      expect(degraded).toMatchObject({ status: 'True', reason: 'OperandFailed' });
    });
    await client.delete(NginxOperator, 'bad');
  });

  it('shows its metrics to whom the cluster lets, and to nobody else', async () => {
    const tokenOf = async (name: string) => {
      await client.create(ServiceAccount({ metadata: { name } }));
      return (await createToken(client, name)).token;
    };
    const binding = ClusterRoleBinding({
      metadata: { name: `${namespace}-metrics-reader` },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'nginx-operator-metrics-reader',
      },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: namespace! }],
    });
    const name = 'nginx-operator-controller-manager-metrics-service';
    const { spec } = await client.get(Service, { namespace: operator!.namespace, name });
    const url = `https://${spec?.clusterIP}:8443/metrics`;
    expect((await getMetrics(url, undefined)).status).toBe(401);
    // Another one than the reader: a refusal is remembered for half a minute.
    expect((await getMetrics(url, await tokenOf('stranger'))).status).toBe(403);
    const token = await tokenOf('reader');
    await client.create(binding);
    try {
      const text = await eventually(async () => {
        const answer = await getMetrics(url, token);
        expect(answer.status).toBe(200);
        return answer.text;
      });
      for (const metric of [
        /^nginx_operator_rollout_seconds_count [1-9]/m,
        /^nginx_operator_reconciles_total [1-9]/m,
        /^nginx_operator_failures_total\{reason="OperandFailed"\} [1-9]/m,
        /^nginx_operator_rollouts_in_progress 0$/m,
        /^controller_runtime_reconcile_total\{/m,
      ])
        expect(text).toMatch(metric);
    } finally {
      await client.delete(ClusterRoleBinding, binding.metadata!.name!);
    }
  });

  it('stores v1: without the operator it is still read, and v1alpha1 is not', async () => {
    const crd = await client.get(CustomResourceDefinition, 'nginxoperators.operator.example.com');
    expect(crd.status?.storedVersions).toEqual(['v1']);
    const { metadata } = await operator!.deployment();
    const scale = async (replicas: number) => {
      await client.patch(Deployment, metadata, mergePatch({ spec: { replicas } }));
      await operator!.untilReady({ pods: replicas });
    };
    await scale(0);
    expect((await client.get(NginxOperator, 'web')).spec.ports).toHaveLength(2);
    await eventually(async () => {
      await expect(client.get(NginxOperatorV1Alpha1, 'web')).rejects.toThrow(/conversion webhook.* failed/);
    });
    await scale(1);
    await eventually(async () => {
      expect((await client.get(NginxOperatorV1Alpha1, 'web')).spec.port).toBe(81);
    });
  });

  it('stays within its memory, is never restarted, and has asked for nothing that it may not do', async () => {
    for (const { peakBytes, limitBytes } of await operator!.peaks())
      expect(peakBytes).toBeLessThan(limitBytes);
    for (const { status } of await operator!.pods())
      expect(status?.containerStatuses?.map(({ restartCount }) => restartCount)).toEqual([0]);
    expect((await operator!.logs()).filter(({ level }) => level === 'error')).toEqual([]);
    const { status } = await operator!.deployment();
    expect(isStatusConditionTrue(status?.conditions, 'Available')).toBe(true);
  });

  it('leaves nothing behind when it is undeployed', async () => {
    await tearDown();
    await eventually(async () => {
      const left = [...(await inventory(cluster.client))].filter((object) => !before.has(object));
      expect(left).toEqual([]);
    });
  });
});

function getMetrics(url: string, token: string | undefined): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    // Its certificate is made in memory: nobody can verify it, as with kubebuilder's projects.
    const asked = request(url, { headers, rejectUnauthorized: false, timeout: 5000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`${url} does not answer`)));
    asked.end();
  });
}
