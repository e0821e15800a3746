import type { Stored } from 'kubewright';
import { describe, expect, it } from 'vitest';
import { App } from '../api/v1/app.js';
import type { AppStatus } from '../api/v1/app.js';
import { conditionOf } from '../test-support.js';
import type { Problem } from './problem.js';
import type { Rollout } from './rollout.js';
import { statusOf } from './status.js';

const app = (status?: AppStatus) =>
  ({
    ...App({ metadata: { name: 'a' }, spec: { image: 'shop:1', ingress: { host: 'a.example.com' } } }),
    metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1', generation: 4 },
    status,
  }) as Stored<App>;

const rollout = (state: Rollout['state']): Rollout => ({ state, reason: 'Why', message: 'so far' });
const problem = (needs: Problem['needs']): Problem => ({ reason: 'Problem', message: 'bad', needs });
const serving = { status: { availableReplicas: 1 } };

describe('the phase of an App', () => {
  it.each<[string, Rollout['state'], Problem['needs'] | undefined, boolean, string]>([
    ['that has no pods yet', 'absent', undefined, false, 'Pending'],
    ['whose first pods start', 'progressing', undefined, false, 'Pending'],
    ['whose pods are replaced', 'progressing', undefined, true, 'Updating'],
    ['that is there', 'complete', undefined, true, 'Running'],
    ['that wants no pods', 'complete', undefined, false, 'Running'],
    ['whose pods do not start', 'failed', undefined, true, 'Failed'],
    ['that needs a change', 'complete', 'change', true, 'Failed'],
    ['that waits', 'complete', 'wait', true, 'Pending'],
    ['that is tried again', 'complete', 'retry', true, 'Updating'],
    ['that is tried again without pods', 'absent', 'retry', false, 'Pending'],
  ])('%s', (_, state, needs, isServing, phase) => {
    const observed = {
      deployment: isServing ? serving : undefined,
      rollout: rollout(state),
      problem: needs && problem(needs),
      now: 0,
    };
    expect(statusOf(app(), observed).phase).toBe(phase);
  });
});

describe('the status of an App', () => {
  const at = (now: number, state: Rollout['state'], before?: AppStatus) =>
    statusOf(app(before), { deployment: serving, rollout: rollout(state), problem: undefined, now });

  it('keeps the times of conditions whose status stays', () => {
    const first = at(0, 'progressing');
    const second = at(60_000, 'complete', first);
    const times = Object.fromEntries(
      (second.conditions ?? []).map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
    );
    expect(times).toEqual({
      Available: '1970-01-01T00:00:00Z',
      Progressing: '1970-01-01T00:01:00Z',
      Ready: '1970-01-01T00:01:00Z',
    });
  });

  it('names the generation that it speaks of everywhere', () => {
    const { observedGeneration, conditions } = at(0, 'complete');
    expect(observedGeneration).toBe(4);
    expect(conditions?.map((condition) => condition.observedGeneration)).toEqual([4, 4, 4]);
  });

  it('does not change the status that there was', () => {
    const before = at(0, 'progressing');
    const copy = structuredClone(before);
    at(1, 'complete', before);
    expect(before).toEqual(copy);
  });

  it('tells the reason of the problem before that of the rollout, and no address that is not served', () => {
    const status = statusOf(app(), {
      deployment: serving,
      rollout: rollout('complete'),
      problem: problem('change'),
      now: 0,
    });
    const told = { ...app(), status };
    expect(conditionOf(told, 'Ready')).toEqual({ status: 'False', reason: 'Problem', message: 'bad' });
    expect(conditionOf(told, 'Progressing')?.status).toBe('False');
    expect(status.url).toBeUndefined();
  });
});
