import type { ApiObject, BehaviourContext } from '../kinds/behaviour.js';
import { ManualClock } from './manual-clock.js';
import { seededRandom } from './seeded-random.js';

/** What a kind's rules are given in a test: nothing else exists unless `objects` says so; warnings are kept. */
export function behaviourContext({
  objects = [],
  nowMs,
}: { objects?: readonly ApiObject[]; nowMs?: number } = {}): BehaviourContext & {
  readonly warnings: string[];
} {
  const warnings: string[] = [];
  const clock = new ManualClock();
  if (nowMs !== undefined) clock.advance(nowMs - clock.now());
  return {
    clock,
    random: seededRandom(),
    user: { name: 'tester', groups: [] },
    dryRun: false,
    requestGroup: '',
    warnings,
    warn: (text) => void warnings.push(text),
    objects: {
      get: (_group, _plural, namespace, name) =>
        objects.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name),
      list: () => [...objects],
    },
  };
}
