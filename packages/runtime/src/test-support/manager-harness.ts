import type { Kind } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import { createManager } from '../manager/manager.js';
import type { Manager, ManagerOptions } from '../manager/manager.js';
import { FakeApi } from './fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from './manual-clock.js';
import { recordingLogger } from './recording-logger.js';
import type { LogRecord } from './recording-logger.js';

/** A manager on a fake server, with a clock that a test moves. */
export class ManagerHarness {
  readonly api = new FakeApi();
  readonly clock = new ManualClock();
  readonly client: Client;
  readonly records: LogRecord[];
  readonly manager: Manager;
  /** How `start` ended: undefined while it runs, `'stopped'`, or the error. */
  outcome: unknown;

  constructor(options: Omit<ManagerOptions, 'client'> = {}) {
    const { logger, records } = recordingLogger();
    this.records = records;
    // The fake server has no discovery.
    const kinds = (options.controllers ?? []).map(({ kind }) => kind as Kind);
    this.client = createClient({ transport: this.api, kinds });
    this.manager = createManager({
      client: this.client,
      clock: this.clock,
      random: seededRandom(1),
      logger,
      ...options,
    });
  }

  /** Starts the manager and lets it get as far as it can without time passing. */
  async start(signal?: AbortSignal): Promise<void> {
    this.manager.start(signal).then(
      () => {
        this.outcome = 'stopped';
      },
      (error: unknown) => {
        this.outcome = error;
      },
    );
    await settleMicrotasks();
  }

  async stop(): Promise<void> {
    await this.manager.stop();
    await settleMicrotasks();
  }

  /** Messages of log lines of a level. */
  logged(level: LogRecord['level']): string[] {
    return this.records.filter((record) => record.level === level).map((record) => record.message);
  }

  /** Requests that were not reads. */
  writes(): string[] {
    return this.api.requests.filter((request) => !request.startsWith('GET'));
  }
}
