/**
 * The known word that a mistyped one most likely meant; undefined when none is near. Upper and lower case are alike, and
 * two letters that changed places are one mistake. `limit` is how many mistakes there may be: one more than a quarter of
 * the letters by default.
 */
export function nearest(
  word: string,
  known: Iterable<string>,
  limit = Math.floor(word.length / 4) + 1,
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 0.5;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The hint at what a mistyped word most likely meant, as `did you mean x?`: one that is near, or that it is a part of. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const part =
    word.length < 3 ? undefined : known.find((one) => one.toLowerCase().includes(word.toLowerCase()));
  const meant = nearest(word, known) ?? part;
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** How many letters have to be put in, taken out, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      let best = Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1));
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j])
        best = Math.min(best, (before[j - 1] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
