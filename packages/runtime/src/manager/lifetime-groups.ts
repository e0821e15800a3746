import { abortable } from '../internal/signals.js';
import { deferred } from '../internal/deferred.js';
import { LifetimeGroup } from './lifetime-group.js';
import type { LifetimeGroupOptions, Part } from './lifetime-group.js';
import type { Runnable } from './runnable.js';

/** The groups of a manager, in the order in which they start (controller-runtime's pkg/manager/runnable_group.go). */
export const groupOrder = ['servers', 'webhooks', 'caches', 'others', 'warmup', 'leaderElected'] as const;

export type GroupName = (typeof groupOrder)[number];

/** All groups, and which part goes where. */
export class LifetimeGroups {
  readonly #groups: Readonly<Record<GroupName, LifetimeGroup>>;
  /** The parts of each runnable: two, where it warms up. */
  readonly #parts = new Map<Runnable, ReadonlyArray<{ group: LifetimeGroup; part: Part }>>();

  constructor(options: LifetimeGroupOptions) {
    this.#groups = {
      servers: new LifetimeGroup(options),
      webhooks: new LifetimeGroup(options),
      caches: new LifetimeGroup(options),
      others: new LifetimeGroup(options),
      warmup: new LifetimeGroup(options),
      leaderElected: new LifetimeGroup(options),
    };
  }

  get(name: GroupName): LifetimeGroup {
    return this.#groups[name];
  }

  add(runnable: Runnable): void {
    const group = this.#groups[groupOf(runnable)];
    const parts =
      runnable.warmup === undefined
        ? [{ group, part: runnable as Part }]
        : this.#warmingParts(runnable, group);
    this.#parts.set(runnable, parts);
    for (const { group: its, part } of parts) its.add(part);
  }

  has(runnable: Runnable): boolean {
    return this.#parts.has(runnable);
  }

  /** Takes a runnable out, and resolves when it has ended. False when it is not here. */
  async remove(runnable: Runnable): Promise<boolean> {
    const parts = this.#parts.get(runnable);
    if (parts === undefined) return false;
    this.#parts.delete(runnable);
    await Promise.all(parts.map(({ group, part }) => group.remove(part)));
    return true;
  }

  /** The names of the parts that were asked to end and have not, the last started first. */
  unfinished(): string[] {
    return groupOrder.toReversed().flatMap((name) => this.#groups[name].unfinished());
  }

  #warmingParts(runnable: Runnable, group: LifetimeGroup): Array<{ group: LifetimeGroup; part: Part }> {
    const warm = deferred<void>();
    const warming: Part = {
      name: `${runnable.name} (warm-up)`,
      start: async (signal) => {
        try {
          await runnable.warmup?.(signal);
          warm.resolve();
        } catch (error) {
          warm.reject(error);
          throw error;
        }
      },
      whenReady: (signal) => abortable(warm.promise, signal),
    };
    const working: Part = {
      name: runnable.name,
      start: async (signal) => {
        try {
          await abortable(warm.promise, signal);
        } catch {
          // Its warm-up has said so.
          return;
        }
        await runnable.start(signal);
      },
      ...(runnable.whenReady !== undefined && {
        whenReady: async (signal) => {
          await abortable(warm.promise, signal);
          await runnable.whenReady?.(signal);
        },
      }),
    };
    return [
      { group: this.#groups.warmup, part: warming },
      { group, part: working },
    ];
  }
}

function groupOf({ group = 'others', needLeaderElection = group === 'others' }: Runnable): GroupName {
  return needLeaderElection ? 'leaderElected' : group;
}
