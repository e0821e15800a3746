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
  const { mergeDiff3 } = await import('node-diff3');
  const { conflict, result } = mergeDiff3(lines(present), lines(base), lines(content));
  return conflict ? undefined : result.join('\n');
}

const lines = (text: string): string[] => text.split('\n');
