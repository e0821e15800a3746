import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../errors.js';
import type { Descriptor } from './oci.js';

/**
 * Blobs by their SHA-256 in a folder, laid out as in an OCI image layout (`blobs/sha256/<hex>`). A blob is there whole or
 * not at all: it is written beside and renamed.
 */
export class BlobStore {
  readonly #folder: string;
  #serial = 0;

  /** `layout`: the folder of the layout; the caller owns it. */
  constructor(layout: string) {
    this.#folder = path.join(layout, 'blobs', 'sha256');
  }

  /** Where a blob lies, whether it is there or not. */
  fileOf(digest: string): string {
    const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
    if (hex === undefined)
      throw new CliError('InvalidImage', `the image names a blob "${digest}", which is no sha256 digest`);
    return path.join(this.#folder, hex);
  }

  async has(digest: string): Promise<boolean> {
    return (await stat(this.fileOf(digest)).catch(() => undefined)) !== undefined;
  }

  async putBytes(mediaType: string, bytes: Uint8Array): Promise<Descriptor> {
    const digest = sha256(bytes);
    const file = this.fileOf(digest);
    await mkdir(this.#folder, { recursive: true });
    if (!(await this.has(digest))) await writeFile(file, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  putJson(mediaType: string, value: object): Promise<Descriptor> {
    return this.putBytes(mediaType, Buffer.from(JSON.stringify(value)));
  }

  /** Stores what a stream gives. With `expected`, throws `CliError` `InvalidImage` when it gives something else. */
  async putStream(mediaType: string, source: Readable, expected?: Descriptor): Promise<Descriptor> {
    await mkdir(this.#folder, { recursive: true });
    const temporary = path.join(this.#folder, `.incoming-${process.pid}-${this.#serial++}`);
    const meter = new Meter();
    try {
      await pipeline(source, meter, createWriteStream(temporary));
      const { digest, size } = meter;
      if (expected !== undefined && digest !== expected.digest)
        throw new CliError(
          'InvalidImage',
          `a blob of the image is damaged: it should be ${expected.digest} of ${expected.size} bytes and is ${digest} of ${size}`,
        );
      await rename(temporary, this.fileOf(digest));
      return { mediaType, digest, size };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Throws `CliError` `InvalidImage` when the blob is not there. */
  async bytes(digest: string): Promise<Buffer> {
    try {
      return await readFile(this.fileOf(digest));
    } catch (cause) {
      throw new CliError('InvalidImage', `the image lacks its blob ${digest}`, { cause });
    }
  }

  async json<T>(digest: string): Promise<T> {
    const bytes = await this.bytes(digest);
    try {
      return JSON.parse(bytes.toString('utf8')) as T;
    } catch (cause) {
      throw new CliError('InvalidImage', `the blob ${digest} of the image is no JSON`, { cause });
    }
  }

  stream(digest: string): Readable {
    return createReadStream(this.fileOf(digest));
  }
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Lets bytes through and knows their digest and number when they have ended. */
export class Meter extends Transform {
  readonly #hash = createHash('sha256');
  size = 0;
  #digest: string | undefined;

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    this.#hash.update(chunk);
    this.size += chunk.length;
    done(null, chunk);
  }

  /** To be read once, when the stream has ended. */
  get digest(): string {
    return (this.#digest ??= `sha256:${this.#hash.digest('hex')}`);
  }
}
