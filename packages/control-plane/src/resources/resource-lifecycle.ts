import { silentLogger, systemClock } from '@kubewright/api';
import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import type { Activity, InformerPosition, Runnable } from '@kubewright/runtime';
import { GarbageCollector } from '../controllers/garbage-collector/garbage-collector.js';
import { NamespaceDeleter } from '../controllers/namespace/namespace-deleter.js';
import { ResourceMonitors } from './resource-monitors.js';

export interface ResourceLifecycleOptions {
  /** Live; the owner of its transport closes it after the manager has stopped. */
  client: Client;
  clock?: Clock;
  logger?: Logger;
  /** Defaults to true. */
  garbageCollector?: boolean;
  /** Defaults to true. */
  namespaceController?: boolean;
}

/** The controllers that follow every kind there is; a runnable, because the kinds to watch are known only at run time. */
export interface ResourceLifecycle extends Runnable {
  readonly activity: Activity;
}

/**
 * The garbage collector and the namespace controller, on shared watches of the metadata of all objects. Add it to a
 * manager; it stops with it.
 */
export function createResourceLifecycle(options: ResourceLifecycleOptions): ResourceLifecycle {
  return new LifecycleRunnable(options);
}

class LifecycleRunnable implements ResourceLifecycle {
  readonly name = 'resource-lifecycle';
  readonly activity: Activity;
  readonly #monitors: ResourceMonitors;
  readonly #parts: Array<GarbageCollector | NamespaceDeleter> = [];
  readonly #listeners = new Set<() => void>();
  #phase: 'new' | 'running' | 'stopped' = 'new';
  #partsStarted = false;

  constructor(options: ResourceLifecycleOptions) {
    const { client, clock = systemClock, logger = silentLogger } = options;
    const onChange = () => {
      this.#changed();
    };
    this.#monitors = new ResourceMonitors({ transport: client.transport, clock, logger, onChange });
    const shared = { client, monitors: this.#monitors, clock, logger, onChange };
    if (options.garbageCollector !== false) this.#parts.push(new GarbageCollector(shared));
    if (options.namespaceController !== false) this.#parts.push(new NamespaceDeleter(shared));
    this.activity = {
      isIdle: () => this.#isIdle(),
      busyWith: () => this.#busyWith(),
      resourceVersions: (): InformerPosition[] =>
        this.#phase === 'running' ? this.#monitors.positions() : [],
      subscribe: (listener) => {
        const own = () => {
          listener();
        };
        this.#listeners.add(own);
        return () => {
          this.#listeners.delete(own);
        };
      },
    };
  }

  async start(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#phase = 'running';
    this.#monitors.start();
    await new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    this.#phase = 'stopped';
    await Promise.all([this.#monitors.stop(), ...this.#parts.map((part) => part.stop())]);
    this.#changed();
  }

  #isIdle(): boolean {
    if (this.#phase !== 'running') return this.#phase === 'stopped';
    return this.#monitors.isSynced() && this.#parts.every((part) => part.isIdle());
  }

  #busyWith(): string[] {
    if (this.#phase !== 'running')
      return this.#phase === 'stopped' ? [] : ['the resource monitors are not started'];
    const unsynced = this.#monitors.unsynced().map((name) => `the metadata of ${name} is not synced`);
    return [...unsynced, ...this.#parts.flatMap((part) => part.busyWith())];
  }

  #changed(): void {
    // Owners are looked for only when all kinds were listed once: most would be asked for in vain before.
    if (!this.#partsStarted && this.#phase === 'running' && this.#monitors.isSynced()) {
      this.#partsStarted = true;
      for (const part of this.#parts) part.start();
    }
    for (const listener of [...this.#listeners]) listener();
  }
}
