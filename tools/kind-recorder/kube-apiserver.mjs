import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetsFolder, missingBinaries } from '../kubernetes/assets.mjs';
import { createClient } from './client.mjs';

// The rules of the kinds alone are recorded.
const ADMISSION_PLUGINS = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'TaintNodesByCondition',
  'PodSecurity',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'PodTopologyLabels',
  'NodeDeclaredFeatureValidator',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
];

/** Starts the etcd and kube-apiserver that `npm run kube:build` made, without admission plugins, on loopback. */
export async function startKubeApiserver() {
  const binaries = assetsFolder();
  const missing = missingBinaries(binaries, ['etcd', 'kube-apiserver']);
  if (missing.length > 0) throw new Error(`${missing.join(', ')} not built: npm run kube:build`);
  const folder = mkdtempSync(path.join(tmpdir(), 'kind-recorder-'));
  const file = (name) => path.join(folder, name);
  const processes = [];
  const run = (name, args) => {
    const child = spawn(path.join(binaries, name), args, { stdio: 'ignore' });
    processes.push({ child, ended: once(child, 'exit') });
  };
  const stop = async () => {
    for (const { child, ended } of processes.reverse()) {
      child.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [etcdPort, peerPort, apiPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const token = randomBytes(16).toString('hex');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs1', format: 'pem' });
    writeFileSync(file('service-account.key'), key, { mode: 0o600 });
    writeFileSync(file('tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
    const etcdUrl = `http://127.0.0.1:${etcdPort}`;
    run('etcd', [
      `--data-dir=${file('etcd')}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ]);
    run('kube-apiserver', [
      `--etcd-servers=${etcdUrl}`,
      `--secure-port=${apiPort}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      `--cert-dir=${file('certificates')}`,
      `--token-auth-file=${file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${file('service-account.key')}`,
      `--service-account-signing-key-file=${file('service-account.key')}`,
      `--disable-admission-plugins=${ADMISSION_PLUGINS.join(',')}`,
    ]);
    const server = {
      url: `https://127.0.0.1:${apiPort}`,
      token,
      caFile: file('certificates/apiserver.crt'),
      stop,
    };
    await ready(server);
    return server;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(server) {
  for (let attempt = 0; attempt < 600; attempt++) {
    await sleep(100);
    if (!existsSync(server.caFile)) continue;
    const client = createClient(server);
    const answer = await client.send('GET', '/api/v1/namespaces/kube-system').catch(() => undefined);
    if (answer?.status === 200) await createDefaultNamespace(client);
    client.close();
    if (answer?.status === 200) return;
  }
  throw new Error('kube-apiserver was not ready after 60 s');
}

// Made together with the endpoints of the API server, which this one does not keep.
async function createDefaultNamespace(client) {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
  await client.send('POST', '/api/v1/namespaces', namespace);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
