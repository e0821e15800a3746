import type { TransportBody } from '@kubewright/api';

/** What undici hands out as a body: a Readable that can also be read whole. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  bytes(): Promise<Uint8Array>;
  destroy(): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** A body that arrives from a socket. `toError` says what an error of the stream means. */
export class HttpBody implements TransportBody {
  readonly #stream: ByteStream;
  readonly #toError: (error: unknown) => Error;
  #started = false;

  constructor(stream: ByteStream, toError: (error: unknown) => Error) {
    this.#stream = stream;
    this.#toError = toError;
    // Whoever reads sees the error; without a listener one that nobody reads would end the process.
    stream.on('error', () => undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    this.#started = true;
    try {
      yield* this.#stream;
    } catch (error) {
      throw this.#toError(error);
    }
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#started) return this.#rest();
    this.#started = true;
    try {
      return await this.#stream.bytes();
    } catch (error) {
      throw this.#toError(error);
    }
  }

  cancel(): void {
    this.#stream.destroy();
  }

  async #rest(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}
