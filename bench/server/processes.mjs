// The two servers under test, each as processes of its own, with what they cost read from /proc.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';

const TICKS_PER_SECOND = 100; // USER_HZ, on every Linux that Node runs on.

/** Starts the embedded server: `{ url, ca, token, pids, readyMs, stop }`. */
export async function startEmbedded() {
  const started = performance.now();
  const script = fileURLToPath(new URL('embedded.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  const readyMs = performance.now() - started;
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { ...JSON.parse(line), pids: [child.pid], readyMs, stop };
}

/** Starts etcd without fsync and kube-apiserver, of a folder that has both. */
export async function startReal(assets) {
  const started = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-bench-'));
  const file = (name) => path.join(folder, name);
  const [etcdPort, peerPort, apiPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const token = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(file('key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  writeFileSync(file('tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const children = [];
  const run = (name, args) => {
    children.push(spawn(path.join(assets, name), args, { stdio: 'ignore' }));
  };
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
    `--service-account-key-file=${file('key.pem')}`,
    `--service-account-signing-key-file=${file('key.pem')}`,
    '--disable-admission-plugins=ServiceAccount',
  ]);
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `https://127.0.0.1:${apiPort}`;
  const certificate = file('certificates/apiserver.crt');
  await untilTrue(() => existsSync(certificate));
  const ca = readFileSync(certificate, 'utf8');
  await untilTrue(() => isReady(url, ca, token));
  return { url, ca, token, pids: children.map(({ pid }) => pid), readyMs: performance.now() - started, stop };
}

/** Resident memory of a server's processes together, in MiB. */
export function rssMiB({ pids }) {
  const kib = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return pids.reduce((sum, pid) => sum + kib(pid), 0) / 1024;
}

/** CPU time that a server's processes have used so far, in milliseconds. */
export function cpuMs({ pids }) {
  const ticks = (pid) => {
    // The name of the program may hold blanks: fields are counted after its closing parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  return pids.reduce((sum, pid) => sum + (ticks(pid) * 1000) / TICKS_PER_SECOND, 0);
}

async function isReady(url, ca, token) {
  const dispatcher = new Agent({ connect: { ca } });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await request(`${url}/readyz`, { dispatcher, headers });
    await response.body.dump();
    return response.statusCode === 200;
  } catch {
    return false;
  } finally {
    await dispatcher.destroy();
  }
}

async function untilTrue(check) {
  const end = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > end) throw new Error('the real kube-apiserver did not become ready within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
