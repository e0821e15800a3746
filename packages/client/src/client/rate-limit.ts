import { TokenBucket, sleep } from '@kubewright/api';
import type { Clock, TransportResponse } from '@kubewright/api';

/** How many requests a client sends at most; watches are not counted. */
export interface RateLimitOptions {
  /** Requests a second in the long run. */
  qps: number;
  /** So many may follow each other at once. */
  burst: number;
  /**
   * The limit ends as soon as an answer shows that the server shares its capacity fairly itself (API Priority and
   * Fairness), as kubectl does it. Defaults to false: what is said counts.
   */
  yieldToServer?: boolean | undefined;
}

/** In every answer of a server with API Priority and Fairness (kube-apiserver's `flowcontrol/v1` ResponseHeader...). */
const FLOW_SCHEMA_HEADER = 'x-kubernetes-pf-flowschema-uid';

/** Makes requests wait for their turn. Shared by all clients that were derived from one. */
export class RequestLimiter {
  readonly #clock: Clock;
  readonly #bucket: TokenBucket;
  readonly #yields: boolean;
  #off = false;

  constructor({ qps, burst, yieldToServer = false }: RateLimitOptions, clock: Clock) {
    this.#clock = clock;
    this.#bucket = new TokenBucket({ clock, perSecond: qps, burst });
    this.#yields = yieldToServer;
  }

  /** Undefined when the request may be sent at once. A turn that is not waited for is given back. */
  wait(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#off) return undefined;
    const waitMs = this.#bucket.reserve();
    if (waitMs <= 0) return undefined;
    return sleep(this.#clock, waitMs, signal).catch((error: unknown) => {
      this.#bucket.giveBack();
      throw error;
    });
  }

  saw(response: TransportResponse): void {
    if (this.#yields && !this.#off) this.#off = response.headers[FLOW_SCHEMA_HEADER] !== undefined;
  }
}
