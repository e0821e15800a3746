import type { Clock, Transport, TransportResponse } from '@kubewright/api';
import { createHttpTransport, injectFaults, interceptTransport, loadClusterConfig } from '@kubewright/client';
import type { Fault, Interceptor } from '@kubewright/client';

/** Shorter than by default: a fault of the soak takes seconds where one in production takes minutes. */
const HEADERS_TIMEOUT_MS = 30_000;
const WATCH_IDLE_TIMEOUT_MS = 30_000;

const REASONS: Record<number, 'TooManyRequests' | 'InternalError' | 'ServiceUnavailable'> = {
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

/** The connection of a replica: counts requests, and breaks them when told. */
export class CountedTransport {
  readonly transport: Transport;
  readonly #second = { number: 0, requests: 0, failures: 0 };
  #faults: Interceptor | undefined;
  /** The most of any one second. */
  peak = { requests: 0, failures: 0 };
  total = 0;

  private constructor(transport: Transport) {
    this.transport = interceptTransport(transport, [this.#count, this.#break]);
  }

  static async connect(clock: Clock): Promise<CountedTransport> {
    const config = await loadClusterConfig({ env: process.env, path: undefined, context: undefined });
    const options = { clock, headersTimeoutMs: HEADERS_TIMEOUT_MS, connectTimeoutMs: HEADERS_TIMEOUT_MS };
    return new CountedTransport(createHttpTransport(config, options));
  }

  storm(share: number, status: number): void {
    const answer = {
      status,
      reason: REASONS[status],
      ...(status === 429 && { retryAfterSeconds: 1 }),
    };
    const fault: Fault = { when: () => Math.random() < share, answer };
    this.#faults = share === 0 ? undefined : injectFaults([fault]);
  }

  readonly #count: Interceptor = async (request, next) => {
    this.#note('requests');
    this.total += 1;
    let response: TransportResponse;
    try {
      const idle = request.idleTimeoutMs === undefined ? {} : { idleTimeoutMs: WATCH_IDLE_TIMEOUT_MS };
      response = await next({ ...request, ...idle });
    } catch (error) {
      this.#note('failures');
      throw error;
    }
    if (response.status === 429 || response.status >= 500) this.#note('failures');
    return response;
  };

  readonly #break: Interceptor = (request, next) => this.#faults?.(request, next) ?? next(request);

  #note(what: 'requests' | 'failures'): void {
    const second = this.#second;
    const number = Math.floor(performance.now() / 1000);
    if (number !== second.number) Object.assign(second, { number, requests: 0, failures: 0 });
    second[what] += 1;
    this.peak[what] = Math.max(this.peak[what], second[what]);
  }
}
