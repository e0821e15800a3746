import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';

import { exponentialFailureRateLimiter } from '../queue/rate-limiter.js';
import { controllerFor } from './builder.js';
import type { ControllerOptions } from './definition.js';
import { needsLeadership } from './needs-leadership.js';
import { withDefaults } from './options.js';

const definition = (options: ControllerOptions) =>
  controllerFor(ConfigMap)
    .withOptions(options)
    .reconcile(() => undefined);
const limiter = () => exponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 2 });
const otherLimiter = () => exponentialFailureRateLimiter({ baseDelayMs: 3, maxDelayMs: 4 });

describe('the options of a controller', () => {
  it.each<[keyof ControllerOptions, unknown, unknown]>([
    ['maxConcurrentReconciles', 5, 7],
    ['reconcileTimeoutMs', 1000, 2000],
    ['cacheSyncTimeoutMs', 60_000, 30_000],
    ['needLeaderElection', false, true],
    ['enableWarmup', false, true],
    ['sharded', true, false],
    ['rateLimiter', limiter, otherLimiter],
  ])('are those of the manager for %s where it has none of its own', (option, ofManager, own) => {
    const defaults = { [option]: ofManager };
    expect(withDefaults(definition({}), defaults).options).toEqual(defaults);
    expect(withDefaults(definition({ [option]: own }), defaults).options).toEqual({ [option]: own });
    expect(withDefaults(definition({ [option]: undefined }), defaults).options).toEqual(defaults);
    const plain = definition({});
    expect(withDefaults(plain, undefined)).toBe(plain);
  });

  it('ask for leadership unless they, or the manager, say otherwise', () => {
    const needed = (own: ControllerOptions, ofManager?: ControllerOptions) =>
      needsLeadership(withDefaults(definition(own), ofManager).options);
    expect([
      needed({}),
      needed({ needLeaderElection: false }),
      needed({}, { needLeaderElection: false }),
      needed({ needLeaderElection: true }, { needLeaderElection: false }),
    ]).toEqual([true, false, false, true]);
  });
});
