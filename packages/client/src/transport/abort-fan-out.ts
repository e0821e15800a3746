/** What a signal ends. */
export interface Abortable {
  aborted(): void;
}

interface Listener {
  readonly waiting: Set<Abortable>;
  readonly onAbort: () => void;
}

/**
 * Lets any number of requests hang on one signal with a single listener on it. An operator shares one signal among all
 * its watches, and Node warns of a leak at the eleventh listener.
 */
export class AbortFanOut {
  readonly #listeners = new WeakMap<AbortSignal, Listener>();

  /** Tells when the signal aborts, unless forgotten before. */
  listen(signal: AbortSignal, waiting: Abortable): void {
    (this.#listeners.get(signal) ?? this.#attach(signal)).waiting.add(waiting);
  }

  /** May be called twice. */
  forget(signal: AbortSignal, waiting: Abortable): void {
    const listener = this.#listeners.get(signal);
    if (listener === undefined || !listener.waiting.delete(waiting) || listener.waiting.size > 0) return;
    signal.removeEventListener('abort', listener.onAbort);
    this.#listeners.delete(signal);
  }

  #attach(signal: AbortSignal): Listener {
    const waiting = new Set<Abortable>();
    const onAbort = () => {
      for (const one of [...waiting]) one.aborted();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const listener = { waiting, onAbort };
    this.#listeners.set(signal, listener);
    return listener;
  }
}
