/** JSON text as bytes. */
export function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/**
 * JSON text as bytes in memory of their own, for those that stay. Small buffers share a slab with their neighbours, and
 * one that stays would keep the whole slab, bodies of requests long answered included.
 */
export function encodeLastingJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** UTF-8 text as bytes. */
export function encodeText(text: string): Uint8Array {
  return Buffer.from(text);
}

export function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Throws SyntaxError as JSON.parse does. */
export function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(decodeText(bytes));
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
}

/** Ends each JSON body, as Go's encoder writes it. */
export const NEWLINE = encodeText('\n');
