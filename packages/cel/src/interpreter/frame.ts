import type { Activation } from '../environment-types.js';
import type { EvaluationTracker } from '../tracker.js';
import { EvaluationCancelled } from '../tracker.js';
import type { Value } from '../values.js';

/** How often an interrupt is asked for (Kubernetes: celconfig.CheckFrequency). */
const INTERRUPT_EVERY = 100;

/** The state of one evaluation. */
export class Frame {
  readonly activation: Activation;
  /** Variables of comprehensions, by the slot that the planner gave them; undefined while not initialized. */
  readonly locals: (Value | undefined)[] = [];
  readonly tracker: EvaluationTracker | undefined;
  readonly #interrupt: (() => boolean) | undefined;
  #iterations = 0;

  constructor(
    activation: Activation,
    tracker: EvaluationTracker | undefined,
    interrupt: (() => boolean) | undefined,
  ) {
    this.activation = activation;
    this.tracker = tracker;
    this.#interrupt = interrupt;
  }

  /** Called by every iteration of every comprehension. */
  countIteration(): void {
    if (this.#interrupt === undefined || ++this.#iterations % INTERRUPT_EVERY !== 0) return;
    if (this.#interrupt()) throw new EvaluationCancelled('interrupted', 'operation interrupted');
  }
}

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;
