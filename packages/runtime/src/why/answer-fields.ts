/*
 * One field of an answer without parsing it. The server writes the metadata of built-in kinds first and fields of custom
 * ones in alphabetical order, so that the first match after `"metadata":{` is the object's own; quotes within texts are
 * escaped and do not match.
 */

const METADATA = Buffer.from('"metadata":{');
const VERSION = Buffer.from('"resourceVersion":"');

/** `metadata.resourceVersion`; undefined when there is none, as in a Status. */
export function resourceVersionIn(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const metadata = buffer.indexOf(METADATA);
  if (metadata < 0) return undefined;
  const found = buffer.indexOf(VERSION, metadata);
  if (found < 0) return undefined;
  const start = found + VERSION.length;
  const end = buffer.indexOf(0x22, start);
  return end < 0 ? undefined : buffer.toString('latin1', start, end);
}
