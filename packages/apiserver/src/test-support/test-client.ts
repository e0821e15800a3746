import type { Transport } from '@kubewright/api';
import { LineReader } from './line-reader.js';
import type { JsonObject } from './line-reader.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The parsed body. */
  readonly body: JsonObject;
  readonly text: string;
}

const METHODS = { get: 'GET', create: 'POST', update: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Requests as a test writes them: `client.create('/api/v1/namespaces', { metadata: { name: 'a' } })`. */
export class TestClient {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('get', path, undefined, headers);
  }

  create(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('create', path, body, headers);
  }

  update(path: string, body: unknown): Promise<Answer> {
    return this.send('update', path, body);
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send('delete', path, body);
  }

  patch(type: keyof typeof PATCH_TYPES, path: string, body: unknown): Promise<Answer> {
    return this.send('patch', path, body, { 'content-type': PATCH_TYPES[type] });
  }

  /** `body` is sent as it is when it is text or bytes, otherwise as JSON. */
  async send(
    verb: keyof typeof METHODS,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.transport.request({
      method: METHODS[verb],
      path,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: bytesOf(body) }),
    });
    const text = Buffer.from(await response.body.bytes()).toString();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  /** The events of a watch, one after the other. */
  async watch(
    path: string,
    options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<LineReader> {
    const { headers = {}, signal } = options;
    const response = await this.transport.request({
      method: 'GET',
      path,
      headers,
      ...(signal === undefined ? {} : { signal }),
    });
    return new LineReader(response);
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
