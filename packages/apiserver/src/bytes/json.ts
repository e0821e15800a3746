/** JSON text as bytes. */
export function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
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
