/** One HTTPS request to a webhook. */
export interface WebhookRequest {
  readonly method: 'POST' | 'GET';
  /** With the name by which the webhook is known: `https://hook.default.svc:443/mutate?timeout=10s`. */
  readonly url: string;
  /** Where to connect instead of the host and port of `url`, whose name the certificate must still have. */
  readonly connectTo: WebhookAddress | undefined;
  /** PEM of the authorities that may have signed the certificate; undefined means those of the system. */
  readonly caPem: string | undefined;
  readonly body: Uint8Array;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface WebhookAddress {
  readonly host: string;
  readonly port: number;
}

export interface WebhookResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** How webhooks are reached. */
export interface WebhookCaller {
  /** Rejects with an Error whose message says why nobody answered, as Go words it: `connection refused`. */
  call(request: WebhookRequest): Promise<WebhookResponse>;
  close(): Promise<void>;
}

/** The service that a webhook is behind. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** Says where a service is reached. Throws an Error with the reason why it is not. */
export type ServiceResolver = (service: WebhookService) => WebhookAddress;
