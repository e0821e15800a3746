/** What the harness asks of a replica. */
export type Order =
  | { order: 'jump'; ms: number }
  | { order: 'webhookDelay'; ms: number }
  /** Answers this share of the requests with the status instead of sending them; 0 ends it. */
  | { order: 'storm'; share: number; status: number }
  | { order: 'sample' }
  | { order: 'digest' };

/** What a replica tells. Times are of the machine's monotonic clock, in milliseconds. */
export type News =
  /** Signals are heeded from now on; before, they end a process as they end any. */
  | { news: 'heeding' }
  | { news: 'ready'; webhookPort: number }
  | { news: 'leading'; at: number }
  | { news: 'following'; at: number }
  /** A finalizer did its work. */
  | { news: 'cleaned'; uid: string }
  /** Something happened that never may. */
  | { news: 'broken'; what: string }
  | ({ news: 'sample' } & Sample)
  | { news: 'digest'; digest: string; objects: number };

export interface Sample {
  heapMiB: number;
  rssMiB: number;
  sockets: number;
  timers: number;
  /** The most requests, and the most failed ones, in any one second since the last sample. */
  requests: number;
  failures: number;
  /** All requests since the start. */
  total: number;
}
