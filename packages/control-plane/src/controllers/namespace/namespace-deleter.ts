import type { Clock, Logger, Stored } from '@kubewright/api';
import { Namespace } from '@kubewright/api/core/v1';
import type { NamespaceCondition, NamespaceStatus } from '@kubewright/api/core/v1';
import { discoverResources, isConflict, isNotFound } from '@kubewright/client';
import type { Client, DiscoveredResource } from '@kubewright/client';
import { KeyedQueue } from '../../resources/keyed-queue.js';
import type { KeyResult } from '../../resources/keyed-queue.js';
import type { ObjectMetadata } from '../../resources/metadata-reflector.js';
import type { ResourceMonitors } from '../../resources/resource-monitors.js';
import { updateConditions } from './conditions.js';
import type { NamespaceFindings } from './conditions.js';
import { deleteAll } from './content.js';
import type { Remaining } from './content.js';
import { toError } from '../../shared/to-error.js';

export interface NamespaceDeleterOptions {
  client: Client;
  monitors: ResourceMonitors;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}

/** The finalizer in spec.finalizers that this controller removes. */
const kubernetesFinalizer = 'kubernetes';
const concurrency = 10;
// What finalizers are given before the namespace is looked at again, as there; half of it and a second is waited.
const finalizerEstimateSeconds = 15;

/**
 * The namespace controller of kube-controller-manager: empties a namespace that is being deleted, pods first, all
 * else when they are gone, and then lets it go (k8s.io/kubernetes/pkg/controller/namespace). Where that one waits for
 * an estimated time for objects to go, this one is also told by the monitors when they do.
 */
export class NamespaceDeleter {
  readonly #options: NamespaceDeleterOptions;
  readonly #queue: KeyedQueue;
  readonly #terminating = new Set<string>();
  readonly #abort = new AbortController();

  constructor(options: NamespaceDeleterOptions) {
    this.#options = options;
    const { clock, logger, onChange, monitors } = options;
    this.#queue = new KeyedQueue({
      clock,
      onChange,
      concurrency,
      handle: (name) => this.#sync(name),
      onError: (namespace, error) => {
        logger.debug('deletion of a namespace will be tried again', { namespace, error });
      },
    });
    monitors.subscribe({
      applied: (object) => {
        if (!isNamespace(object) || object.metadata.deletionTimestamp === undefined) return;
        if (this.#terminating.has(object.metadata.name)) return;
        this.#terminating.add(object.metadata.name);
        this.#queue.add(object.metadata.name);
      },
      deleted: (object) => {
        if (isNamespace(object)) this.#terminating.delete(object.metadata.name);
        const { namespace } = object.metadata;
        if (namespace !== undefined && this.#terminating.has(namespace)) this.#queue.add(namespace);
      },
    });
  }

  start(): void {
    this.#queue.start();
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('the namespace controller was stopped'));
    await this.#queue.stop();
  }

  isIdle(): boolean {
    return this.#queue.isIdle();
  }

  busyWith(): string[] {
    return this.isIdle() ? [] : [`${String(this.#queue.openKeys)} namespaces are being emptied`];
  }

  async #sync(name: string): Promise<KeyResult> {
    const found = await this.#get(name);
    if (found?.metadata.deletionTimestamp === undefined) return undefined;
    const namespace = found.status?.phase === 'Terminating' ? found : await this.#markTerminating(found);
    if ((namespace.spec?.finalizers ?? []).length === 0) return undefined;
    const { remaining, errors } = await this.#deleteContent(namespace);
    if (errors[0] !== undefined) throw errors[0];
    if (remaining.length > 0) return { afterMs: (finalizerEstimateSeconds / 2 + 1) * 1000 };
    await this.#finalize(name, namespace.metadata.uid);
    return undefined;
  }

  #markTerminating(namespace: Stored<Namespace>): Promise<Stored<Namespace>> {
    const status: NamespaceStatus = { ...namespace.status, phase: 'Terminating' };
    return this.#options.client.status.update<Namespace>({ ...namespace, status });
  }

  async #deleteContent(
    namespace: Stored<Namespace>,
  ): Promise<{ remaining: readonly Remaining[]; errors: readonly Error[] }> {
    const { client } = this.#options;
    const { resources, failures } = await discoverResources(client.transport, { signal: this.#abort.signal });
    const deletable = resources.filter(
      ({ kind, verbs, preferred }) => kind.namespaced && preferred && verbs.includes('delete'),
    );
    const isPods = ({ kind }: DiscoveredResource) => kind.group === '' && kind.plural === 'pods';
    const pods = await this.#deleteEach(deletable.filter(isPods), namespace);
    if (pods.remaining.length > 0) {
      await this.#report(namespace, { discoveryErrors: failures, deletionErrors: pods.errors });
      return { ...pods, errors: [...failures, ...pods.errors] };
    }
    const others = await this.#deleteEach(
      deletable.filter((resource) => !isPods(resource)),
      namespace,
    );
    const deletionErrors = [...pods.errors, ...others.errors];
    await this.#report(namespace, { discoveryErrors: failures, deletionErrors, remaining: others.remaining });
    return { remaining: others.remaining, errors: [...failures, ...deletionErrors] };
  }

  async #deleteEach(
    resources: readonly DiscoveredResource[],
    namespace: Stored<Namespace>,
  ): Promise<{ remaining: Remaining[]; errors: Error[] }> {
    const remaining: Remaining[] = [];
    const errors: Error[] = [];
    const one = async (resource: DiscoveredResource) => {
      try {
        const rest = await deleteAll(resource, namespace.metadata.name, this.#options.client);
        if (rest !== undefined) remaining.push(rest);
      } catch (error) {
        errors.push(toError(error));
      }
    };
    await Promise.all(resources.map(one));
    return { remaining, errors };
  }

  async #report(namespace: Stored<Namespace>, findings: NamespaceFindings): Promise<void> {
    const { client, clock, logger } = this.#options;
    const standing: readonly NamespaceCondition[] = namespace.status?.conditions ?? [];
    const conditions = updateConditions(standing, findings, clock.now());
    if (conditions === undefined) return;
    try {
      await client.status.update({ ...namespace, status: { ...namespace.status, conditions } });
    } catch (error) {
      logger.debug('cannot report on the deletion of a namespace', {
        namespace: namespace.metadata.name,
        error,
      });
    }
  }

  async #finalize(name: string, uid: string): Promise<void> {
    for (;;) {
      const namespace = await this.#get(name);
      if (namespace?.metadata.uid !== uid) return;
      const finalizers = (namespace.spec?.finalizers ?? []).filter((token) => token !== kubernetesFinalizer);
      try {
        const finalized = { ...namespace, spec: { ...namespace.spec, finalizers } };
        await this.#options.client.subresource('finalize').update(Namespace, name, finalized);
        return;
      } catch (error) {
        if (isNotFound(error)) return;
        if (!isConflict(error)) throw error;
      }
    }
  }

  async #get(name: string): Promise<Stored<Namespace> | undefined> {
    try {
      return await this.#options.client.get(Namespace, name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

function isNamespace({ kind }: ObjectMetadata): boolean {
  return kind.group === '' && kind.kind === 'Namespace';
}
