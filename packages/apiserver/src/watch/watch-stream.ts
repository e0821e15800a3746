import { concatBytes } from '../bytes/json.js';
import type { ByteStream } from '../pipeline/server-request.js';

export interface WatchStreamOptions {
  /** How many bytes may wait for a slow reader before the stream ends. Defaults to 64 MiB. */
  readonly maxQueuedBytes?: number;
  /** Called once when the stream is over, whoever ended it. */
  readonly onEnd: () => void;
}

const FIRST_PIECE_BYTES = 64 * 1024;

/**
 * The frames of one watch, from the writer that must not wait to a reader that takes its time:
 *
 * 1. `push` never blocks and never throws; after the end it does nothing.
 * 2. The reader gets every frame pushed before `end`, in order; what has gathered comes as one piece.
 * 3. What the stream starts with is made as it is read, however much it is, and counts for nothing.
 * 4. A reader that falls too far behind finds the stream ended, as the real server ends slow watches; it watches again
 *    from the last resource version it saw.
 */
export class WatchStream implements ByteStream {
  private frames: Uint8Array[] = [];
  private queuedBytes = 0;
  /** What comes before everything that is pushed; made as it is read. */
  private first: Iterator<Uint8Array> | undefined;
  private ended = false;
  private wake: (() => void) | undefined;
  private readonly options: WatchStreamOptions;
  private readonly maxQueuedBytes: number;

  constructor(options: WatchStreamOptions) {
    this.options = options;
    this.maxQueuedBytes = options.maxQueuedBytes ?? 64 * 1024 * 1024;
  }

  /** The frames that come before all others. Called at most once, before the stream is read. */
  startWith(frames: Iterable<Uint8Array>): void {
    if (!this.ended) this.first = frames[Symbol.iterator]();
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
    this.first = undefined;
    this.frames = [];
    this.queuedBytes = 0;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (let piece = this.nextFirst(); piece !== undefined; piece = this.nextFirst()) yield piece;
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

  private nextFirst(): Uint8Array | undefined {
    const gathered: Uint8Array[] = [];
    let size = 0;
    while (size < FIRST_PIECE_BYTES && this.first !== undefined) {
      const next = this.first.next();
      if (next.done === true) this.first = undefined;
      else {
        gathered.push(next.value);
        size += next.value.length;
      }
    }
    return gathered.length === 0 ? undefined : concatBytes(gathered);
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
