import { afterEach, beforeEach, expect } from 'vitest';
import type { ApiServer, ApiServerOptions } from '../api-server.js';
import { createApiServer } from '../create-api-server.js';
import { ManualClock } from './manual-clock.js';
import { recordingLogger } from './recording-logger.js';
import { seededRandom } from './seeded-random.js';
import { TestClient } from './test-client.js';

export interface ServerUnderTest {
  readonly server: ApiServer;
  readonly clock: ManualClock;
  /** Requests as the administrator, without a socket. */
  readonly client: TestClient;
}

/** A fresh server for each test; afterwards it is closed, and nothing may be left of it: no timer, no error in its log. */
export function useServer(options: ApiServerOptions = {}): ServerUnderTest {
  let current: ServerUnderTest;
  let errors: readonly string[] = [];
  beforeEach(() => {
    const clock = new ManualClock();
    const logger = recordingLogger();
    errors = logger.errors;
    const server = createApiServer({ clock, random: seededRandom(), logger, ...options });
    current = { server, clock, client: new TestClient(server.transport) };
  });
  afterEach(async () => {
    await current.server.close();
    expect(current.clock.timers).toBe(0);
    expect(errors).toEqual([]);
  });
  return {
    get server() {
      return current.server;
    },
    get clock() {
      return current.clock;
    },
    get client() {
      return current.client;
    },
  };
}
