/** A controller and its queue, in numbers. */
export interface ControllerFigures {
  readonly name: string;
  /** Whether its caches are full and its workers run. */
  readonly ready: boolean;
  /** Reconciles that it runs at once. */
  readonly workers: number;
  readonly queue: {
    /** Requests that wait for a worker. */
    readonly depth: number;
    /** Requests that wait for a time, those that back off among them. */
    readonly delayed: number;
    /** Requests that are being reconciled. */
    readonly active: number;
    /** Requests that wait because they failed. */
    readonly backingOff: number;
  };
}

/** Of a controller that waits for leadership, and has no queue yet. */
export function standbyFigures(name: string, workers = 1): ControllerFigures {
  return { name, ready: false, workers, queue: { depth: 0, delayed: 0, active: 0, backingOff: 0 } };
}
