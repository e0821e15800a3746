import { parseBytes } from './codec.js';

/** One page of a list; every item still as the bytes that came. */
export interface RawListPage {
  readonly resourceVersion: string;
  /** Where the next page starts; absent on the last one. */
  readonly continue?: string;
  /** Views on the page, one per object. */
  readonly items: readonly Uint8Array[];
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const space = 0x20;

/**
 * Cuts the JSON of a list into its items without parsing them: one pass over the bytes. Throws a SyntaxError for what
 * is not a list.
 */
export function splitList(bytes: Uint8Array): RawListPage {
  let metadata: { resourceVersion?: string; continue?: string } = {};
  let items: Uint8Array[] = [];
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== openBrace) throw notAList(bytes);
  at = skipSpace(bytes, at + 1);
  while (bytes[at] !== closeBrace) {
    if (bytes[at] !== quote) throw notAList(bytes);
    const keyEnd = endOfString(bytes, at);
    const valueAt = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    const key = parseBytes(bytes.subarray(at, keyEnd)) as string;
    if (key === 'items' && bytes[valueAt] === openBracket) {
      items = [];
      at = splitArray(bytes, valueAt, items);
    } else {
      at = endOfValue(bytes, valueAt);
      if (key === 'metadata') metadata = parseBytes(bytes.subarray(valueAt, at)) as typeof metadata;
    }
    at = skipSpace(bytes, at);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
    else if (bytes[at] !== closeBrace) throw notAList(bytes);
  }
  if (metadata.resourceVersion === undefined) throw notAList(bytes);
  const page = { resourceVersion: metadata.resourceVersion, items };
  return metadata.continue === undefined || metadata.continue === ''
    ? page
    : { ...page, continue: metadata.continue };
}

function splitArray(bytes: Uint8Array, start: number, into: Uint8Array[]): number {
  let at = skipSpace(bytes, start + 1);
  while (bytes[at] !== closeBracket) {
    const end = endOfValue(bytes, at);
    into.push(bytes.subarray(at, end));
    at = skipSpace(bytes, end);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
    else if (bytes[at] !== closeBracket) throw notAList(bytes);
  }
  return at + 1;
}

/** The index after the value that starts at `at`. */
function endOfValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === quote) return endOfString(bytes, at);
  if (first !== openBrace && first !== openBracket) return endOfScalar(bytes, at);
  let depth = 0;
  for (let index = at; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case quote:
        index = endOfString(bytes, index) - 1;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        if (depth === 0) return index + 1;
        break;
      default:
    }
  }
  throw notAList(bytes);
}

function endOfString(bytes: Uint8Array, at: number): number {
  for (let index = at + 1; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) return index + 1;
    if (byte === backslash) index += 1;
  }
  throw notAList(bytes);
}

function endOfScalar(bytes: Uint8Array, at: number): number {
  let index = at;
  for (; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= space) break;
  }
  if (index === at) throw notAList(bytes);
  return index;
}

function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at;
  while (index < bytes.length && (bytes[index] as number) <= space) index += 1;
  return index;
}

function notAList(bytes: Uint8Array): SyntaxError {
  const start = new TextDecoder().decode(bytes.subarray(0, 80));
  return new SyntaxError(`expected the JSON of a list, got ${JSON.stringify(start)} (${bytes.length} bytes)`);
}
