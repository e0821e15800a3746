import type { Clock, Timer } from '@kubewright/api';

export interface RepeatingTimerOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly onTick: () => void;
}

/** Ticks again and again from `start` to `stop`, and keeps no process alive. Either may be called twice. */
export class RepeatingTimer {
  private readonly options: RepeatingTimerOptions;
  private timer: Timer | undefined;

  constructor(options: RepeatingTimerOptions) {
    this.options = options;
  }

  start(): void {
    this.timer ??= this.schedule();
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  private schedule(): Timer {
    const { clock, intervalMs, onTick } = this.options;
    return clock.setTimer(
      () => {
        // Before the tick, which may stop it.
        this.timer = this.schedule();
        onTick();
      },
      intervalMs,
      { unref: true },
    );
  }
}
