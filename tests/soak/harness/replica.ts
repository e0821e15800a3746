import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

import type { News, Order } from '../operator/messages.js';
import { monotonicMs } from './time.js';

export interface ReplicaOptions {
  /** What is run. */
  bundle: string;
  /** Where its log goes. */
  folder: string;
  identity: string;
  witness: boolean;
  env: Record<string, string>;
  onNews: (news: News) => void;
}

/** What became of a process. */
export interface Ending {
  identity: string;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last line on standard error. */
  lastWords: string;
}

/** A time, on the machine's clock, in which a replica led. */
export interface Tenure {
  identity: string;
  from: number;
  to: number;
}

/** One process of the operator. */
export class Replica {
  readonly identity: string;
  readonly ended: Promise<Ending>;
  readonly tenures: Tenure[] = [];
  /** Undefined until it is ready. */
  webhookPort: number | undefined;
  running = true;
  /** Whether it has got so far that it ends in order when it is told to. */
  heeds = false;
  /** Whether the harness told it to end, or stopped it. */
  doomed = false;
  paused = false;
  cleaned: string[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<News['news'], Array<(news: never) => void>>();

  constructor({ bundle, folder, identity, witness, env, onNews }: ReplicaOptions) {
    this.identity = identity;
    this.#child = fork(bundle, [], {
      // No source maps: Node parses them, to 9 MiB of the heap, when the first stack is read.
      execArgv: ['--expose-gc'],
      env: { ...process.env, ...env, SOAK_IDENTITY: identity, SOAK_WITNESS: witness ? '1' : '0' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const log = createWriteStream(path.join(folder, `${identity}.log`));
    this.#child.stdout?.pipe(log);
    let words = '';
    this.#child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2000)));
    this.#child.on('message', (news: News) => {
      this.#hear(news);
      onNews(news);
    });
    // A message to a process that is gone already.
    this.#child.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.running = false;
        this.webhookPort = undefined;
        this.#endTenure(monotonicMs());
        resolve({ identity, code, signal, lastWords: words.trim() });
      });
    });
  }

  get leads(): boolean {
    return this.tenures.at(-1)?.to === Infinity;
  }

  send(order: Order): void {
    if (this.running && this.#child.connected) this.#child.send(order, () => undefined);
  }

  /** Sends an order and resolves with the answer; undefined when none came in time. */
  ask<N extends News['news']>(
    order: Order & { order: N },
    timeoutMs = 30_000,
  ): Promise<Extract<News, { news: N }> | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
      const answered = (news: Extract<News, { news: N }>): void => {
        clearTimeout(timer);
        resolve(news);
      };
      this.#waiting.set(order.order, [...(this.#waiting.get(order.order) ?? []), answered]);
      this.send(order);
    });
  }

  end(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.doomed = true;
    this.#child.kill(signal);
    if (signal === 'SIGKILL') this.#endTenure(monotonicMs());
  }

  /** Stops it in the middle of whatever it does. While it is stopped it leads nothing. */
  pause(): void {
    this.paused = true;
    this.#child.kill('SIGSTOP');
    this.#endTenure(monotonicMs());
  }

  resume(): void {
    this.paused = false;
    this.#child.kill('SIGCONT');
  }

  #hear(news: News): void {
    if (news.news === 'heeding') this.heeds = true;
    else if (news.news === 'ready') this.webhookPort = news.webhookPort;
    else if (news.news === 'leading')
      this.tenures.push({ identity: this.identity, from: news.at, to: Infinity });
    else if (news.news === 'following') this.#endTenure(news.at);
    else if (news.news === 'cleaned') this.cleaned.push(news.uid);
    const waiting = this.#waiting.get(news.news) ?? [];
    this.#waiting.delete(news.news);
    for (const answered of waiting) answered(news as never);
  }

  #endTenure(at: number): void {
    const last = this.tenures.at(-1);
    if (last?.to === Infinity) last.to = at;
  }
}
