import { concatBytes, encodeText } from '../bytes/json.js';
import { MEDIA_TYPES } from '../pipeline/body-formats.js';
import type { Format } from '../pipeline/body-formats.js';

export type FrameType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** How the events of a watch are written one after the other. */
export interface Framing {
  readonly contentType: string;
  /** One event around the JSON of its object. */
  frame(type: FrameType, object: Uint8Array): Uint8Array;
}

/** Lines of JSON; as YAML is no format of streams, it gets them too. */
export async function framesFor(format: Format): Promise<Framing> {
  return format === 'protobuf' ? protobufFraming() : jsonFraming;
}

const TAIL = encodeText('}\n');
const HEADS: Readonly<Record<FrameType, Uint8Array>> = {
  ADDED: jsonHead('ADDED'),
  MODIFIED: jsonHead('MODIFIED'),
  DELETED: jsonHead('DELETED'),
  BOOKMARK: jsonHead('BOOKMARK'),
  ERROR: jsonHead('ERROR'),
};
// Many watchers ask for the same frame, one after the other.
const latest = new Map<FrameType, { object: Uint8Array; frame: Uint8Array }>();

const jsonFraming: Framing = {
  contentType: MEDIA_TYPES.json,
  frame(type, object) {
    const known = latest.get(type);
    if (known?.object === object) return known.frame;
    const frame = concatBytes([HEADS[type], object, TAIL]);
    latest.set(type, { object, frame });
    return frame;
  },
};

async function protobufFraming(): Promise<Framing> {
  const { protobufOfJson } = await import('../protobuf/encoded-json.js');
  const { protobufWatchFrame } = await import('../protobuf/watch-frame.js');
  return {
    contentType: `${MEDIA_TYPES.protobuf};stream=watch`,
    frame: (type, object) => protobufWatchFrame(type, protobufOfJson(object)),
  };
}

function jsonHead(type: FrameType): Uint8Array {
  return encodeText(`{"type":"${type}","object":`);
}
