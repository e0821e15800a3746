// Starts etcd, kube-apiserver and the controller that aggregates cluster roles, reads the roles and bindings there
// are, and stops everything.
import { setTimeout as sleep } from 'node:timers/promises';
import { startKubeApiserver, until } from '../kubernetes/kube-apiserver.mjs';

const BASE = '/apis/rbac.authorization.k8s.io/v1/';

/** Plural -> objects as they are served, from a cluster in which nothing has happened yet. */
export async function recordPolicy(assets) {
  // The last step of the server's own start, which readiness waits for, made the policy.
  const server = await startKubeApiserver({ assets });
  try {
    server.run('kube-controller-manager', [
      `--kubeconfig=${server.kubeconfig}`,
      '--controllers=clusterrole-aggregation-controller',
      '--leader-elect=false',
      '--secure-port=0',
    ]);
    await until(async () => {
      const names = ['admin', 'edit', 'view'];
      const roles = await Promise.all(names.map((name) => server.send('GET', `${BASE}clusterroles/${name}`)));
      return roles.every(({ body }) => body.rules !== null);
    });
    // Each aggregates the next one, so that the first to be filled may still lack what the others got.
    await sleep(2000);
    const recorded = {};
    for (const plural of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'])
      recorded[plural] = (await server.send('GET', BASE + plural)).body.items;
    return recorded;
  } finally {
    await server.stop();
  }
}
