import { decodeJson } from '../bytes/json.js';
import { encodeProtobuf } from './codec.js';
import type { TypedObject } from './codec.js';

// Goes with the JSON, which the storage drops when the object changes.
const encoded = new WeakMap<Uint8Array, Uint8Array>();

/**
 * The protobuf body of an object whose JSON is at hand. Remembered for these bytes, which must not change: all watchers
 * of a write and all later readers share it. Throws ProtobufError as `encodeProtobuf` does.
 */
export function protobufOfJson(json: Uint8Array): Uint8Array {
  let protobuf = encoded.get(json);
  if (protobuf === undefined) {
    protobuf = encodeProtobuf(decodeJson(json) as TypedObject);
    encoded.set(json, protobuf);
  }
  return protobuf;
}
