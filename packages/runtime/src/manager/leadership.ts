/** What is called when a replica begins and ends to lead: synchronously, at the moment, each at most once. */
export interface LeadershipListener {
  onElected(): void;
  /** Not called for a `stop`. */
  onLost(error: Error): void;
}

/** How a manager takes part in an election; without one it leads by itself. */
export interface Leadership {
  readonly isLeader: boolean;
  /** After a loss: how long the lease that was held still keeps others waiting, in milliseconds. Otherwise undefined. */
  readonly lostLeaseRemainsMs: number | undefined;
  /** Begins to take part. Rejects when it cannot. */
  start(listener: LeadershipListener): Promise<void>;
  /** Ends taking part; gives the lease up where `release` says that nothing works on its strength any more. */
  stop(options: { release: boolean }): Promise<void>;
}
