import type { Clock, Timer } from '@kubewright/api';
import { reportsHealth } from './health.js';
import { isConverged } from './tree.js';
import type { TreeNode } from './tree.js';

/** How long a tree must stand still when its sample does not say by a condition that it works. */
const QUIET_MS = 1000;

export interface ConvergenceOptions {
  readonly clock: Clock;
  /** The trees of the samples as they are now. */
  readonly trees: () => readonly TreeNode[];
  /** How many samples there are; a tree may be missing while its sample has not been seen. */
  readonly samples: number;
  /** Resolves when the trees show the newest state of the server. */
  readonly caughtUp: () => Promise<void>;
  /** Called once. */
  readonly onConverged: () => void;
}

/**
 * Decides when the samples have become what they describe: everything in their trees is Current, and each sample says
 * so by a condition (Ready, Available). A sample that says nothing is believed when its tree has not changed for a
 * second. Nothing is decided on a view that lags behind the server.
 */
export class Convergence {
  readonly #options: ConvergenceOptions;
  #timer: Timer | undefined;
  #checking = false;
  #changedMeanwhile = false;
  #done = false;

  constructor(options: ConvergenceOptions) {
    this.#options = options;
  }

  /** To be called after each change of the trees. */
  changed(): void {
    this.stop();
    if (this.#done) return;
    if (this.#checking) {
      this.#changedMeanwhile = true;
      return;
    }
    const trees = this.#options.trees();
    if (!this.#isConverged(trees)) return;
    if (trees.every(({ object }) => reportsHealth(object))) void this.#check();
    else this.#timer = this.#options.clock.setTimer(() => void this.#check(), QUIET_MS);
  }

  /** Forgets a pending decision. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    this.#checking = true;
    this.#changedMeanwhile = false;
    try {
      await this.#options.caughtUp();
    } finally {
      this.#checking = false;
    }
    // What came in while catching up is looked at as any change is, with its second of rest where that is needed.
    if (this.#changedMeanwhile) {
      this.changed();
      return;
    }
    if (this.#done || !this.#isConverged(this.#options.trees())) return;
    this.#done = true;
    this.#options.onConverged();
  }

  #isConverged(trees: readonly TreeNode[]): boolean {
    return trees.length === this.#options.samples && trees.every(isConverged);
  }
}
