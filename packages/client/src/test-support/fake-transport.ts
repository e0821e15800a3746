import type { Transport, TransportBody, TransportRequest, TransportResponse } from '@kubewright/api';

/** What a test expects to be asked, and what is answered. */
export interface Exchange {
  /** `GET /api/v1/pods?limit=500`, percent-encoded as sent. */
  request: string;
  /** The JSON that must have been sent; unset: no body. */
  body?: unknown;
  /** Headers that must have been sent, among others. */
  headers?: Record<string, string>;
  /** Defaults to 200. */
  status?: number;
  /** JSON, or chunks of bytes as they come. */
  answer?: unknown;
  chunks?: readonly (string | Uint8Array)[];
  /** What reading the body ends in, after the chunks. */
  breaksWith?: Error;
  responseHeaders?: Record<string, string | readonly string[]>;
  /** No response comes. */
  fails?: Error;
}

/** Answers by a script, in order; anything else is an error. `assertConsumed` says whether all was asked. */
export class FakeTransport implements Transport {
  readonly #script: Exchange[];
  /** The requests that came. */
  readonly requests: TransportRequest[] = [];
  /** Bodies that were neither read to the end nor cancelled. */
  openBodies = 0;
  closed = false;

  constructor(...script: Exchange[]) {
    this.#script = script;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    this.requests.push(request);
    const expected = this.#script.shift();
    const line = `${request.method} ${request.path}`;
    if (expected === undefined) throw new Error(`unexpected request ${line}: the script is at its end`);
    if (expected.request !== line) throw new Error(`expected ${expected.request}, got ${line}`);
    assertSameJson(expected, request);
    for (const [name, value] of Object.entries(expected.headers ?? {})) {
      if (request.headers?.[name] !== value)
        throw new Error(`${line}: ${name} is ${request.headers?.[name]}, not ${value}`);
    }
    if (expected.fails !== undefined) throw expected.fails;
    const chunks = expected.chunks ?? [expected.answer === undefined ? '' : JSON.stringify(expected.answer)];
    this.openBodies += 1;
    const body = new FakeBody(chunks.map(toBytes), expected.breaksWith, request.signal, () => {
      this.openBodies -= 1;
    });
    return { status: expected.status ?? 200, headers: expected.responseHeaders ?? {}, body };
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  assertConsumed(): void {
    if (this.#script.length > 0)
      throw new Error(`never asked: ${this.#script.map((one) => one.request).join(', ')}`);
    if (this.openBodies !== 0) throw new Error(`${this.openBodies} bodies were neither read nor cancelled`);
  }
}

class FakeBody implements TransportBody {
  readonly #chunks: Uint8Array[];
  readonly #breaksWith: Error | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #onDone: () => void;
  #done = false;

  constructor(
    chunks: Uint8Array[],
    breaksWith: Error | undefined,
    signal: AbortSignal | undefined,
    onDone: () => void,
  ) {
    this.#chunks = chunks;
    this.#breaksWith = breaksWith;
    this.#signal = signal;
    this.#onDone = onDone;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (const chunk of this.#chunks) {
      this.#signal?.throwIfAborted();
      yield chunk;
    }
    this.#signal?.throwIfAborted();
    this.#finish();
    if (this.#breaksWith !== undefined) throw this.#breaksWith;
  }

  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  cancel(): void {
    this.#finish();
  }

  #finish(): void {
    if (this.#done) return;
    this.#done = true;
    this.#onDone();
  }
}

function assertSameJson(expected: Exchange, request: TransportRequest): void {
  const got =
    request.body === undefined ? undefined : (JSON.parse(new TextDecoder().decode(request.body)) as unknown);
  if (JSON.stringify(got) === JSON.stringify(expected.body)) return;
  throw new Error(
    `${expected.request}: expected the body ${JSON.stringify(expected.body)}, got ${JSON.stringify(got)}`,
  );
}

function toBytes(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}
