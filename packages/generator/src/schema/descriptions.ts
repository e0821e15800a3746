/**
 * A description of at most `limit` bytes of UTF-8: cut behind its last whole sentence, else behind its last whole word,
 * then with three dots. 0: none. As controller-gen's `maxDescLen`, which may leave half a character where this does not.
 */
export function truncateDescription(description: string, limit: number): string {
  if (limit <= 0) return '';
  const bytes = new TextEncoder().encode(description);
  if (bytes.length <= limit) return description;
  const text = new TextDecoder().decode(wholeCharacters(bytes, limit));
  const sentence = lastMatch(text, /\p{Sentence_Terminal}/gu);
  if (sentence !== undefined && sentence.index > 0) return text.slice(0, sentence.index + sentence[0].length);
  const space = lastMatch(text, /\p{White_Space}/gu);
  return `${space !== undefined && space.index > 0 ? text.slice(0, space.index) : text}...`;
}

function wholeCharacters(bytes: Uint8Array, limit: number): Uint8Array {
  let end = limit;
  // Bytes within a character begin with the bits 10.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

function lastMatch(text: string, pattern: RegExp): RegExpExecArray | undefined {
  return [...text.matchAll(pattern)].at(-1);
}
