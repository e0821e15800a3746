import type { Clock, Stored } from 'kubewright';
import type { NginxOperator } from '../api/v1/nginx-operator.js';
import type { GoldenSignals } from './golden-signals.js';

/**
 * Measures rollouts: each begins when a generation is first seen that is not complete, and ends when it is, or when the
 * object goes. What was going on before the operator started counts from its start.
 */
export class RolloutWatch {
  readonly #signals: GoldenSignals;
  readonly #running = new Map<string, { generation: number; sinceMs: number }>();

  constructor(signals: GoldenSignals) {
    this.#signals = signals;
  }

  /** How many rollouts are going on. */
  get running(): number {
    return this.#running.size;
  }

  /** Tells of an object and whether its operand is what its spec says. */
  seen({ metadata }: Stored<NginxOperator>, complete: boolean, clock: Clock): void {
    const { generation = 0 } = metadata;
    const key = keyOf(metadata);
    const known = this.#running.get(key);
    if (!complete) {
      if (known?.generation !== generation) this.#running.set(key, { generation, sinceMs: clock.now() });
    } else if (known !== undefined) {
      this.#running.delete(key);
      this.#signals.rolloutSeconds.observe((clock.now() - known.sinceMs) / 1000);
    }
    this.#signals.rolloutsInProgress.set(this.#running.size);
  }

  /** Forgets an object that is gone. */
  forget(key: { namespace?: string | undefined; name: string }): void {
    this.#running.delete(keyOf(key));
    this.#signals.rolloutsInProgress.set(this.#running.size);
  }
}

const keyOf = ({ namespace = '', name }: { namespace?: string | undefined; name: string }): string =>
  `${namespace}/${name}`;
