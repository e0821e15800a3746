import type { Client } from '@kubewright/client';

import type { ServerHandler, ServerRequest } from '../server/handler.js';
import { admissionEndpoint } from '../webhook/admission-endpoint.js';
import type { WebhookDefinition } from '../webhook/definition.js';
import { ManualClock } from './manual-clock.js';
import { recordingLogger } from './recording-logger.js';

/** Calls a handler of a server without the server. */
export async function callHandler(
  handler: ServerHandler,
  body: unknown,
  request: Partial<ServerRequest> = {},
): Promise<{ status: number; text: string }> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const { status = 200, body: answer = '' } = await handler({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    remoteAddress: '127.0.0.1',
    signal: new AbortController().signal,
    body: () => Promise.resolve(bytes),
    ...request,
  });
  return { status, text: answer as string };
}

/** What answers an AdmissionReview. */
export interface Answer {
  uid: string;
  allowed: boolean;
  status: { code: number; message?: string; reason?: string; details?: unknown };
  patch?: string;
  patchType?: string;
  warnings?: string[];
  auditAnnotations?: Record<string, string>;
}

/** Calls the admission webhooks of a definition as an API server would. */
export class WebhookCalls {
  readonly clock = new ManualClock();
  readonly records: ReturnType<typeof recordingLogger>['records'];
  panics = 0;
  readonly #handlers = new Map<string, ServerHandler>();

  constructor(definition: WebhookDefinition) {
    const { logger, records } = recordingLogger();
    this.records = records;
    for (const endpoint of definition.endpoints) {
      if (endpoint.type !== 'mutating' && endpoint.type !== 'validating') continue;
      const { path, handle } = endpoint;
      const client = {} as Client;
      const parts = { client, apiReader: client, clock: this.clock, logger };
      this.#handlers.set(
        path,
        admissionEndpoint({ ...parts, path, handle, onPanic: () => void this.panics++ }),
      );
    }
  }

  /** The answer to a raw body. */
  raw(
    path: string,
    body: unknown,
    request?: Partial<ServerRequest>,
  ): Promise<{ status: number; text: string }> {
    return callHandler(this.#handlers.get(path)!, body, request);
  }

  /** The response to an admission request. */
  async ask(path: string, fields: object, request?: Partial<ServerRequest>): Promise<Answer> {
    const review = {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: 'u1',
        kind: { group: 'example.com', version: 'v1', kind: 'Widget' },
        resource: { group: 'example.com', version: 'v1', resource: 'widgets' },
        name: 'w',
        namespace: 'default',
        operation: 'CREATE',
        userInfo: { username: 'jane', groups: ['dev'] },
        dryRun: false,
        options: { apiVersion: 'meta.k8s.io/v1', kind: 'CreateOptions', fieldManager: 'kubectl' },
        ...fields,
      },
    };
    const { text } = await this.raw(path, review, request);
    return (JSON.parse(text) as { response: Answer }).response;
  }
}

/** The operations of a response's patch. */
export function patchOf({ patch }: Answer): unknown {
  return patch === undefined ? undefined : JSON.parse(Buffer.from(patch, 'base64').toString());
}
