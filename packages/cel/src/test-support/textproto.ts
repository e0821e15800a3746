/** A message of protobuf's text format: fields by name, each with all the values given. */
export type TextMessage = ReadonlyMap<string, readonly TextValue[]>;

/** A string is kept as its bytes, a number or a name as it was written. */
export type TextValue = Uint8Array | string | TextMessage;

const TOKEN = /\s+|#[^\n]*|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|[-+.\w]+|\[[\w./]+\]|[{}[\]:;,<>]/y;

/** Reads protobuf's text format, as far as the files of cel-spec need it. */
export const readTextproto = (text: string): TextMessage => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new Error(`no token at ${at}: ${text.slice(at, at + 30)}`);
    if (!/^[\s#]/.test(token)) tokens.push(token);
  }
  let index = 0;

  const readMessage = (close: string | undefined): TextMessage => {
    const fields = new Map<string, TextValue[]>();
    while (index < tokens.length && tokens[index] !== close) {
      const name = tokens[index++]!;
      if (tokens[index] === ':') index++;
      const values = fields.get(name) ?? [];
      fields.set(name, values);
      if (tokens[index] === '[') {
        index++;
        while (tokens[index] !== ']') {
          values.push(readValue());
          if (tokens[index] === ',') index++;
        }
        index++;
      } else {
        values.push(readValue());
      }
      if (tokens[index] === ',' || tokens[index] === ';') index++;
    }
    index++;
    return fields;
  };

  const readValue = (): TextValue => {
    const token = tokens[index++]!;
    if (token === '{') return readMessage('}');
    if (token === '<') return readMessage('>');
    if (!/^["']/.test(token)) return token;
    const parts = [token];
    while (/^["']/.test(tokens[index] ?? '')) parts.push(tokens[index++]!);
    return Uint8Array.from(parts.flatMap((part) => unescape(part.slice(1, -1))));
  };

  return readMessage(undefined);
};

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))|[^\\]+/g;

const unescape = (text: string): readonly number[] => {
  const encoder = new TextEncoder();
  return [...text.matchAll(ESCAPE)].flatMap(([all, hex, short, long, octal, other]) => {
    if (hex !== undefined) return [parseInt(hex, 16)];
    if (octal !== undefined) return [parseInt(octal, 8)];
    const code = short ?? long;
    if (code !== undefined) return [...encoder.encode(String.fromCodePoint(parseInt(code, 16)))];
    if (other !== undefined)
      return SIMPLE[other] === undefined ? [...encoder.encode(other)] : [SIMPLE[other]];
    return [...encoder.encode(all)];
  });
};

/** The messages of a repeated field. */
export const messagesOf = (message: TextMessage | undefined, field: string): readonly TextMessage[] =>
  (message?.get(field) ?? []).filter((value): value is TextMessage => value instanceof Map);

export const messageOf = (message: TextMessage | undefined, field: string): TextMessage | undefined =>
  messagesOf(message, field)[0];

/** The text of a string field, or the name or number that was written. */
export const textOf = (message: TextMessage | undefined, field: string): string | undefined => {
  const value = message?.get(field)?.[0];
  return value instanceof Uint8Array
    ? new TextDecoder().decode(value)
    : typeof value === 'string'
      ? value
      : undefined;
};
