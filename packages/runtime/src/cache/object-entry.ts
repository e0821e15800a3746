import type { OwnerReference } from '@kubewright/api';

import type { ObjectMetaEntry, StringMap } from './informer-event.js';
import { scanMetadata, scanObject } from './scan-metadata.js';
import type { ScannedMetadata } from './scan-metadata.js';
import type { Slab } from './slabs.js';

/**
 * What the cache keeps of an object: its JSON, and of its metadata what is asked for all the time. The rest is read from
 * the JSON when somebody wants it.
 */
export class ObjectEntry implements ObjectMetaEntry, ScannedMetadata {
  namespace = '';
  name = '';
  uid = '';
  resourceVersion = '';
  generation: number | undefined = undefined;
  labelsAt = 0;
  labelsEnd = 0;
  ownersAt = 0;
  ownersEnd = 0;
  /** Where the object is: `start` to `end` of the buffer, which others may share. Offsets move when it is copied. */
  buffer: Buffer;
  start: number;
  end: number;
  /** The slab that the buffer is of, while the object is kept in one. */
  slab: Slab | undefined = undefined;
  #labels: StringMap | undefined = undefined;
  #owners: readonly OwnerReference[] | undefined = undefined;

  /** Where the object ends is found out when it is not told; then it is not known yet whether it has metadata. */
  constructor(buffer: Buffer, start: number, end?: number) {
    this.buffer = buffer;
    this.start = start;
    this.end = end ?? 0;
    if (end === undefined) this.end = scanObject(buffer, start, this);
    else scanMetadata(buffer, start, end, this);
  }

  get bytes(): Uint8Array {
    return this.start === 0 && this.end === this.buffer.length
      ? this.buffer
      : this.buffer.subarray(this.start, this.end);
  }

  get labels(): StringMap | undefined {
    if (this.labelsAt === 0) return undefined;
    this.#labels ??= JSON.parse(this.buffer.toString('utf8', this.labelsAt, this.labelsEnd)) as StringMap;
    return this.#labels;
  }

  get ownerReferences(): readonly OwnerReference[] | undefined {
    if (this.ownersAt === 0) return undefined;
    this.#owners ??= (JSON.parse(this.buffer.toString('utf8', this.ownersAt, this.ownersEnd)) ??
      []) as OwnerReference[];
    return this.#owners;
  }

  /** Copies the object to another place. */
  moveTo(buffer: Buffer, start: number): void {
    const by = start - this.start;
    this.buffer.copy(buffer, start, this.start, this.end);
    this.buffer = buffer;
    this.start = start;
    this.end += by;
    if (this.labelsAt !== 0) {
      this.labelsAt += by;
      this.labelsEnd += by;
    }
    if (this.ownersAt !== 0) {
      this.ownersAt += by;
      this.ownersEnd += by;
    }
  }

  /** Gives the object a buffer of its own, where it would keep a much larger one alive. */
  own(): void {
    const length = this.end - this.start;
    if (this.buffer.buffer.byteLength > length * 2) this.moveTo(Buffer.allocUnsafeSlow(length), 0);
  }
}

/** The bytes as a Buffer, without a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The entry of an object in these bytes, which it goes on to use. Throws a SyntaxError for what is no object with metadata. */
export function entryOf(bytes: Uint8Array): ObjectEntry {
  return new ObjectEntry(bufferOf(bytes), 0, bytes.length);
}
