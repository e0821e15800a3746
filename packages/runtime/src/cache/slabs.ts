import type { ObjectEntry } from './object-entry.js';

/** A buffer that holds many objects, and which of them are still wanted. */
export interface Slab {
  readonly buffer: Buffer;
  entries: readonly ObjectEntry[];
  used: number;
  /** Bytes of entries that are still kept. */
  live: number;
}

const SLAB_BYTES = 256 * 1024;

/*
 * Objects of a list stay together: a buffer for each costs several hundred bytes beside its own. When less than half of a
 * slab is still wanted, the rest moves out, so that a large buffer is not kept alive for a small object.
 */

/** Leaves the objects of a page in it where it consists of little else, and moves others into slabs. */
export function placeEntries(entries: readonly ObjectEntry[]): void {
  const [first] = entries;
  if (first === undefined) return;
  const { buffer } = first;
  let live = 0;
  for (const { start, end } of entries) live += end - start;
  const isPage = live * 2 >= buffer.buffer.byteLength && entries.every((entry) => entry.buffer === buffer);
  if (!isPage) {
    packEntries(entries);
    return;
  }
  const slab: Slab = { buffer, entries, used: buffer.length, live };
  for (const entry of entries) entry.slab = slab;
}

/** Moves entries into slabs. */
export function packEntries(entries: readonly ObjectEntry[]): void {
  for (let from = 0; from < entries.length;) {
    let bytes = 0;
    let to = from;
    for (; to < entries.length; to += 1) {
      const { start, end } = entries[to] as ObjectEntry;
      if (to > from && bytes + end - start > SLAB_BYTES) break;
      bytes += end - start;
    }
    pack(entries.slice(from, to), bytes);
    from = to;
  }
}

function pack(entries: ObjectEntry[], bytes: number): void {
  const slab: Slab = { buffer: Buffer.allocUnsafeSlow(bytes), entries, used: 0, live: bytes };
  for (const entry of entries) {
    const length = entry.end - entry.start;
    entry.moveTo(slab.buffer, slab.used);
    entry.slab = slab;
    slab.used += length;
  }
}

/** Says that the cache no longer keeps the entry; those who hold it may go on reading it. */
export function release(entry: ObjectEntry): void {
  const slab = forget(entry);
  if (slab !== undefined) shrink(slab);
}

/** The same for many at a time. */
export function releaseAll(entries: Iterable<ObjectEntry>): void {
  const slabs = new Set<Slab>();
  for (const entry of entries) {
    const slab = forget(entry);
    if (slab !== undefined) slabs.add(slab);
  }
  for (const slab of slabs) shrink(slab);
}

function forget(entry: ObjectEntry): Slab | undefined {
  const { slab } = entry;
  if (slab === undefined) return undefined;
  entry.slab = undefined;
  slab.live -= entry.end - entry.start;
  return slab;
}

function shrink(slab: Slab): void {
  if (slab.live * 2 >= slab.used) return;
  for (const kept of slab.entries) {
    if (kept.slab !== slab) continue;
    kept.slab = undefined;
    kept.moveTo(Buffer.allocUnsafeSlow(kept.end - kept.start), 0);
  }
  slab.entries = [];
  slab.live = 0;
}
