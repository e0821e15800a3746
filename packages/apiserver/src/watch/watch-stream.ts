import { concatBytes } from '../bytes/json.js';
import type { ByteStream } from '../pipeline/server-request.js';

export interface WatchStreamOptions {
  /** How many bytes may wait for a slow reader before the stream ends. Defaults to 64 MiB. */
  readonly maxQueuedBytes?: number;
  /** Called once when the stream is over, whoever ended it. */
  readonly onEnd: () => void;
}

/**
 * The frames of one watch, from the writer that must not wait to a reader that takes its time:
 *
 * 1. `push` never blocks and never throws; after the end it does nothing.
 * 2. The reader gets every frame pushed before `end`, in order; what has gathered comes as one piece.
 * 3. A reader that falls too far behind finds the stream ended, as the real server ends slow watches; it watches again
 *    from the last resource version it saw.
 */
export class WatchStream implements ByteStream {
  private frames: Uint8Array[] = [];
  private queuedBytes = 0;
  private ended = false;
  private wake: (() => void) | undefined;
  private readonly options: WatchStreamOptions;
  private readonly maxQueuedBytes: number;

  constructor(options: WatchStreamOptions) {
    this.options = options;
    this.maxQueuedBytes = options.maxQueuedBytes ?? 64 * 1024 * 1024;
  }

  push(frame: Uint8Array): void {
    if (this.ended) return;
    if (this.queuedBytes > 0 && this.queuedBytes + frame.length > this.maxQueuedBytes) {
      this.end();
      return;
    }
    this.frames.push(frame);
    this.queuedBytes += frame.length;
    this.notify();
  }

  /** No more frames; the reader still gets those that wait. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.options.onEnd();
    this.notify();
  }

  /** The reader goes away; what waits is dropped. */
  cancel(): void {
    this.frames = [];
    this.queuedBytes = 0;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        while (this.frames.length === 0 && !this.ended) await this.frameOrEnd();
        if (this.frames.length === 0) return;
        const piece = concatBytes(this.frames);
        this.frames = [];
        this.queuedBytes = 0;
        yield piece;
      }
    } finally {
      this.cancel();
    }
  }

  private frameOrEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private notify(): void {
    const { wake } = this;
    this.wake = undefined;
    wake?.();
  }
}
