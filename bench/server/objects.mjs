// The objects of the server's benchmarks: a small ConfigMap, and a Deployment as people write them.

const COLLECTIONS = {
  ConfigMap: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
  Deployment: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
};

export const collectionOf = (kind, namespace) => COLLECTIONS[kind](namespace);

/** The JSON of an object; `turn` makes it differ from the one of another turn. */
export function bodyOf(kind, namespace, name, turn, sizeBytes = 200) {
  const metadata = { name, namespace, labels: { app: name, tier: 'backend' } };
  if (kind === 'ConfigMap') {
    const data = { turn: String(turn), text: 'x'.repeat(sizeBytes) };
    return JSON.stringify({ apiVersion: 'v1', kind, metadata, data });
  }
  const container = {
    name: 'web',
    image: `registry.example.com/web:${turn}`,
    ports: [{ containerPort: 8080, name: 'http' }],
    env: [
      { name: 'TURN', value: String(turn) },
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
    volumeMounts: [{ name: 'settings', mountPath: '/etc/web' }],
  };
  const template = {
    metadata: { labels: { app: name } },
    spec: { containers: [container], volumes: [{ name: 'settings', configMap: { name } }] },
  };
  const spec = { replicas: 2, selector: { matchLabels: { app: name } }, template };
  return JSON.stringify({ apiVersion: 'apps/v1', kind, metadata, spec });
}
