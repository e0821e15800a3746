import type { TransportBody } from '@kubewright/api';

const encoder = new TextEncoder();

/** The body of a watch that a test feeds: one line of JSON per event. */
export class WatchStream implements TransportBody {
  readonly #onClose: () => void;
  readonly #lines: Uint8Array[] = [];
  #closed = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(event: unknown): void {
    if (this.#closed) return;
    this.#lines.push(encoder.encode(`${JSON.stringify(event)}\n`));
    this.#wake?.();
  }

  end(): void {
    this.#close();
  }

  fail(error: Error): void {
    if (this.#closed) return;
    this.#error = error;
    this.#close();
  }

  cancel(): void {
    this.#close();
  }

  bytes(): Promise<Uint8Array> {
    return Promise.reject(new Error('a watch has no end'));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) yield line;
      if (this.#error !== undefined) throw this.#error;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose();
    this.#wake?.();
  }
}
