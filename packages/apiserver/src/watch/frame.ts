import { concatBytes, encodeJson, encodeText } from '../bytes/json.js';

const HEADS = {
  ADDED: encodeText('{"type":"ADDED","object":'),
  MODIFIED: encodeText('{"type":"MODIFIED","object":'),
  DELETED: encodeText('{"type":"DELETED","object":'),
  BOOKMARK: encodeText('{"type":"BOOKMARK","object":'),
  ERROR: encodeText('{"type":"ERROR","object":'),
} as const;
const TAIL = encodeText('}\n');

export type FrameType = keyof typeof HEADS;

/** One line of a watch: the event around the JSON of its object. */
export function watchFrame(type: FrameType, object: Uint8Array): Uint8Array {
  return concatBytes([HEADS[type], object, TAIL]);
}

/** The line that ends a watch which failed. */
export function errorFrame(status: unknown): Uint8Array {
  return watchFrame('ERROR', encodeJson(status));
}

/** A memory of the latest frame of each type: many watchers ask for the same one, one after the other. */
export class FrameCache {
  private readonly latest = new Map<FrameType, { object: Uint8Array; frame: Uint8Array }>();

  frame(type: FrameType, object: Uint8Array): Uint8Array {
    const known = this.latest.get(type);
    if (known?.object === object) return known.frame;
    const frame = watchFrame(type, object);
    this.latest.set(type, { object, frame });
    return frame;
  }
}
