import type { Clock } from '@kubewright/api';
import type { WebhookClientConfig } from '@kubewright/api/admissionregistration/v1';
import { decodeText } from '../bytes/json.js';
import type { ServiceResolver, WebhookAddress, WebhookCaller, WebhookResponse } from './webhook-caller.js';
import { answerText } from './answer.js';

export interface WebhookClientParts {
  readonly clock: Clock;
  readonly caller: WebhookCaller;
  readonly resolveService: ServiceResolver;
}

/** Where one webhook is, read once from its configuration. */
export interface WebhookTarget {
  readonly url: string;
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number } | undefined;
  readonly caPem: string | undefined;
}

// client-go `rest/with_retry.go`.
const MAX_RETRIES = 10;

/** Sends reviews to webhooks and reads what they answer. */
export class WebhookClient {
  private readonly parts: WebhookClientParts;

  constructor(parts: WebhookClientParts) {
    this.parts = parts;
  }

  /**
   * POSTs a review; the JSON text of the answer. Throws an Error whose message is that of the real server's client
   * (client-go `rest/request.go`): who did not answer in time, could not be reached, or answered with an error.
   */
  async post(target: WebhookTarget, body: Uint8Array, timeoutMs: number): Promise<string> {
    const { clock } = this.parts;
    const url = `${target.url}?timeout=${Math.ceil(timeoutMs / 1000)}s`;
    const deadline = new AbortController();
    const timer = clock.setTimer(() => deadline.abort(), timeoutMs);
    const overdue = new Promise<never>((_, reject) => {
      deadline.signal.addEventListener('abort', () => reject(postError(url, 'context deadline exceeded')));
    });
    // Whoever is in time wins; the other one is nobody's concern.
    overdue.catch(() => undefined);
    try {
      return answerText(await Promise.race([this.send(target, url, body, deadline.signal), overdue]));
    } finally {
      timer.cancel();
      deadline.abort();
    }
  }

  close(): Promise<void> {
    return this.parts.caller.close();
  }

  private async send(
    target: WebhookTarget,
    url: string,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<WebhookResponse> {
    for (let retries = 0; ; retries++) {
      const response = await this.sendOnce(target, url, body, signal);
      const waitMs = retryAfterMs(response);
      if (waitMs === undefined || retries === MAX_RETRIES) return response;
      await this.pause(waitMs, signal);
    }
  }

  private async sendOnce(
    { service, caPem }: WebhookTarget,
    url: string,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<WebhookResponse> {
    try {
      const connectTo: WebhookAddress | undefined =
        service === undefined ? undefined : this.parts.resolveService(service);
      return await this.parts.caller.call({ method: 'POST', url, connectTo, caPem, body, signal });
    } catch (error) {
      throw postError(url, (error as Error).message, error);
    }
  }

  /** Ends early, and for good, when nobody waits any more. */
  private pause(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.parts.clock.setTimer(resolve, waitMs);
      signal.addEventListener('abort', () => timer.cancel(), { once: true });
    });
  }
}

/** Reads where a webhook is. The configuration has been validated. */
export function webhookTarget({ url, service, caBundle }: WebhookClientConfig): WebhookTarget {
  const pem = caBundle === undefined ? '' : decodeText(Buffer.from(caBundle, 'base64'));
  const caPem = pem.trim() === '' ? undefined : pem;
  if (service === undefined) {
    return { url: withoutQuery(url ?? ''), service: undefined, caPem };
  }
  const { name, namespace, port = 443, path = '' } = service;
  const suffix = path.startsWith('/') ? path : `/${path}`;
  return {
    url: `https://${name}.${namespace}.svc:${port}${suffix}`,
    service: { name, namespace, port },
    caPem,
  };
}

/** What cannot be read is kept, and fails when it is called. */
function withoutQuery(text: string): string {
  try {
    const { protocol, host, pathname } = new URL(text);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return text;
  }
}

const postError = (url: string, why: string, cause?: unknown): Error =>
  new Error(`Post ${JSON.stringify(url)}: ${why}`, { cause });

/** A webhook that is busy may say when to come again. */
function retryAfterMs({ status, headers }: WebhookResponse): number | undefined {
  const { 'retry-after': seconds = '' } = headers;
  const isBusy = status === 429 || status >= 500;
  return isBusy && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
