import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sleep } from '@kubewright/api';
import type { Clock, Transport } from '@kubewright/api';
import { createHttpTransport, loadKubeconfig } from '@kubewright/client';
import { formatKubeconfig } from '@kubewright/control-plane';
import { TestEnvironmentError } from '../errors.js';
import { findKubeAssets } from './assets.js';
import type { KubeAssets } from './assets.js';
import { findFreePort } from './free-port.js';
import { ControlPlaneProcess } from './process.js';

export interface KubeControlPlaneOptions {
  readonly assets?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Whether kube-controller-manager runs. Defaults to true. */
  readonly controllers?: boolean;
  /** Who else may come with a bearer token, besides the administrator of the kubeconfig. Defaults to nobody. */
  readonly users?: readonly KubeUser[];
  /** More arguments of kube-apiserver. Defaults to none. */
  readonly apiServerArguments?: readonly string[];
}

/** A user of the token file. */
export interface KubeUser {
  readonly token: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A real etcd, kube-apiserver and kube-controller-manager on loopback, with data in a folder that `stop` removes. */
export interface KubeControlPlane {
  readonly transport: Transport;
  readonly url: string;
  /** The token of the kubeconfig's administrator, `admin` of `system:masters`. */
  readonly token: string;
  /** What the server's certificate is signed by. */
  readonly caCertificatePem: string;
  /** A kubeconfig of a cluster administrator. */
  readonly kubeconfigFile: string;
  readonly assets: KubeAssets;
  /** Where etcd answers, in the clear: for those who check what was stored past the API server. */
  readonly etcdUrl: string;
  /** For suites about what becomes of clients when the API server goes and comes back: same port, etcd and certificate. */
  readonly apiServer: RestartableServer;
  stop(): Promise<void>;
}

/** One program of the control plane that may be ended and started again. */
export interface RestartableServer {
  /** Resolves when it is gone. SIGKILL is a crash; by default it ends as when it is told to, and finishes requests. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again, and resolves when it is ready; so does a call while it runs. */
  start(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const READY_TIMEOUT_MS = 10_000;
/** A port found free may be taken before the program binds it. */
const ATTEMPTS = 3;

/** @throws TestEnvironmentError 'AssetsMissing' or 'StartFailed'; nothing is left running then. */
export async function startKubeControlPlane(options: KubeControlPlaneOptions): Promise<KubeControlPlane> {
  const assets = findKubeAssets({ folder: options.assets, env: options.env });
  let failure: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await startOnce(assets, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function startOnce(
  assets: KubeAssets,
  { clock, signal, controllers = true, users = [], apiServerArguments = [] }: KubeControlPlaneOptions,
): Promise<KubeControlPlane> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-kube-'));
  const file = (name: string): string => path.join(folder, name);
  const processes: ControlPlaneProcess[] = [];
  let apiServer: ControlPlaneProcess | undefined;
  let transport: Transport | undefined;
  const stop = async (): Promise<void> => {
    await transport?.close();
    for (const process of processes.reverse()) await process.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const run = (name: keyof KubeAssets, args: string[]): ControlPlaneProcess => {
    const started = new ControlPlaneProcess({ name, binary: assets[name], args, clock });
    processes.push(started);
    return started;
  };
  try {
    const [etcdPort = 0, peerPort = 0, apiPort = 0] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const token = randomBytes(16).toString('hex');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(file('service-account.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), {
      mode: 0o600,
    });
    const everyone = [{ token, name: 'admin', groups: ['system:masters'] }, ...users];
    await writeFile(file('tokens.csv'), everyone.map(tokenLine).join(''), { mode: 0o600 });

    const etcdUrl = `http://127.0.0.1:${etcdPort}`;
    run('etcd', [
      `--data-dir=${file('etcd')}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ]);
    const apiServerArgs = [
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
      // Pods would need a token volume that only a kubelet can fill.
      '--disable-admission-plugins=ServiceAccount',
      ...apiServerArguments,
    ];
    apiServer = run('kube-apiserver', apiServerArgs);

    const url = `https://127.0.0.1:${apiPort}`;
    await waitFor(clock, signal, processes, () => existsSync(file('certificates/apiserver.crt')));
    const kubeconfigFile = file('kubeconfig');
    const caCertificatePem = await readFile(file('certificates/apiserver.crt'), 'utf8');
    const kubeconfig = formatKubeconfig({ url, caCertificate: caCertificatePem, token });
    await writeFile(kubeconfigFile, kubeconfig, { mode: 0o600 });
    transport = createHttpTransport(await loadKubeconfig({ path: kubeconfigFile }));
    const ready = transport;
    await waitFor(clock, signal, processes, () => answersReady(ready, clock));

    const restartable: RestartableServer = {
      end: async (how) => {
        const ended = apiServer;
        apiServer = undefined;
        await ended?.stop(how);
        if (ended !== undefined) processes.splice(processes.indexOf(ended), 1);
      },
      start: async () => {
        apiServer ??= run('kube-apiserver', apiServerArgs);
        await waitFor(clock, signal, processes, () => answersReady(ready, clock));
      },
    };
    const controlPlane = {
      transport,
      url,
      token,
      caCertificatePem,
      kubeconfigFile,
      assets,
      etcdUrl,
      apiServer: restartable,
      stop,
    };
    if (!controllers) return controlPlane;

    run('kube-controller-manager', [
      `--kubeconfig=${kubeconfigFile}`,
      `--service-account-private-key-file=${file('service-account.key')}`,
      '--use-service-account-credentials=false',
      '--leader-elect=false',
      '--secure-port=0',
      '--concurrent-gc-syncs=5',
    ]);
    await waitFor(clock, signal, processes, () =>
      exists(ready, '/api/v1/namespaces/default/serviceaccounts/default'),
    );
    return controlPlane;
  } catch (error) {
    await stop();
    throw error;
  }
}

const tokenLine = ({ token, name, groups }: KubeUser): string =>
  `${token},${name},${name},"${groups.join(',')}"\n`;

/** Asked in vain while it starts, a server may take its time to answer: then it is asked anew. */
async function answersReady(transport: Transport, clock: Clock): Promise<boolean> {
  const patience = new AbortController();
  const timer = clock.setTimer(() => {
    patience.abort();
  }, READY_TIMEOUT_MS);
  try {
    return await exists(transport, '/readyz', patience.signal);
  } finally {
    timer.cancel();
  }
}

/** Whether a GET answers 200; not being reachable yet counts as no. */
async function exists(transport: Transport, resource: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const response = await transport.request({
      method: 'GET',
      path: resource,
      ...(signal !== undefined && { signal }),
    });
    await response.body.bytes();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function waitFor(
  clock: Clock,
  signal: AbortSignal | undefined,
  processes: readonly ControlPlaneProcess[],
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = clock.now() + START_TIMEOUT_MS;
  while (!(await condition())) {
    for (const process of processes) process.assertRunning();
    if (clock.now() > deadline) {
      const last = processes.map((p) => `${p.name}: ${p.lastOutput()}`).join('\n');
      throw new TestEnvironmentError(
        'StartFailed',
        `the control plane was not ready after ${START_TIMEOUT_MS / 1000} s: ${last}`,
      );
    }
    await sleep(clock, POLL_MS, signal);
  }
}
