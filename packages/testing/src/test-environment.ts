import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import type { NodeStandInOptions } from '@kubewright/control-plane';
import type { ControllerDefinition, Manager, ManagerOptions, WebhookDefinition } from '@kubewright/runtime';
import { installCrds } from './crds.js';
import type { CrdSource } from './crds.js';
import { startEmbeddedBackend } from './embedded/embedded-backend.js';
import { TestEnvironmentError } from './errors.js';
import { eventually } from './eventually.js';
import type { EventuallyOptions } from './eventually.js';
import { startKubeBackend } from './kube/kube-backend.js';
import { serveWebhooks } from './webhooks/served-webhooks.js';
import type { ServedWebhooks, WebhookManifests } from './webhooks/served-webhooks.js';

/** Which server a test environment runs on. */
export type TestTarget = 'embedded' | 'kube';

export interface TestEnvironmentOptions {
  /** Defaults to KUBEWRIGHT_TEST_TARGET, or else to 'embedded'. */
  target?: TestTarget;
  /** A folder or file of CRDs, or the objects; installed and served before the environment is handed out. */
  crds?: CrdSource;
  /** The controllers under test; started and synced before the environment is handed out. */
  controllers?: readonly ControllerDefinition[];
  /**
   * The webhooks under test, served on loopback. They are registered as `webhookManifests` says, and become the
   * converters of those `crds` whose kinds they convert.
   */
  webhooks?: readonly WebhookDefinition[];
  /**
   * A folder, a file or objects that register the webhooks; services in them are replaced by where the webhooks are
   * served. Defaults to what kubebuilder's markers would generate: each webhook for its kind, failing closed.
   */
  webhookManifests?: WebhookManifests;
  /** What else the managers of the controllers under test are made with, as the operator's own is: `cache`, `metrics`, ... */
  managerOptions?: TestManagerOptions;
  /** How the stand-ins for scheduler and kubelet behave: images that cannot be pulled, how long pods take to start. */
  node?: NodeStandInOptions;
  /** Folder of etcd, kube-apiserver and kube-controller-manager. Defaults to KUBEBUILDER_ASSETS, then the cache of `npm run kube:build`. */
  kubeAssets?: string;
  /** Defaults to the system's. A real kube-apiserver keeps its own time. */
  clock?: Clock;
  random?: Random;
  /** Defaults to silence. */
  logger?: Logger;
  /**
   * A file, or a folder, in which the calls of the operators under test are recorded, for `kubewright rbac check`: those of
   * their managers, not of the test's `client`. Defaults to KUBEWRIGHT_RECORD_CALLS; without either nothing is recorded.
   */
  recordCalls?: string;
  /** Gives up the start. */
  signal?: AbortSignal;
}

/** Options of a manager that a test environment does not decide itself. */
export type TestManagerOptions = Omit<
  ManagerOptions,
  'client' | 'controllers' | 'webhooks' | 'clock' | 'random' | 'logger'
>;

/** Where a test runs: a server with the built-in controllers, and pods that become Ready. The caller stops it. */
export interface TestEnvironment {
  readonly target: TestTarget;
  /** A live client (no cache) with the rights of an administrator. */
  readonly client: Client;
  /** Runs the controllers under test. */
  readonly manager: Manager;
  /** A kubeconfig of an administrator, as a file; the embedded server starts to listen when it is first asked for. */
  kubeconfigFile(): Promise<string>;
  /** Starts more controllers, in a manager of their own, made like the first one unless told otherwise; the environment stops it if the test does not. */
  startManager(controllers: readonly ControllerDefinition[], options?: TestManagerOptions): Promise<Manager>;
  /**
   * Resolves when nothing is left to do: every queue is empty, no reconcile runs, no key waits in error back-off, every
   * watch event has arrived, and the server's revision does not move. Timers asked for with `requeueAfter` do not
   * count. On a real kube-apiserver, whose other controllers cannot be looked into, the revision must not have moved
   * for `quietMs`.
   *
   * @throws TestEnvironmentError 'NotSettled' after `timeoutMs`, naming what is still busy; 'ControllerFailed' when a manager has ended by itself.
   */
  settled(options?: SettledOptions): Promise<void>;
  /**
   * Repeats a check until it passes: for what others than the controllers under test do in their own time, such as the
   * garbage collector of a real kube-controller-manager. Where `settled` can tell, prefer it.
   */
  eventually<T>(check: () => T | Promise<T>, options?: EventuallyOptions): Promise<T>;
  /** Stops the controllers, then the server. Calling it again does nothing. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SettledOptions {
  /** Defaults to 15000. */
  timeoutMs?: number;
  /** Real kube-apiserver only. Defaults to 400. */
  quietMs?: number;
  signal?: AbortSignal;
}

/** What each kind of server offers to the environment. */
export interface Backend {
  readonly client: Client;
  kubeconfigFile(): Promise<string>;
  newManager(controllers: readonly ControllerDefinition[], options: TestManagerOptions): Manager;
  settled(
    managers: readonly Manager[],
    options: Required<Omit<SettledOptions, 'signal'>> & { signal: AbortSignal | undefined },
  ): Promise<void>;
  stop(): Promise<void>;
}

export interface BackendOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly kubeAssets: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
  readonly recordCalls: string | undefined;
  readonly node: NodeStandInOptions;
}

const BACKENDS: Readonly<Record<TestTarget, (options: BackendOptions) => Promise<Backend>>> = {
  embedded: startEmbeddedBackend,
  kube: startKubeBackend,
};

/**
 * Starts a control plane and, on it, the controllers under test. The same tests run on the embedded control plane and
 * on a real kube-apiserver.
 *
 * @throws TestEnvironmentError 'AssetsMissing', 'StartFailed', 'InvalidCrd', 'InvalidWebhook', 'InvalidTarget'; ApiError when the server
 * refuses a CRD or the registration of a webhook; CallLogError when calls cannot be recorded. Nothing is left running then.
 */
export async function startTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  const target = options.target ?? targetOf(process.env['KUBEWRIGHT_TEST_TARGET']);
  const clock = options.clock ?? systemClock;
  const backend = await BACKENDS[target]({
    clock,
    random: options.random ?? systemRandom,
    logger: options.logger ?? silentLogger,
    kubeAssets: options.kubeAssets,
    env: process.env,
    signal: options.signal,
    node: options.node ?? {},
    recordCalls: options.recordCalls ?? (process.env['KUBEWRIGHT_RECORD_CALLS'] || undefined),
  });
  const { managerOptions = {} } = options;
  const managers: Manager[] = [];
  let webhooks: ServedWebhooks | undefined;
  const startManager: TestEnvironment['startManager'] = (controllers, own = managerOptions) =>
    run(backend.newManager(controllers, own));
  const run = async (manager: Manager): Promise<Manager> => {
    managers.push(manager);
    // A failure is reported by `whenReady`, or, when it comes later, by `settled`.
    manager.start().catch(() => undefined);
    await manager.whenReady(options.signal);
    return manager;
  };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= (async () => {
      await Promise.all(managers.map((manager) => manager.stop()));
      await backend.stop();
      await webhooks?.stop();
    })());

  try {
    const { client } = backend;
    const { signal, logger = silentLogger } = options;
    const manager = backend.newManager(options.controllers ?? [], managerOptions);
    if (options.webhooks !== undefined) {
      const { webhooks: definitions, webhookManifests: manifests } = options;
      webhooks = await serveWebhooks({ definitions, manifests, manager, clock, logger, signal });
    }
    const served = webhooks;
    if (options.crds !== undefined)
      await installCrds(client, options.crds, {
        clock,
        signal,
        ...(served !== undefined && { change: (crd) => served.withConversion(crd) }),
      });
    await served?.install(client);
    await run(manager);
    return {
      target,
      client: backend.client,
      manager,
      kubeconfigFile: () => backend.kubeconfigFile(),
      startManager,
      async settled({ timeoutMs = 15_000, quietMs = 400, signal }: SettledOptions = {}) {
        const running = managers.filter(assertNotFailed);
        await backend.settled(running, { timeoutMs, quietMs, signal });
      },
      eventually: (check, eventuallyOptions) => eventually(check, { clock, ...eventuallyOptions }),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** False for a manager that the test has stopped. */
function assertNotFailed(manager: Manager): boolean {
  const { state } = manager;
  if (state.phase !== 'stopping' && state.phase !== 'stopped') return true;
  if (state.error === undefined) return false;
  throw new TestEnvironmentError('ControllerFailed', `a manager has failed: ${state.error.message}`, {
    cause: state.error,
  });
}

function targetOf(text: string | undefined): TestTarget {
  if (text === undefined || text === '') return 'embedded';
  if (text === 'embedded' || text === 'kube') return text;
  throw new TestEnvironmentError(
    'InvalidTarget',
    `KUBEWRIGHT_TEST_TARGET is ${JSON.stringify(text)}; it must be "embedded" or "kube"`,
  );
}
