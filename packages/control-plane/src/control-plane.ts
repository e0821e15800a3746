import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Logger, Random, Transport } from '@kubewright/api';
import { createApiServer } from '@kubewright/apiserver';
import type {
  AdmissionSelection,
  ApiServer,
  Authorizer,
  ListenOptions,
  Listening,
  ServiceAccountOptions,
  WebhookOptions,
} from '@kubewright/apiserver';
import { createClient } from '@kubewright/client';
import { createManager } from '@kubewright/runtime';
import type { Activity, Manager } from '@kubewright/runtime';
import { builtinControllerNames, builtinControllers } from './builtin-controllers.js';
import type { BuiltinControllerName } from './builtin-controllers.js';
import { combineActivities } from './combined-activity.js';
import { formatKubeconfig } from './kubeconfig.js';
import { containerLogs } from './node/container-logs.js';
import type { NodeStandInOptions } from './node/options.js';
import { createResourceLifecycle } from './resources/resource-lifecycle.js';

export interface ControlPlaneOptions {
  clock?: Clock;
  random?: Random;
  /** Defaults to silence. */
  logger?: Logger;
  /** Listens on HTTPS, for kubectl and other processes. Defaults to false: reachable in this process only. */
  listen?: false | ListenOptions;
  /** Decides who may do what. Defaults to the roles and bindings that the server stores (RBAC). */
  authorizer?: Authorizer;
  /** How service accounts get their tokens. */
  serviceAccounts?: ServiceAccountOptions;
  /** Which controllers run: all, none, or those named. Defaults to true, which is all. */
  controllers?: boolean | readonly BuiltinControllerName[];
  /**
   * Which admission plugins of the server are on. Defaults to those of kube-apiserver; ServiceAccount only together with
   * the controller that makes the accounts.
   */
  admissionPlugins?: AdmissionSelection;
  /** How the server reaches webhooks. */
  webhooks?: WebhookOptions;
  /** How the one node behaves. Its Lease is not renewed unless `nodeHeartbeatMs` says so. */
  node?: NodeStandInOptions;
  /** Ends the start, not the control plane. */
  signal?: AbortSignal;
}

/** An API server with its controllers. Whoever started it stops it. */
export interface ControlPlane {
  readonly server: ApiServer;
  /** Runs the built-in controllers; more can be added. Its activity includes the garbage collector's. */
  readonly manager: Manager;
  /** Straight into the server, as a cluster administrator. The control plane closes it. */
  readonly transport: Transport;
  /** Where the server listens, if it does. */
  readonly url: string | undefined;
  /** Opens the HTTPS port if it is not open yet. Throws what `ApiServer.listen` throws. */
  listen(options?: ListenOptions): Promise<void>;
  /**
   * A kubeconfig as YAML, context `kubewright`, for a cluster administrator.
   *
   * @throws ControlPlaneError when the server does not listen
   */
  kubeconfig(): string;
  /** Stops the manager, then the server. Idempotent; never rejects because of what was stopped. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Misuse of a control plane. */
export class ControlPlaneError extends Error {
  readonly code: 'NotListening';

  constructor(code: 'NotListening', message: string) {
    super(message);
    this.name = 'ControlPlaneError';
    this.code = code;
  }
}

/**
 * Starts a Kubernetes control plane in this process: API server, the workload controllers, a scheduler and a node that
 * only pretends to run pods. Resolves when it serves requests, the default objects exist and all controllers run.
 *
 * @throws TypeError for a controller name that does not exist, RangeError for a bad `node.podCIDR`
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const { clock = systemClock, random = systemRandom, logger = silentLogger, signal } = options;
  signal?.throwIfAborted();
  const names = controllerNames(options.controllers);
  const node = { nodeHeartbeatMs: 0, ...options.node };
  const definitions = builtinControllers({
    controllers: names,
    node,
    secretTokens: {
      issueToken: (account, secretName) => server.issueSecretToken(account, secretName),
      caCertificate: () => controlPlane.caCertificate,
    },
  });
  const connector = containerLogs(options.node?.logs);
  const { authorizer, serviceAccounts } = options;
  const server = createApiServer({
    clock,
    random,
    logger,
    connector,
    ...(authorizer === undefined ? {} : { authorizer }),
    ...(serviceAccounts === undefined ? {} : { serviceAccounts }),
    admissionPlugins: admissionSelection(names, options.admissionPlugins),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
  });
  const client = createClient({ transport: server.transport });
  // The controllers that it stands for write events by the core API.
  const manager = createManager({
    client,
    controllers: definitions,
    clock,
    random,
    logger,
    eventsApi: 'v1',
  });
  const lifecycle = lifecycleOf(names, { client, clock, logger });
  if (lifecycle !== undefined) manager.add(lifecycle);
  const controlPlane = new RunningControlPlane(server, manager, lifecycle?.activity, names);
  // Its failure is reported by `whenReady` and by the manager's state.
  manager.start().catch((error: unknown) => {
    logger.error('the control plane manager failed', { error });
  });
  const wantsPort = options.listen !== undefined && options.listen !== false;
  const listening = wantsPort ? controlPlane.listen(options.listen || {}) : undefined;
  try {
    await Promise.all([listening, manager.whenReady(signal)]);
    return controlPlane;
  } catch (error) {
    await Promise.allSettled([listening]);
    await controlPlane.stop();
    throw error;
  }
}

function controllerNames(
  choice: ControlPlaneOptions['controllers'] = true,
): readonly BuiltinControllerName[] {
  if (typeof choice !== 'boolean') return choice;
  return choice ? builtinControllerNames : [];
}

function admissionSelection(
  names: readonly BuiltinControllerName[],
  { enable = [], disable = [] }: AdmissionSelection = {},
): AdmissionSelection {
  const hasAccounts = names.includes('serviceaccount-controller');
  return { enable: hasAccounts ? ['ServiceAccount', ...enable] : enable, disable };
}

function lifecycleOf(
  names: readonly BuiltinControllerName[],
  means: { client: ReturnType<typeof createClient>; clock: Clock; logger: Logger },
): ReturnType<typeof createResourceLifecycle> | undefined {
  const garbageCollector = names.includes('garbage-collector-controller');
  const namespaceController = names.includes('namespace-controller');
  if (!garbageCollector && !namespaceController) return undefined;
  return createResourceLifecycle({ ...means, garbageCollector, namespaceController });
}

class RunningControlPlane implements ControlPlane {
  readonly server: ApiServer;
  readonly manager: Manager;
  readonly #controllers: readonly BuiltinControllerName[];
  #opening: Promise<void> | undefined;
  #listening: Listening | undefined;
  #stopped: Promise<void> | undefined;

  constructor(
    server: ApiServer,
    manager: Manager,
    lifecycle: Activity | undefined,
    controllers: readonly BuiltinControllerName[],
  ) {
    this.server = server;
    this.manager = lifecycle === undefined ? manager : withActivity(manager, lifecycle);
    this.#controllers = controllers;
  }

  get transport(): Transport {
    return this.server.transport;
  }

  /** PEM, of the authority that signed the server's certificate. */
  get caCertificate(): string | undefined {
    return this.#listening?.caCertificatePem;
  }

  get url(): string | undefined {
    return this.#listening?.url;
  }

  listen(options: ListenOptions = {}): Promise<void> {
    this.#opening ??= this.#listen(options);
    return this.#opening;
  }

  async #listen(options: ListenOptions): Promise<void> {
    this.#listening = await this.server.listen(options);
    // Only now is there a certificate to publish.
    const controllers = this.#controllers.filter(
      (name) => name === 'root-ca-certificate-publisher-controller',
    );
    const caCertificate = this.#listening.caCertificatePem;
    for (const definition of builtinControllers({ controllers, caCertificate })) this.manager.add(definition);
  }

  kubeconfig(): string {
    if (this.#listening === undefined) {
      throw new ControlPlaneError(
        'NotListening',
        'the control plane does not listen: start it with listen: {}',
      );
    }
    const { url, caCertificatePem: caCertificate, token } = this.#listening;
    return formatKubeconfig({ url, caCertificate, token });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    await this.manager.stop();
    await this.server.close();
  }
}

/** The same manager, whose activity includes that of a runnable. */
function withActivity(manager: Manager, other: Activity): Manager {
  const activity = combineActivities([manager.activity, other]);
  return {
    get state() {
      return manager.state;
    },
    get elected() {
      return manager.elected;
    },
    leaderElection: manager.leaderElection,
    sharding: manager.sharding,
    add: (part) => {
      manager.add(part);
    },
    remove: (part) => manager.remove(part),
    start: (signal) => manager.start(signal),
    whenReady: (signal) => manager.whenReady(signal),
    stop: () => manager.stop(),
    client: manager.client,
    apiReader: manager.apiReader,
    cache: manager.cache,
    activity,
    why: manager.why,
    get addresses() {
      return manager.addresses;
    },
    addHealthzCheck: (name, check) => {
      manager.addHealthzCheck(name, check);
    },
    addReadyzCheck: (name, check) => {
      manager.addReadyzCheck(name, check);
    },
  };
}
