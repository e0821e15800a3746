import type { Clock, KubernetesObject, Timer } from '@kubewright/api';
import type { RawWatchEvent } from '@kubewright/client';

import { parseBytes } from './codec.js';
import { entryOf } from './object-entry.js';
import type { ObjectEntry } from './object-entry.js';
import { keyOf } from './own-writes.js';
import type { ReflectorSink } from './reflector.js';

export interface InitialEventsOptions {
  clock: Clock;
  sink: Pick<ReflectorSink, 'keep'>;
  /** Called with the complete state. */
  onEnd: (entries: readonly ObjectEntry[], resourceVersion: string) => void;
  /** Called when nothing has come for too long. */
  onSilence: () => void;
}

/** How long a stream of the state may be silent before it is taken for one that will never end. */
const SILENCE_MS = 30_000;
/** Marks the bookmark after the last event of the state (apimachinery's pkg/apis/meta/v1/types.go). */
const END_ANNOTATION = 'k8s.io/initial-events-end';
/** Objects that are taken from the buffers they came in at a time. */
const BATCH = 200;

/** Gathers the events with which a watch begins that was asked for the state, until the bookmark that ends them. */
export class InitialEvents {
  readonly #options: InitialEventsOptions;
  readonly #entries = new Map<string, ObjectEntry>();
  #batch: ObjectEntry[] = [];
  #timer: Timer;
  #isOpen = true;

  constructor(options: InitialEventsOptions) {
    this.#options = options;
    this.#timer = this.#arm();
  }

  /** Whether the end has not come yet. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  take({ type, bytes }: RawWatchEvent): void {
    this.#timer.cancel();
    if (type === 'BOOKMARK') {
      const { resourceVersion = '', annotations } = (parseBytes(bytes) as KubernetesObject).metadata ?? {};
      if (annotations?.[END_ANNOTATION] === 'true') {
        this.#flush();
        this.#isOpen = false;
        this.#options.onEnd([...this.#entries.values()], resourceVersion);
        return;
      }
    } else if (type === 'DELETED') {
      this.#flush();
      this.#entries.delete(keyOf(entryOf(bytes)));
    } else {
      this.#batch.push(entryOf(bytes));
      if (this.#batch.length >= BATCH) this.#flush();
    }
    this.#timer = this.#arm();
  }

  cancel(): void {
    this.#timer.cancel();
  }

  #flush(): void {
    for (const entry of this.#options.sink.keep(this.#batch)) this.#entries.set(keyOf(entry), entry);
    this.#batch = [];
  }

  #arm(): Timer {
    return this.#options.clock.setTimer(this.#options.onSilence, SILENCE_MS, { unref: true });
  }
}
