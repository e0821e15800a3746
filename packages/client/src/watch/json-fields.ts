const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The fields of a JSON object, each value as the bytes it is written in. Throws a SyntaxError for anything else. */
export function fieldsOf(json: Uint8Array): Map<string, Uint8Array> {
  const fields = new Map<string, Uint8Array>();
  const decoder = new TextDecoder();
  let at = expect(json, skipSpace(json, 0), OPEN_BRACE);
  if (json[at] === CLOSE_BRACE) return atEnd(json, at, fields);
  for (;;) {
    if (json[at] !== QUOTE) throw unexpected(at);
    const keyEnd = endOfString(json, at);
    const key = JSON.parse(decoder.decode(json.subarray(at, keyEnd))) as string;
    const start = expect(json, skipSpace(json, keyEnd), COLON);
    const end = endOfValue(json, start);
    fields.set(key, json.subarray(start, end));
    at = skipSpace(json, end);
    if (json[at] === CLOSE_BRACE) return atEnd(json, at, fields);
    at = expect(json, at, COMMA);
  }
}

function atEnd<T>(json: Uint8Array, closing: number, result: T): T {
  const after = skipSpace(json, closing + 1);
  if (after < json.length) throw unexpected(after);
  return result;
}

/** The index of what follows the byte expected at `at`. */
function expect(json: Uint8Array, at: number, byte: number): number {
  if (json[at] !== byte) throw unexpected(at);
  return skipSpace(json, at + 1);
}

function endOfValue(json: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at) - 1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1;
        continue;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 0) return scalarEnd(json, start, at);
        depth -= 1;
        break;
      case COMMA:
        if (depth === 0) return scalarEnd(json, start, at);
        continue;
      default:
        continue;
    }
    if (depth === 0) return at + 1;
  }
  throw unexpected(json.length);
}

function scalarEnd(json: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (json[at - 1] as number) <= 0x20) at -= 1;
  if (at === start) throw unexpected(at);
  return at;
}

function endOfString(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === QUOTE) return at + 1;
    if (json[at] === BACKSLASH) at += 1;
  }
  throw unexpected(json.length);
}

function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && (json[at] as number) <= 0x20) at += 1;
  return at;
}

function unexpected(at: number): SyntaxError {
  return new SyntaxError(`malformed JSON object at byte ${at}`);
}
