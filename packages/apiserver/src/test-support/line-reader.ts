import type { TransportResponse } from '@kubewright/api';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests reach into bodies without naming their types
export type JsonObject = Record<string, any>;

/** Reads a watch line by line. */
export class LineReader {
  readonly status: number;
  private readonly response: TransportResponse;
  private readonly pieces: AsyncIterator<Uint8Array>;
  private rest = '';

  constructor(response: TransportResponse) {
    this.response = response;
    this.status = response.status;
    this.pieces = response.body[Symbol.asyncIterator]();
  }

  /** The next event; undefined when the stream is over. */
  async next(): Promise<JsonObject | undefined> {
    for (;;) {
      const end = this.rest.indexOf('\n');
      if (end >= 0) {
        const line = this.rest.slice(0, end);
        this.rest = this.rest.slice(end + 1);
        return JSON.parse(line) as JsonObject;
      }
      const { done, value } = await this.pieces.next();
      if (done === true) return undefined;
      this.rest += Buffer.from(value).toString();
    }
  }

  /** The next `count` events as `TYPE name`. */
  async take(count: number): Promise<string[]> {
    const events: string[] = [];
    for (let i = 0; i < count; i++) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(`${event['type'] as string} ${(event['object'] as JsonObject)['metadata']?.name ?? ''}`);
    }
    return events;
  }

  /** Everything until the stream ends. */
  async all(): Promise<JsonObject[]> {
    const events: JsonObject[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }

  cancel(): void {
    this.response.body.cancel();
  }
}
