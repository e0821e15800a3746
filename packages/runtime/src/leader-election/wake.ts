import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

/** A wait that can be cut short; when nothing waits, the next one is. */
export class Wake {
  #wake: (() => void) | undefined;
  #isDue = false;

  /** Ends the wait that is going on, or else the next one before it begins. */
  notify(): void {
    if (this.#wake === undefined) this.#isDue = true;
    else this.#wake();
  }

  /** Waits `delayMs`, or until `notify`; throws the reason of the signal when it aborts. */
  async wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw abortReason(signal);
    if (this.#isDue) {
      this.#isDue = false;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', onAbort);
        this.#wake = undefined;
      };
      const onAbort = (): void => {
        end();
        reject(abortReason(signal));
      };
      const timer = clock.setTimer(() => this.#wake?.(), delayMs);
      this.#wake = () => {
        end();
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
