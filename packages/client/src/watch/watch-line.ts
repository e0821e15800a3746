import { fieldsOf } from './json-fields.js';

/** One line of a watch: its type, and the bytes of its object as they stand in the line. */
export interface WatchLine {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const BRACE = 0x7d;

/** The beginnings of lines as every API server writes them: `{"type":"ADDED","object":`. */
const PREFIXES = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => ({
  type,
  bytes: new TextEncoder().encode(`{"type":"${type}","object":`),
}));

/**
 * Takes a line apart without parsing the object. A line that begins as API servers write it is cut after that
 * beginning and before its last brace; any other spelling of the same JSON is read field by field. Throws a
 * SyntaxError for what is not a watch event.
 */
export function parseWatchLine(line: Uint8Array): WatchLine {
  const end = trimmedEnd(line, line.length);
  // The third letter of the type tells the five apart.
  for (const { type, bytes } of PREFIXES) {
    if (line[11] === bytes[11] && startsWith(line, bytes) && line[end - 1] === BRACE) {
      const objectEnd = trimmedEnd(line, end - 1);
      if (objectEnd > bytes.length && line[objectEnd - 1] === BRACE)
        return { type, bytes: line.subarray(bytes.length, objectEnd) };
    }
  }
  return parseAnySpelling(line);
}

function parseAnySpelling(line: Uint8Array): WatchLine {
  const fields = fieldsOf(line);
  const typeBytes = fields.get('type');
  const bytes = fields.get('object');
  const type: unknown = typeBytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(typeBytes));
  if (typeof type !== 'string' || bytes === undefined) {
    throw new SyntaxError('expected a watch event with the fields "type" and "object"');
  }
  return { type, bytes };
}

function startsWith(line: Uint8Array, prefix: Uint8Array): boolean {
  if (line.length <= prefix.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (line[index] !== prefix[index]) return false;
  return true;
}

function trimmedEnd(line: Uint8Array, from: number): number {
  let end = from;
  while (end > 0 && (line[end - 1] as number) <= 0x20) end -= 1;
  return end;
}
