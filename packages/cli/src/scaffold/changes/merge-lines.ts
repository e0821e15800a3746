import { diff3Merge, diffIndices } from 'node-diff3';

/** Who wrote what between the markers of a conflict. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly text: string;
  /** How many places both sides changed, which stand between markers as git writes them. */
  readonly conflicts: number;
}

/** Merges by lines what two sides made of a base. */
export function mergeLines(texts: { ours: string; base: string; theirs: string }, sides: Sides): Merged {
  const { ours, base, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 };
  if (ours === base) return { text: theirs, conflicts: 0 };
  const merged: string[] = [];
  let conflicts = 0;
  for (const { ok, conflict } of diff3Merge(linesOf(ours), linesOf(base), linesOf(theirs), {
    excludeFalseConflicts: true,
  })) {
    if (ok !== undefined) merged.push(...ok);
    if (conflict === undefined) continue;
    conflicts += 1;
    merged.push(...marked(conflict.a, conflict.b, sides));
  }
  return { text: merged.join('\n'), conflicts };
}

/** The same without a base: every place where the sides differ is a conflict. */
export function mergeWithoutBase(texts: { ours: string; theirs: string }, sides: Sides): Merged {
  const [ours, theirs] = [linesOf(texts.ours), linesOf(texts.theirs)];
  const merged: string[] = [];
  let at = 0;
  const differences = diffIndices(ours, theirs);
  for (const { buffer1, buffer1Content, buffer2Content } of differences) {
    merged.push(...ours.slice(at, buffer1[0]), ...marked(buffer1Content, buffer2Content, sides));
    at = buffer1[0] + buffer1[1];
  }
  return { text: [...merged, ...ours.slice(at)].join('\n'), conflicts: differences.length };
}

/** Whether somebody has yet to decide what a text says. */
export function hasConflictMarkers(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7} /m.test(text);
}

/** A last line without its end goes through as it is. */
function marked(ours: readonly string[], theirs: readonly string[], sides: Sides): string[] {
  return [`<<<<<<< ${sides.ours}`, ...ours, '=======', ...theirs, `>>>>>>> ${sides.theirs}`];
}

const linesOf = (text: string): string[] => text.split('\n');
