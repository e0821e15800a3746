/** Values that a program hands to those who listen; what is pushed before anybody does is kept. */
export interface Channel<T> {
  /**
   * Hands the value to every listener, synchronously.
   *
   * @throws RangeError when nobody has listened yet and `bufferSize` values wait.
   */
  push(value: T): void;
  /** Ends it: later values are dropped. */
  close(): void;
  /** Listens, from the values that wait on. `onClose` is called once, when the channel is closed. Returns the way to stop. */
  listen(listener: (value: T) => void, onClose: () => void): () => void;
}

/** Makes a channel. `bufferSize` is how many values may wait for the first listener; 1024 by default, as in controller-runtime. */
export function createChannel<T>(options: { bufferSize?: number } = {}): Channel<T> {
  return new PushChannel<T>(options.bufferSize ?? 1024);
}

interface Listener<T> {
  listener: (value: T) => void;
  onClose: () => void;
}

class PushChannel<T> implements Channel<T> {
  readonly #bufferSize: number;
  readonly #listeners = new Set<Listener<T>>();
  #waiting: T[] = [];
  #isClosed = false;

  constructor(bufferSize: number) {
    this.#bufferSize = bufferSize;
  }

  push(value: T): void {
    if (this.#isClosed) return;
    if (this.#listeners.size > 0) {
      for (const { listener } of this.#listeners) listener(value);
      return;
    }
    if (this.#waiting.length >= this.#bufferSize) {
      throw new RangeError(
        `${this.#bufferSize} values wait in a channel that nobody listens to: start the manager of its controller, or give the channel a larger bufferSize`,
      );
    }
    this.#waiting.push(value);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { onClose } of this.#listeners) onClose();
    this.#listeners.clear();
  }

  listen(listener: (value: T) => void, onClose: () => void): () => void {
    for (const value of this.#waiting.splice(0)) listener(value);
    if (this.#isClosed) {
      onClose();
      return () => undefined;
    }
    const own = { listener, onClose };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}
