type Callback = () => void;

interface Listener {
  readonly callbacks: Set<Callback>;
  readonly detach: () => void;
}

/**
 * Lets any number of requests hang on one signal with a single listener on it. An operator shares one signal among all
 * its watches, and Node warns of a leak at the eleventh listener.
 */
export class AbortFanOut {
  readonly #listeners = new WeakMap<AbortSignal, Listener>();

  /** Calls back when the signal aborts, unless what is returned was called before; that may be called twice. */
  listen(signal: AbortSignal, callback: Callback): () => void {
    const { callbacks, detach } = this.#listeners.get(signal) ?? this.#attach(signal);
    callbacks.add(callback);
    return () => {
      if (callbacks.delete(callback) && callbacks.size === 0) detach();
    };
  }

  #attach(signal: AbortSignal): Listener {
    const callbacks = new Set<Callback>();
    const onAbort = () => {
      for (const callback of [...callbacks]) callback();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const detach = () => {
      signal.removeEventListener('abort', onAbort);
      this.#listeners.delete(signal);
    };
    const listener = { callbacks, detach };
    this.#listeners.set(signal, listener);
    return listener;
  }
}
