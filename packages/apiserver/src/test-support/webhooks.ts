import { encodeJson } from '../bytes/json.js';
import type { WebhookCaller, WebhookRequest, WebhookResponse } from '../webhook-client/webhook-caller.js';

export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: Record<string, unknown> & { readonly uid: string };
}

/** What a webhook of a test answers: a response with its uid filled in, a whole answer, or never. */
export type TestWebhook = (
  review: Review,
  request: WebhookRequest,
) => object | WebhookResponse | Promise<object | WebhookResponse>;

/** Webhooks inside the process, by the path of their URL. Those that are not there allow everything. */
export class TestWebhooks implements WebhookCaller {
  readonly calls: Array<{
    readonly path: string;
    readonly review: Review;
    readonly request: WebhookRequest;
  }> = [];
  private readonly handlers = new Map<string, TestWebhook>();

  /** Answers reviews that are sent to this path. */
  on(path: string, handler: TestWebhook): this {
    this.handlers.set(path, handler);
    return this;
  }

  async call(request: WebhookRequest): Promise<WebhookResponse> {
    const { pathname, search } = new URL(request.url);
    const review = JSON.parse(Buffer.from(request.body).toString()) as Review;
    this.calls.push({ path: pathname + search, review, request });
    const handler = this.handlers.get(pathname) ?? (() => ({ allowed: true }));
    const answer = await handler(review, request);
    if ('body' in answer && answer.body instanceof Uint8Array) return answer as WebhookResponse;
    const { apiVersion, kind } = review;
    const response = { uid: review.request.uid, ...answer };
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: encodeJson({ apiVersion, kind, response }),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A JSON patch as the response of a webhook. */
export const patchResponse = (operations: unknown): object => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});
