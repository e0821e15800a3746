import { diffComm } from 'node-diff3';

/** How much of two texts must be the same for one to be the other under a new name. */
const SIMILAR = 0.6;

/**
 * Files of one rendering that are in another under a new name: by text, the most alike first, each once. Values are the new
 * names.
 */
export function findRenames(
  gone: ReadonlyMap<string, string>,
  added: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const pairs = [...gone].flatMap(([from, before]) =>
    [...added].map(([to, after]) => ({ from, to, alike: similarity(before, after) })),
  );
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to, alike } of pairs.sort((a, b) => b.alike - a.alike)) {
    if (alike < SIMILAR) break;
    if (renames.has(from) || taken.has(to)) continue;
    renames.set(from, to);
    taken.add(to);
  }
  return renames;
}

/** The part of the lines of both that they have in common. */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = [a.split('\n'), b.split('\n')];
  const common = diffComm(left, right).reduce(
    (sum, part) => sum + ('common' in part ? part.common.length : 0),
    0,
  );
  return (2 * common) / (left.length + right.length);
}
