import type { News, Order } from '../operator/messages.js';
import type { Ending, Replica, Tenure } from './replica.js';
import { sleep, within } from './time.js';

const RESTART_MS = 1000;

/** Three replicas and a witness. What ends is started again, as a Deployment would. */
export class Replicas {
  /** All that ever ran. */
  readonly all: Replica[] = [];
  readonly endings: Ending[] = [];
  /** What replicas say must never be. */
  readonly broken: string[] = [];
  readonly #make: (options: { identity: string; witness: boolean; onNews: (news: News) => void }) => Replica;
  #stopping = false;
  #slots: Promise<void>[] = [];

  constructor(options: {
    make: (options: { identity: string; witness: boolean; onNews: (news: News) => void }) => Replica;
  }) {
    this.#make = options.make;
  }

  get running(): Replica[] {
    return this.all.filter(({ running }) => running);
  }

  get leader(): Replica | undefined {
    return this.running.find(({ leads }) => leads);
  }

  get witness(): Replica {
    return this.all[0] as Replica;
  }

  get candidates(): Replica[] {
    return this.running.filter((replica) => replica !== this.witness);
  }

  start(): void {
    this.#slots = ['witness', 'a', 'b', 'c'].map((name) => this.#keep(name));
  }

  async #keep(name: string): Promise<void> {
    for (let run = 1; !this.#stopping; run++) {
      const replica = this.#make({
        identity: `${name}-${run}`,
        witness: name === 'witness',
        onNews: (news) => {
          if (news.news === 'broken') this.broken.push(news.what);
        },
      });
      this.all.push(replica);
      const ending = await replica.ended;
      this.endings.push(ending);
      this.#judge(replica, ending);
      await sleep(RESTART_MS);
    }
  }

  /** No failures are the end that was ordered, that of a lost lease, and that of a start while the server is away. */
  #judge(replica: Replica, { code, signal, lastWords }: Ending): void {
    if (replica.doomed && (code === 0 || signal === 'SIGKILL')) return;
    if (code === 1 && /leader election lost|GET \S+\/version: /.test(lastWords)) return;
    this.broken.push(
      `${replica.identity} ended with code ${code} and signal ${signal}: ${lastWords.slice(-500) || 'no word'}`,
    );
  }

  /** Resolves when all four are ready and one leads; false when not in time. */
  async settled(timeoutMs: number): Promise<boolean> {
    const settled = await within(timeoutMs, () =>
      this.running.length === 4 &&
      this.running.every(({ webhookPort }) => webhookPort !== undefined) &&
      this.leader !== undefined
        ? true
        : undefined,
    );
    return settled === true;
  }

  send(order: Order): void {
    for (const replica of this.running) replica.send(order);
  }

  /** The times in which two led at once. */
  overlaps(): string[] {
    const tenures: Tenure[] = this.all
      .flatMap((replica) => replica.tenures)
      .toSorted((a, b) => a.from - b.from);
    return tenures.flatMap((later, index) => {
      const earlier = tenures[index - 1];
      if (earlier === undefined || earlier.to <= later.from) return [];
      const ms = Math.min(earlier.to, later.to) - later.from;
      return [`${earlier.identity} and ${later.identity} led together for ${ms.toFixed(1)} ms`];
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const replica of this.running) replica.end('SIGTERM');
    const late = setTimeout(() => {
      for (const { identity } of this.running)
        this.broken.push(`${identity} had not ended 45 s after SIGTERM: see its log for what it waited for`);
      for (const replica of this.running) replica.end('SIGKILL');
    }, 45_000);
    await Promise.all(this.#slots);
    clearTimeout(late);
  }
}
