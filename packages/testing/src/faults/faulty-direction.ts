import type { Socket } from 'node:net';

import type { Clock, Timer } from '@kubewright/api';

/** One direction of a proxied connection: passes bytes on in order, late or not at all when told. */
export class FaultyDirection {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #clock: Clock;
  /** What waits for its time; undefined stands for the end. */
  readonly #late: Array<{ chunk: Buffer | undefined; dueAt: number }> = [];
  #timer: Timer | undefined;
  #stopped = false;
  swallowing = false;
  delayMs = 0;
  /** Called when so many more bytes went through; what comes after them is dropped. */
  limit: { bytes: number; reached: () => void } | undefined;

  constructor(from: Socket, to: Socket, clock: Clock) {
    this.#from = from;
    this.#to = to;
    this.#clock = clock;
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    from.on('end', () => this.#take(undefined));
    to.on('drain', () => from.resume());
  }

  /** From now on everything that comes is lost, the end too. */
  swallow(): void {
    this.swallowing = true;
    this.#drop();
    this.#from.resume();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  #drop(): void {
    this.#late.length = 0;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #take(chunk: Buffer | undefined): void {
    if (this.swallowing || this.#stopped) return;
    if (this.delayMs === 0 && this.#late.length === 0) {
      this.#send(chunk);
      return;
    }
    this.#late.push({ chunk, dueAt: this.#clock.now() + this.delayMs });
    this.#schedule();
  }

  #schedule(): void {
    const [next] = this.#late;
    if (this.#timer !== undefined || next === undefined) return;
    this.#timer = this.#clock.setTimer(
      () => {
        this.#timer = undefined;
        this.#late.shift();
        this.#send(next.chunk);
        this.#schedule();
      },
      Math.max(0, next.dueAt - this.#clock.now()),
    );
  }

  #send(chunk: Buffer | undefined): void {
    if (this.#to.destroyed) return;
    if (chunk === undefined) {
      this.#to.end();
      return;
    }
    const { limit } = this;
    const passed = limit === undefined ? chunk : chunk.subarray(0, limit.bytes);
    if (passed.length > 0 && !this.#to.write(passed)) this.#from.pause();
    if (limit === undefined) return;
    limit.bytes -= passed.length;
    if (limit.bytes === 0) limit.reached();
  }
}
