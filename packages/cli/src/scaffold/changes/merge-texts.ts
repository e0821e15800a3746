/**
 * What a user made of a text, with the changes that a template made since: a three-way merge by lines. Undefined where both
 * changed the same lines.
 */
export async function mergeTexts(texts: {
  /** What the user has. */
  readonly present: string;
  /** What the template made before. */
  readonly base: string;
  /** What the template makes now. */
  readonly content: string;
}): Promise<string | undefined> {
  const { present, base, content } = texts;
  if (present === base || present === content) return content;
  if (base === content) return present;
  const { mergeLines } = await import('./merge-lines.js');
  const { conflicts, text } = mergeLines({ ours: present, base, theirs: content }, SIDES);
  return conflicts > 0 ? undefined : text;
}

/** Nobody sees them: a text with conflicts is not used. */
const SIDES = { ours: '', theirs: '' };
