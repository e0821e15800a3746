import { endOfJsonString, endOfJsonValue, skipJsonSpace } from '@kubewright/api';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LETTER = { g: 0x67, l: 0x6c, m: 0x6d, n: 0x6e, o: 0x6f, r: 0x72, u: 0x75 } as const;

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
  if (metadata >= 0 && json[metadata] === OPEN_BRACE) readMetadata(json, metadata, into);
  checkScanned(json, at, end, into);
}

/** The same for an object of which nobody knows where it ends: goes over all of it, once, and returns that. */
export function scanObject(json: Buffer, at: number, into: ScannedMetadata): number {
  if (json[at] !== OPEN_BRACE) return endOfJsonValue(json, at);
  let index = skipJsonSpace(json, at + 1);
  while (json[index] === QUOTE) {
    const keyEnd = endOfJsonString(json, index);
    const value = valueAfter(json, keyEnd);
    const isMetadata = isMetadataKey(json, index, keyEnd) && json[value] === OPEN_BRACE;
    index = skipJsonSpace(json, isMetadata ? readMetadata(json, value, into) : endOfJsonValue(json, value));
    if (json[index] !== COMMA) break;
    index = skipJsonSpace(json, index + 1);
  }
  if (json[index] !== CLOSE_BRACE) throw new SyntaxError(`malformed JSON at byte ${index}`);
  return index + 1;
}

/** Throws a SyntaxError for what turned out to be no object with a name and a resourceVersion. */
export function checkScanned(json: Buffer, at: number, end: number, scanned: ScannedMetadata): void {
  if (scanned.name !== '' && scanned.resourceVersion !== '') return;
  const start = json.toString('utf8', at, Math.min(end, at + 80));
  throw new SyntaxError(`expected the JSON of an object, got ${JSON.stringify(start)} (${end - at} bytes)`);
}

/** Reads the metadata whose JSON starts at `at`, and returns the index after it. */
function readMetadata(json: Buffer, at: number, into: ScannedMetadata): number {
  let index = skipJsonSpace(json, at + 1);
  while (json[index] === QUOTE) {
    const keyEnd = endOfJsonString(json, index);
    const value = valueAfter(json, keyEnd);
    const end = endOfJsonValue(json, value);
    const key = index + 1;
    // The length and the first letter tell the wanted ones apart.
    switch (keyEnd - key - 1) {
      case 3:
        if (json[key] === LETTER.u) into.uid = stringAt(json, value, end);
        break;
      case 4:
        if (json[key] === LETTER.n) into.name = stringAt(json, value, end);
        break;
      case 6:
        if (json[key] === LETTER.l && json[value] === OPEN_BRACE) {
          into.labelsAt = value;
          into.labelsEnd = end;
        }
        break;
      case 9:
        if (json[key] === LETTER.n) into.namespace = interned(stringAt(json, value, end));
        break;
      case 10:
        if (json[key] === LETTER.g) into.generation = Number(json.toString('latin1', value, end));
        break;
      case 15:
        if (json[key] === LETTER.r) into.resourceVersion = stringAt(json, value, end);
        else if (json[key] === LETTER.o) {
          into.ownersAt = value;
          into.ownersEnd = end;
        }
        break;
      default:
    }
    index = skipJsonSpace(json, end);
    if (json[index] !== COMMA) break;
    index = skipJsonSpace(json, index + 1);
  }
  if (json[index] !== CLOSE_BRACE) throw new SyntaxError(`malformed JSON at byte ${index}`);
  return index + 1;
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
    if (isMetadataKey(json, index, keyEnd)) return value;
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

function isMetadataKey(json: Buffer, at: number, end: number): boolean {
  return (
    end - at === 10 && json[at + 1] === LETTER.m && json.toString('latin1', at + 1, end - 1) === 'metadata'
  );
}

/** The string from `at` to `end`; `''` for what is none, as `null`. */
function stringAt(json: Buffer, at: number, end: number): string {
  if (json[at] !== QUOTE) return '';
  const text = json.toString('latin1', at + 1, end - 1);
  return PLAIN.test(text) ? text : (JSON.parse(json.toString('utf8', at, end)) as string);
}

/** ASCII without escapes. */
const PLAIN = /^[^\\\x80-\xff]*$/;

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
