/** What a queue had to do, as it is told to another one: the queue of the next process, usually. */
export interface QueuedItem {
  /** `namespace/name`, or the name alone. */
  readonly item: string;
  readonly priority: number;
  /** When its delay ends, in milliseconds since the Unix epoch. Absent: it waits for nothing. */
  readonly dueAtMs?: number;
  /** How many failures were counted since it was last forgotten. Absent: none. */
  readonly failures?: number;
  /** It waits because it failed. */
  readonly isBackingOff?: boolean;
}
