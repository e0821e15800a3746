const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** How far a string is gone over byte by byte before it is worth calling for a search. */
const NEAR = 128;

const NOTHING = 0;
const QUOTES = 1;
const OPENS = 2;
const CLOSES = 3;
/** What each byte does to the structure: one look-up is less than five comparisons, most of all while the code is cold. */
const STRUCTURE = new Uint8Array(256);
STRUCTURE[QUOTE] = QUOTES;
STRUCTURE[OPEN_BRACE] = STRUCTURE[OPEN_BRACKET] = OPENS;
STRUCTURE[CLOSE_BRACE] = STRUCTURE[CLOSE_BRACKET] = CLOSES;

const decoder = new TextDecoder();

/**
 * Goes over the fields of the JSON object that starts at `at`, without parsing their values, and returns the index after
 * it. `onField` gets the name of a field and where its value starts; it returns where the value ends if it went over it
 * itself. Throws a SyntaxError for what is no object. What is inside of values is not checked.
 */
export function scanJsonObject(
  json: Uint8Array,
  at: number,
  onField: (name: string, valueStart: number) => number | undefined,
): number {
  let index = expect(json, at, OPEN_BRACE);
  if (json[index] === CLOSE_BRACE) return index + 1;
  for (;;) {
    if (json[index] !== QUOTE) throw malformed(index);
    const nameEnd = endOfJsonString(json, index);
    const name = JSON.parse(decoder.decode(json.subarray(index, nameEnd))) as string;
    const valueStart = expect(json, skipJsonSpace(json, nameEnd), COLON);
    index = skipJsonSpace(json, onField(name, valueStart) ?? endOfJsonValue(json, valueStart));
    if (json[index] === CLOSE_BRACE) return index + 1;
    index = expect(json, index, COMMA);
  }
}

/** The same for the items of a list. */
export function scanJsonArray(
  json: Uint8Array,
  at: number,
  onItem: (start: number) => number | undefined,
): number {
  let index = expect(json, at, OPEN_BRACKET);
  if (json[index] === CLOSE_BRACKET) return index + 1;
  for (;;) {
    if (json[index] === COMMA || json[index] === CLOSE_BRACKET) throw malformed(index);
    index = skipJsonSpace(json, onItem(index) ?? endOfJsonValue(json, index));
    if (json[index] === CLOSE_BRACKET) return index + 1;
    index = expect(json, index, COMMA);
  }
}

/** The index after the JSON value that starts at `at`. Throws a SyntaxError when there is none, or when it has no end. */
export function endOfJsonValue(json: Uint8Array, at: number): number {
  const first = json[at];
  if (first === QUOTE) return endOfJsonString(json, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfScalar(json, at);
  let depth = 0;
  for (let index = at; index < json.length; index += 1) {
    const does = STRUCTURE[json[index] as number];
    if (does === NOTHING) continue;
    if (does === QUOTES) index = endOfJsonString(json, index) - 1;
    else if (does === OPENS) depth += 1;
    else {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  throw malformed(json.length);
}

/** The index of the next byte that is no white space. */
export function skipJsonSpace(json: Uint8Array, at: number): number {
  let index = at;
  while (index < json.length && (json[index] as number) <= SPACE) index += 1;
  return index;
}

/** The index after the JSON string whose opening quote is at `at`. Throws a SyntaxError when it has no end. */
export function endOfJsonString(json: Uint8Array, at: number): number {
  const near = at + NEAR;
  for (let index = at + 1; ; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) return index + 1;
    if (byte === BACKSLASH) index += 1;
    if (index > near) return endOfLongString(json, index + 1);
  }
}

/** The same, searched for from `from` within the string. */
function endOfLongString(json: Uint8Array, from: number): number {
  for (let index = from; ;) {
    const quote = json.indexOf(QUOTE, index);
    if (quote < 0) throw malformed(json.length);
    if (!isEscaped(json, index, quote)) return quote + 1;
    index = quote + 1;
  }
}

/** Whether an odd number of backslashes precedes the byte at `at`; what comes before `from` is over. */
function isEscaped(json: Uint8Array, from: number, at: number): boolean {
  let index = at;
  while (index > from && json[index - 1] === BACKSLASH) index -= 1;
  return (at - index) % 2 === 1;
}

function endOfScalar(json: Uint8Array, at: number): number {
  let index = at;
  for (; index < json.length; index += 1) {
    const byte = json[index] as number;
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE) break;
  }
  if (index === at) throw malformed(at);
  return index;
}

/** The index of what follows the byte that is expected at `at`. */
function expect(json: Uint8Array, at: number, byte: number): number {
  if (json[at] !== byte) throw malformed(at);
  return skipJsonSpace(json, at + 1);
}

function malformed(at: number): SyntaxError {
  return new SyntaxError(`malformed JSON at byte ${at}`);
}
