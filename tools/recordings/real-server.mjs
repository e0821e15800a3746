// A real etcd and kube-apiserver on loopback, for recording what they answer.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ASSETS = path.join(homedir(), '.cache/kubewright/kubernetes/1.36.1-linux-x64');

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** `request(method, path, body, headers)` answers `{ status, body, warnings }`; `stop` leaves nothing behind. */
export async function startRealServer() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-recording-'));
  const file = (name) => path.join(folder, name);
  const [etcdPort, peerPort, apiPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const token = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file('service-account.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), {
    mode: 0o600,
  });
  await writeFile(file('tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const processes = [];
  const run = (name, args) => processes.push(spawn(path.join(ASSETS, name), args, { stdio: 'ignore' }));
  run('etcd', [
    `--data-dir=${file('etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    '--unsafe-no-fsync',
    '--log-level=error',
  ]);
  run('kube-apiserver', [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
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
    '--disable-admission-plugins=ServiceAccount',
  ]);
  const stop = async () => {
    for (const one of processes.reverse()) {
      const ended = new Promise((resolve) => one.once('exit', resolve));
      if (one.exitCode === null && one.kill()) await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const certificate = file('certificates/apiserver.crt');
  const request = async (method, target, body, headers = {}) => {
    const ca = await readFile(certificate);
    return new Promise((resolve, reject) => {
      const options = {
        method,
        ca,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      };
      const sent = https.request(`https://127.0.0.1:${apiPort}${target}`, options, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        const warnings = [response.headers['warning'] ?? []].flat().flatMap(splitWarnings);
        resolve({ status: response.statusCode, body: parsed(text), warnings });
      });
      sent.once('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
  for (let attempt = 0; attempt < 600; attempt++) {
    await sleep(100);
    if (!existsSync(certificate)) continue;
    const ready = await request('GET', '/readyz').catch(() => undefined);
    if (ready?.status === 200) return { request, stop };
  }
  await stop();
  throw new Error('the server did not become ready');
}

const splitWarnings = (header) =>
  [...header.matchAll(/299 - "((?:\\.|[^"\\])*)"/g)].map(([, text]) => text.replace(/\\(.)/g, '$1'));

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
