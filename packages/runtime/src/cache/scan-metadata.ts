import { endOfJsonString, endOfJsonValue, skipJsonSpace } from '@kubewright/api';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LETTER = { g: 0x67, l: 0x6c, n: 0x6e, o: 0x6f, r: 0x72, u: 0x75 } as const;

/** The parts of an object's metadata that a cache asks for; spans are offsets into the buffer, 0 where there is none. */
export interface ScannedMetadata {
  namespace: string;
  name: string;
  uid: string;
  resourceVersion: string;
  generation: number | undefined;
  labelsAt: number;
  labelsEnd: number;
  ownersAt: number;
  ownersEnd: number;
}

/**
 * Fills `into` from the JSON of an object that lies in `json` from `at` to `end`, without parsing it: what comes after
 * the metadata is not even looked at. Throws a SyntaxError for what is no object with a name and a resourceVersion.
 */
export function scanMetadata(json: Buffer, at: number, end: number, into: ScannedMetadata): void {
  const metadata = metadataAt(json, at);
  if (metadata < 0 || json[metadata] !== OPEN_BRACE) throw malformed(json, at, end);
  let index = skipJsonSpace(json, metadata + 1);
  while (json[index] === QUOTE) {
    const keyEnd = endOfJsonString(json, index);
    const value = valueAfter(json, keyEnd);
    const key = index + 1;
    // The length and the first letter tell the wanted ones apart.
    switch (keyEnd - key - 1) {
      case 3:
        if (json[key] === LETTER.u) into.uid = stringAt(json, value);
        break;
      case 4:
        if (json[key] === LETTER.n) into.name = stringAt(json, value);
        break;
      case 6:
        if (json[key] === LETTER.l && json[value] === OPEN_BRACE) {
          into.labelsAt = value;
          into.labelsEnd = endOfJsonValue(json, value);
        }
        break;
      case 9:
        if (json[key] === LETTER.n) into.namespace = interned(stringAt(json, value));
        break;
      case 10:
        if (json[key] === LETTER.g) into.generation = Number(textAt(json, value));
        break;
      case 15:
        if (json[key] === LETTER.r) into.resourceVersion = stringAt(json, value);
        else if (json[key] === LETTER.o) {
          into.ownersAt = value;
          into.ownersEnd = endOfJsonValue(json, value);
        }
        break;
      default:
    }
    index = skipJsonSpace(json, endOfJsonValue(json, value));
    if (json[index] !== COMMA) break;
    index = skipJsonSpace(json, index + 1);
  }
  if (json[index] !== CLOSE_BRACE || into.name === '' || into.resourceVersion === '') {
    throw malformed(json, at, end);
  }
}

/** Where the metadata of an object starts and ends in its JSON. */
export function metadataSpan(json: Buffer, at: number): [start: number, end: number] {
  const start = metadataAt(json, at);
  return [start, endOfJsonValue(json, start)];
}

/** Where the value of the field `metadata` of the object at `at` starts; -1 when it has none. */
function metadataAt(json: Buffer, at: number): number {
  let index = skipJsonSpace(json, at);
  if (json[index] !== OPEN_BRACE) return -1;
  index = skipJsonSpace(json, index + 1);
  while (json[index] === QUOTE) {
    const keyEnd = endOfJsonString(json, index);
    const value = valueAfter(json, keyEnd);
    if (keyEnd - index === 10 && json.toString('latin1', index + 1, keyEnd - 1) === 'metadata') return value;
    index = skipJsonSpace(json, endOfJsonValue(json, value));
    if (json[index] !== COMMA) return -1;
    index = skipJsonSpace(json, index + 1);
  }
  return -1;
}

function valueAfter(json: Buffer, keyEnd: number): number {
  let index = skipJsonSpace(json, keyEnd);
  if (json[index] !== COLON) throw new SyntaxError(`malformed JSON at byte ${index}`);
  index += 1;
  return (json[index] as number) <= 0x20 ? skipJsonSpace(json, index) : index;
}

/** The string at `at`; `''` for what is none, as `null`. */
function stringAt(json: Buffer, at: number): string {
  if (json[at] !== QUOTE) return '';
  let plain = true;
  let index = at + 1;
  for (;;) {
    const byte = json[index];
    if (byte === QUOTE) break;
    if (byte === undefined) throw new SyntaxError(`malformed JSON at byte ${index}`);
    if (byte === BACKSLASH) {
      plain = false;
      index += 1;
    } else if (byte > 0x7f) plain = false;
    index += 1;
  }
  return plain
    ? json.toString('latin1', at + 1, index)
    : (JSON.parse(json.toString('utf8', at, index + 1)) as string);
}

function textAt(json: Buffer, at: number): string {
  return json.toString('latin1', at, endOfJsonValue(json, at));
}

/** Names of namespaces, of which thousands of objects share a few. */
const names = new Map<string, string>();
const MAX_NAMES = 10_000;

function interned(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  names.set(name, name);
  return name;
}

function malformed(json: Buffer, at: number, end: number): SyntaxError {
  const start = json.toString('utf8', at, Math.min(end, at + 80));
  return new SyntaxError(`expected the JSON of an object, got ${JSON.stringify(start)} (${end - at} bytes)`);
}

/** Where a field of the object at `at` lies, with the comma that parts it from the next or the last one. */
export function fieldSpan(json: Buffer, at: number, field: string): [start: number, end: number] | undefined {
  let comma = -1;
  let index = skipJsonSpace(json, at + 1);
  while (json[index] === QUOTE) {
    const keyEnd = endOfJsonString(json, index);
    const after = skipJsonSpace(json, endOfJsonValue(json, valueAfter(json, keyEnd)));
    if (json.toString('latin1', index + 1, keyEnd - 1) === field) {
      if (json[after] === COMMA) return [index, after + 1];
      return [comma < 0 ? index : comma, after];
    }
    if (json[after] !== COMMA) return undefined;
    comma = after;
    index = skipJsonSpace(json, after + 1);
  }
  return undefined;
}
