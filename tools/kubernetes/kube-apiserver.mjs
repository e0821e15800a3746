// A real etcd and kube-apiserver on loopback for tools and benchmarks: what they record, and what they measure beside.
// Suites have one with controllers in @kubewright/testing, which does not depend on the tools of this tree.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetsFolder, missingBinaries } from './assets.mjs';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/**
 * Starts both, of the folder that `npm run kube:build` fills unless another is given. `apiServerArguments` are added to
 * its flags. `kubeconfig` is the path of one for an administrator; `send(method, path, body, headers)` resolves with `{ status, body, text, warnings }` as an administrator;
 * `run(name, args)` starts another binary of the folder, which ends with them; `stop` leaves nothing behind.
 */
export async function startKubeApiserver({ assets = assetsFolder(), apiServerArguments = [] } = {}) {
  const missing = missingBinaries(assets, ['etcd', 'kube-apiserver']);
  if (missing.length > 0) throw new Error(`${missing.join(', ')} not built: npm run kube:build`);
  const started = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-kube-'));
  const file = (name) => path.join(folder, name);
  const children = [];
  const run = (name, args) => {
    children.push(spawn(path.join(assets, name), args, { stdio: 'ignore' }));
  };
  let client;
  const stop = async () => {
    client?.close();
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [etcdPort, peerPort, port] = await Promise.all([freePort(), freePort(), freePort()]);
    const token = randomBytes(16).toString('hex');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file('key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
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
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      `--cert-dir=${file('certificates')}`,
      `--token-auth-file=${file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${file('key.pem')}`,
      `--service-account-signing-key-file=${file('key.pem')}`,
      ...apiServerArguments,
    ]);
    const url = `https://127.0.0.1:${port}`;
    const certificate = file('certificates/apiserver.crt');
    await until(
      () => existsSync(certificate) && readFileSync(certificate, 'utf8').includes('END CERTIFICATE'),
    );
    const ca = readFileSync(certificate, 'utf8');
    client = createClient({ url, token, ca });
    const { send } = client;
    await until(async () => (await send('GET', '/readyz')).status === 200);
    const readyMs = performance.now() - started;
    // Made together with the endpoints of the API server, which this one does not keep.
    await send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'default' },
    });
    const kubeconfig = file('kubeconfig');
    writeFileSync(kubeconfig, kubeconfigText({ url, ca, token }), { mode: 0o600 });
    const pids = children.map(({ pid }) => pid);
    return { url, ca, token, kubeconfig, pids, readyMs, send, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Requests with a bearer token; `send` as above. */
export function createClient({ url, token, ca }) {
  const agent = new Agent({ ca, keepAlive: true });
  const send = (method, target, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const sent = {
        authorization: `Bearer ${token}`,
        // Node frames the body of a DELETE only when it is told its length.
        ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
        ...headers,
      };
      const call = request(new URL(target, url), { method, agent, headers: sent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const warnings = warningTexts(response.rawHeaders);
          resolve({ status: response.statusCode, body: parsed(text), text, warnings });
        });
      });
      call.on('error', reject);
      call.end(content);
    });
  return { send, close: () => agent.destroy() };
}

/** Repeats a check until it holds; an error counts as no. */
export async function until(condition) {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if (await condition()) return;
    } catch {
      // The server is not there yet.
    }
    if (performance.now() > end) throw new Error('the real kube-apiserver did not become ready within 60 s');
    await sleep(POLL_MS);
  }
}

function kubeconfigText({ url, ca, token }) {
  const authority = Buffer.from(ca).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kube', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'kube', context: { cluster: 'kube', user: 'admin' } }],
    'current-context': 'kube',
  });
}

/** The texts of `Warning: 299 - "text"` headers. */
function warningTexts(rawHeaders) {
  const texts = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].toLowerCase() !== 'warning') continue;
    for (const [, text] of rawHeaders[i + 1].matchAll(/299 - "((?:[^"\\]|\\.)*)"/g))
      texts.push(text.replace(/\\(.)/g, '$1'));
  }
  return texts;
}

// Answers that are no JSON, such as `ok`, are kept as text.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
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
