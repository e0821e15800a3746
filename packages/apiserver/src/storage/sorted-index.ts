const CHUNK_SIZE = 512;

/**
 * Strings in order, for ranges of keys. Adding and removing cost about the square root of the size, finding a place
 * its logarithm; a range costs what it returns. Keys are kept in chunks, so that an insertion moves few of them.
 */
export class SortedIndex {
  private chunks: string[][] = [];

  add(key: string): void {
    if (this.chunks.length === 0) {
      this.chunks.push([key]);
      return;
    }
    const position = Math.min(this.chunkOf(key), this.chunks.length - 1);
    const chunk = this.chunks[position] as string[];
    const at = lowerBound(chunk, key);
    if (chunk[at] === key) return;
    chunk.splice(at, 0, key);
    if (chunk.length > CHUNK_SIZE) this.chunks.splice(position + 1, 0, chunk.splice(CHUNK_SIZE / 2));
  }

  remove(key: string): void {
    const position = this.chunkOf(key);
    const chunk = this.chunks[position];
    if (chunk === undefined) return;
    const at = lowerBound(chunk, key);
    if (chunk[at] !== key) return;
    chunk.splice(at, 1);
    if (chunk.length === 0) this.chunks.splice(position, 1);
  }

  /** The keys from `from` on (itself included), before `to`. */
  *range(from: string, to: string): Generator<string, void> {
    for (let position = this.chunkOf(from); position < this.chunks.length; position++) {
      const chunk = this.chunks[position] as string[];
      for (let at = lowerBound(chunk, from); at < chunk.length; at++) {
        const key = chunk[at] as string;
        if (key >= to) return;
        yield key;
      }
    }
  }

  /** How many keys `range` would return, without visiting them. */
  count(from: string, to: string): number {
    if (to <= from) return 0;
    const first = this.chunkOf(from);
    const last = this.chunkOf(to);
    let total = 0;
    for (let position = first; position < this.chunks.length && position <= last; position++) {
      const chunk = this.chunks[position] as string[];
      const end = position === last ? lowerBound(chunk, to) : chunk.length;
      total += end - (position === first ? lowerBound(chunk, from) : 0);
    }
    return total;
  }

  /** The first chunk whose last key is not before `key`; the number of chunks when there is none. */
  private chunkOf(key: string): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.chunks[middle] as string[];
      if ((chunk[chunk.length - 1] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first string after all those that start with `prefix`. */
export function prefixEnd(prefix: string): string {
  const last = prefix.length - 1;
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}
