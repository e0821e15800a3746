import { formatApiVersion } from '@kubewright/api';
import type { Clock, Kind, Logger, Timer, Transport } from '@kubewright/api';
import { discoverResources } from '@kubewright/client';
import type { DiscoveredResource } from '@kubewright/client';
import { MetadataReflector } from './metadata-reflector.js';
import type { MetadataHandler, ObjectMetadata } from './metadata-reflector.js';

export interface ResourceMonitorsOptions {
  transport: Transport;
  clock: Clock;
  logger: Logger;
  /** Called whenever `isSynced` or `positions` may have changed. */
  onChange: () => void;
}

interface Monitor {
  readonly reflector: MetadataReflector;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

// As often the real garbage collector asks discovery for new kinds.
const discoveryPeriodMs = 30_000;
const needed = ['delete', 'list', 'watch'];

/**
 * Follows the metadata of every object of every kind that can be listed, watched and deleted. Kinds come and go with
 * their CustomResourceDefinitions and APIServices: their changes, and a look at discovery every 30 seconds, start and
 * end the watches. Objects of a kind that went are reported as deleted.
 */
export class ResourceMonitors {
  readonly #options: ResourceMonitorsOptions;
  readonly #handlers: MetadataHandler[] = [];
  readonly #monitors = new Map<string, Monitor>();
  readonly #abort = new AbortController();
  #resources: readonly DiscoveredResource[] = [];
  #timer: Timer | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #discovered = false;

  constructor(options: ResourceMonitorsOptions) {
    this.#options = options;
  }

  /** Handlers are told of everything that is seen from now on. */
  subscribe(handler: MetadataHandler): void {
    this.#handlers.push(handler);
  }

  start(): void {
    this.#refresh();
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('the resource monitors were stopped'));
    this.#timer?.cancel();
    await this.#refreshing;
    await Promise.all([...this.#monitors.values()].map((monitor) => stopMonitor(monitor)));
    this.#monitors.clear();
  }

  /** Whether every kind known now has been listed. */
  isSynced(): boolean {
    return this.unsynced().length === 0;
  }

  unsynced(): string[] {
    if (!this.#discovered || this.#refreshing !== undefined) return ['discovery'];
    return [...this.#monitors.values()]
      .filter(({ reflector }) => reflector.position === undefined)
      .map(({ reflector }) => reflector.kind.plural);
  }

  positions(): Array<{ kind: Kind; resourceVersion?: string }> {
    return [...this.#monitors.values()].map(({ reflector: { kind, position } }) =>
      position === undefined ? { kind } : { kind, resourceVersion: position },
    );
  }

  /** What discovery said last. */
  get resources(): readonly DiscoveredResource[] {
    return this.#resources;
  }

  /** The kind of that name, in whatever version, if discovery knows it. */
  kindOf(apiVersion: string, kind: string): Kind | undefined {
    return this.#resources.find(
      (resource) =>
        resource.kind.kind === kind &&
        formatApiVersion(resource.kind.group, resource.kind.version) === apiVersion,
    )?.kind;
  }

  /** Asks discovery again; calls that come while it is being asked make one more round. */
  #refresh(): void {
    if (this.#abort.signal.aborted) return;
    if (this.#refreshing !== undefined) {
      this.#refreshAgain = true;
      return;
    }
    this.#timer?.cancel();
    this.#refreshing = this.#discover().finally(() => {
      this.#refreshing = undefined;
      if (this.#abort.signal.aborted) return;
      if (this.#refreshAgain) {
        this.#refreshAgain = false;
        this.#refresh();
        return;
      }
      const again = () => {
        this.#refresh();
      };
      this.#timer = this.#options.clock.setTimer(again, discoveryPeriodMs, { unref: true });
      this.#options.onChange();
    });
  }

  async #discover(): Promise<void> {
    const { transport, logger } = this.#options;
    const { signal } = this.#abort;
    try {
      const { resources, failures } = await discoverResources(transport, { signal });
      if (failures.length > 0) logger.warn('some groups cannot be discovered', { errors: failures });
      this.#resources = resources;
      const watchable = resources.filter(
        ({ verbs, preferred }) => preferred && needed.every((verb) => verbs.includes(verb)),
      );
      await this.#resync(new Map(watchable.map(({ kind }) => [idOf(kind), kind])), failures.length === 0);
      this.#discovered = true;
    } catch (error) {
      if (!signal.aborted) logger.warn('cannot discover the resources of the server', { error });
    }
  }

  async #resync(wanted: ReadonlyMap<string, Kind>, complete: boolean): Promise<void> {
    for (const [id, kind] of wanted)
      if (!this.#monitors.has(id)) this.#monitors.set(id, this.#startMonitor(kind));
    // A group that cannot be read may still be there.
    if (!complete) return;
    for (const [id, monitor] of this.#monitors) {
      if (wanted.has(id)) continue;
      this.#monitors.delete(id);
      await stopMonitor(monitor);
      for (const object of monitor.reflector.objects)
        for (const handler of this.#handlers) handler.deleted(object);
    }
  }

  #startMonitor(kind: Kind): Monitor {
    const { transport, clock, logger, onChange } = this.#options;
    const abort = new AbortController();
    const handler: MetadataHandler = {
      applied: (object) => {
        for (const each of this.#handlers) each.applied(object);
        this.#noticeNewKinds(object);
      },
      deleted: (object) => {
        for (const each of this.#handlers) each.deleted(object);
        this.#noticeNewKinds(object);
      },
    };
    const reflector = new MetadataReflector({ kind, transport, clock, logger, handler, onChange });
    return { reflector, abort, done: reflector.run(abort.signal) };
  }

  #noticeNewKinds({ kind }: ObjectMetadata): void {
    if (!this.#discovered) return;
    if (kind.kind === 'CustomResourceDefinition' || kind.kind === 'APIService') this.#refresh();
  }
}

async function stopMonitor(monitor: Monitor): Promise<void> {
  monitor.abort.abort(new Error('the resource is no longer monitored'));
  await monitor.done;
}

function idOf(kind: Kind): string {
  return `${kind.group}/${kind.version}/${kind.plural}`;
}
