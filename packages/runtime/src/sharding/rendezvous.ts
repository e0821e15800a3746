/** The text as a number of 32 bits (FNV-1a, and the finalizer of MurmurHash3 so that near texts lie far apart). */
function hash(text: string, seed: number): number {
  let state = seed;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Members among which keys are shared out by rendezvous hashing: each key belongs to the member that has the highest
 * number for it. All who know the same members agree without talking, and when one goes or comes no key moves that is
 * not its own.
 */
export class ShardView {
  /** Sorted. */
  readonly members: readonly string[];
  readonly #seeds: readonly number[];

  constructor(members: Iterable<string>) {
    this.members = [...new Set(members)].sort();
    this.#seeds = this.members.map((member) => hash(member, 0x811c9dc5));
  }

  /** The member a key belongs to; undefined when there is none. */
  ownerOf(key: string): string | undefined {
    let best = -1;
    let owner: string | undefined;
    for (const [index, seed] of this.#seeds.entries()) {
      const weight = hash(key, seed);
      if (weight <= best) continue;
      best = weight;
      owner = this.members[index];
    }
    return owner;
  }

  equals(other: ShardView): boolean {
    return (
      this.members.length === other.members.length &&
      this.members.every((member, index) => member === other.members[index])
    );
  }
}
