import type { Status, TransportResponse } from '@kubewright/api';

import { ApiError } from '../errors.js';
import { TransportError } from '../transport/errors.js';
import type { RawWatchEvent, WatchEventType } from './events.js';
import { LineSplitter } from './framing.js';
import type { WatchLine } from './watch-line.js';
import { parseWatchLine } from './watch-line.js';

/**
 * The events of one watch response, in the order of the server, none twice and none left out. Ends when the server
 * ends the response. An `ERROR` event is thrown as the ApiError it holds, a stream that ends within an event as a
 * TransportError 'ConnectionLost', a line that is no event as 'InvalidResponse'. Leaving the loop, and every error,
 * cancels the rest of the body. `what` names the watch in errors.
 */
export async function* readWatch(
  response: TransportResponse,
  what: string,
): AsyncGenerator<RawWatchEvent, void, undefined> {
  const lines = new LineSplitter();
  try {
    for await (const chunk of response.body) {
      for (const line of lines.push(chunk)) yield toEvent(line, what);
    }
    const rest = lines.rest();
    if (rest !== undefined) yield lastEvent(rest, what);
  } finally {
    response.body.cancel();
  }
}

function toEvent(line: Uint8Array, what: string): RawWatchEvent {
  const { type, bytes } = parseLine(line, what);
  if (type === 'ERROR') throw watchError(bytes, what);
  if (!isEventType(type)) throw notAnEvent(what, `the event type ${JSON.stringify(type)} is not known`);
  return { type, bytes };
}

/** What came without a line end: a whole event, or the beginning of one. */
function lastEvent(rest: Uint8Array, what: string): RawWatchEvent {
  let whole = true;
  try {
    JSON.parse(new TextDecoder().decode(rest));
  } catch {
    whole = false;
  }
  if (whole) return toEvent(rest, what);
  throw new TransportError('ConnectionLost', `${what}: the connection was lost within an event`);
}

function parseLine(line: Uint8Array, what: string): WatchLine {
  try {
    return parseWatchLine(line);
  } catch (error) {
    throw notAnEvent(what, 'a line is not a watch event', error);
  }
}

function isEventType(type: string): type is WatchEventType {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' || type === 'BOOKMARK';
}

function watchError(bytes: Uint8Array, what: string): ApiError | TransportError {
  try {
    const status = JSON.parse(new TextDecoder().decode(bytes)) as Status;
    return new ApiError({
      ...status,
      message: status.message || `${what} failed: the server named no reason`,
    });
  } catch (error) {
    return notAnEvent(what, 'an error event holds no Status', error);
  }
}

function notAnEvent(what: string, why: string, cause?: unknown): TransportError {
  return new TransportError('InvalidResponse', `${what}: ${why}`, { cause });
}
