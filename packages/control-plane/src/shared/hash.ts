const utf8 = new TextEncoder();

/** 32-bit FNV-1a of the UTF-8 text, continued from an earlier hash where one is given. */
export function fnv32a(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (const byte of utf8.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

// No vowels and no 0, 1, 3: apimachinery's util/rand keeps bad words out of generated names this way.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Writes text in the alphabet of generated names (rand.SafeEncodeString in apimachinery's pkg/util/rand). */
export function safeEncodeString(text: string): string {
  return Array.from(utf8.encode(text), (byte) => alphabet[byte % alphabet.length]).join('');
}
