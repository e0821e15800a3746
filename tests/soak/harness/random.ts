/** Numbers in [0, 1) that follow from the seed (mulberry32). */
export type Next = () => number;

export function randomFrom(seed: number): Next {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (next: Next, from: number, to: number): number => from + next() * (to - from);

export function pick<T>(next: Next, items: readonly T[]): T {
  return items[Math.floor(next() * items.length)] as T;
}

export function shuffled<T>(next: Next, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
