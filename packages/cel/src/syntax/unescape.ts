const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPES = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))/gsu;

/** The quotes taken off and line ends normalized; whether escapes are to be read. */
const body = (literal: string): { readonly text: string; readonly raw: boolean } => {
  const normalized = literal.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const raw = /^[rR]/.test(normalized);
  const quoted = raw ? normalized.slice(1) : normalized;
  const quotes = /^("""|''')/.test(quoted) ? 3 : 1;
  return { text: quoted.slice(quotes, -quotes), raw };
};

/** The value of a string literal token, or undefined where an escape is no Unicode character (parser/unescape.go). */
export const unescapeString = (literal: string): string | undefined => {
  const { text, raw } = body(literal);
  if (raw || !text.includes('\\')) return text;
  let valid = true;
  const value = text.replace(ESCAPES, (_all, hex, short, long, octal, other) => {
    if (other !== undefined) return SIMPLE[other as string] ?? (other as string);
    const code =
      octal === undefined ? parseInt((hex ?? short ?? long) as string, 16) : parseInt(octal as string, 8);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      valid = false;
      return '';
    }
    return String.fromCodePoint(code);
  });
  return valid ? value : undefined;
};

/** The value of a bytes literal token without its `b`, or undefined where it has an escape of Unicode. */
export const unescapeBytes = (literal: string): Uint8Array | undefined => {
  const { text, raw } = body(literal);
  const encoder = new TextEncoder();
  if (raw || !text.includes('\\')) return encoder.encode(text);
  const bytes: number[] = [];
  let end = 0;
  for (const match of text.matchAll(ESCAPES)) {
    const [all, hex, short, long, octal, other] = match;
    if (short !== undefined || long !== undefined) return undefined;
    for (const byte of encoder.encode(text.slice(end, match.index))) bytes.push(byte);
    end = match.index + all.length;
    if (hex !== undefined) bytes.push(parseInt(hex, 16));
    else if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else for (const byte of encoder.encode(SIMPLE[other!] ?? other)) bytes.push(byte);
  }
  for (const byte of encoder.encode(text.slice(end))) bytes.push(byte);
  return Uint8Array.from(bytes);
};
