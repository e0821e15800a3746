import type { Clock, Logger } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import type { ServerHandler } from '../server/handler.js';
import type { AdmissionRequest, AdmissionResponse } from './admission-review.js';
import type { Converter } from './conversion/converter.js';
import type { Authenticator } from './token-review.js';

/** What a webhook works with. */
export interface WebhookContext {
  /** Reads from the cache, writes to the server. */
  readonly client: Client;
  /** Reads from the server, past the cache. */
  readonly apiReader: Client;
  /** Names the webhook and the object in every line. */
  readonly log: Logger;
  /** Aborts when the API server no longer waits for the answer. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Judges a request by itself. What it throws is logged, counted, and answered with code 500. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: WebhookContext,
) => AdmissionResponse | Promise<AdmissionResponse>;

/** One path of the webhook server, and what is behind it. */
export type WebhookEndpoint =
  | {
      readonly type: 'mutating' | 'validating';
      readonly path: string;
      readonly handle: AdmissionHandler;
      /** The kind it is for, and the operations it cares about, where they are known. */
      readonly kind?: KindName;
      readonly operations?: readonly string[];
    }
  | { readonly type: 'conversion'; readonly path: string; readonly converter: Converter }
  | { readonly type: 'authentication'; readonly path: string; readonly authenticate: Authenticator }
  | { readonly type: 'http'; readonly path: string; readonly handle: ServerHandler };

/** Webhooks as a plain value. Nothing happens until a manager serves them. */
export interface WebhookDefinition {
  readonly endpoints: readonly WebhookEndpoint[];
}
