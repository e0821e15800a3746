import { WireWriter } from './wire-writer.js';

/**
 * One event of a watch as protobuf: four bytes of length, then a `metav1.WatchEvent` without envelope around the
 * enveloped object (apimachinery `util/framer/framer.go`, apiserver `endpoints/handlers/response.go`, watchEncoder).
 */
export function protobufWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = new WireWriter(object.length + 64);
  writer.message(() => {
    writer.bytes(object);
    writer.tag(1, 2);
  });
  writer.tag(2, 2);
  writer.string(type);
  writer.tag(1, 2);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(writer.length);
  writer.raw(length);
  return writer.finish();
}
