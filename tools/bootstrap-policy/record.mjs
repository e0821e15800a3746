// Starts etcd, kube-apiserver and the controller that aggregates cluster roles, reads the roles and bindings there
// are, and stops everything.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 300;
const POLL_MS = 200;

/** Plural -> objects as they are served, from a cluster in which nothing has happened yet. */
export async function recordPolicy(binaries) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-policy-'));
  const processes = [];
  const run = (name, args) => {
    processes.push(spawn(path.join(binaries, name), args, { stdio: 'ignore' }));
  };
  try {
    const server = await start(folder, run);
    await until(async () => (await server.get('/readyz')).status === 200);
    // The last step of the server's own start, which readiness waits for, made the policy.
    await writeFile(path.join(folder, 'kubeconfig'), server.kubeconfig);
    run('kube-controller-manager', [
      `--kubeconfig=${path.join(folder, 'kubeconfig')}`,
      '--controllers=clusterrole-aggregation-controller',
      '--leader-elect=false',
      '--secure-port=0',
    ]);
    const base = '/apis/rbac.authorization.k8s.io/v1/';
    await until(async () => {
      const names = ['admin', 'edit', 'view'];
      const roles = await Promise.all(names.map((name) => server.get(`${base}clusterroles/${name}`)));
      return roles.every(({ body }) => JSON.parse(body).rules !== null);
    });
    // Each aggregates the next one, so that the first to be filled may still lack what the others got.
    await sleep(2000);
    const recorded = {};
    for (const plural of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'])
      recorded[plural] = JSON.parse((await server.get(base + plural)).body).items;
    return recorded;
  } finally {
    for (const child of processes.reverse()) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function start(folder, run) {
  const file = (name) => path.join(folder, name);
  const [etcdPort, peerPort, port] = await Promise.all([freePort(), freePort(), freePort()]);
  const token = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file('key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
  await writeFile(file('tokens.csv'), `${token},admin,admin,"system:masters"\n`);
  const etcd = `http://127.0.0.1:${etcdPort}`;
  run('etcd', [
    `--data-dir=${file('etcd')}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    '--unsafe-no-fsync',
  ]);
  run('kube-apiserver', [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--cert-dir=${file('certificates')}`,
    `--token-auth-file=${file('tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${file('key.pem')}`,
    `--service-account-signing-key-file=${file('key.pem')}`,
  ]);
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'c', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  });
  return { kubeconfig, get: (target) => get(port, token, target) };
}

function get(port, token, target) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { host: '127.0.0.1', port, path: target, headers, rejectUnauthorized: false };
    const outgoing = request(options, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode, body: pieces.join('') }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function until(condition) {
  for (let attempt = 1; ; attempt++) {
    if (await condition().catch(() => false)) return;
    if (attempt === ATTEMPTS) throw new Error('generate:rbac: the cluster did not become ready');
    await sleep(POLL_MS);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
