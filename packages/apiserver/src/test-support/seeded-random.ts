import type { Random } from '@kubewright/api';

/** Randomness that is the same in every run. */
export function seededRandom(seed = 1): Random {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  let uuids = 0;
  return { next, uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}` };
}
