import { badRequestError, requestTooLargeError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';

/** The largest body of a request (apiserver `server/config.go`, MaxRequestBodyBytes). */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** The deepest nesting of a body; real objects stay far below. Deeper ones could exhaust the stack of recursive code. */
export const MAX_NESTING_DEPTH = 500;

export const bodyTooLargeError = (limitBytes: number): StatusError =>
  requestTooLargeError(`Request entity too large: limit is ${limitBytes}`);

/** Throws 400 when JSON text nests lists and objects deeper than allowed. */
export function checkNestingDepth(json: Uint8Array): void {
  if (nestsTooDeep(json)) throw badRequestError(`the body nests deeper than ${MAX_NESTING_DEPTH} levels`);
}

/** Whether JSON text nests lists and objects deeper than allowed. Looks at brackets only, never recurses. */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = stringEnd(json, i);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_NESTING_DEPTH) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function stringEnd(json: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return i;
}
