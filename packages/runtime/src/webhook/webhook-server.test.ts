import { request } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { selfSignedCertificates } from '../certificates/self-signed.js';
import { noMetrics } from '../metrics/metrics.js';
import type { Metrics } from '../metrics/metrics.js';
import { admissionHandler, webhookFor } from './builder.js';
import { conversionFor } from './conversion/conversion-builder.js';
import type { WebhookDefinition } from './definition.js';
import { createWebhookServer } from './webhook-server.js';

const Widget = defineKind<CustomResource<object>>({ group: 'example.com', version: 'v1', kind: 'Widget' });
const client = {} as Client;
const certificates = selfSignedCertificates();

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function run(handlers: readonly WebhookDefinition[], metrics: Metrics = noMetrics) {
  const abort = new AbortController();
  const server = createWebhookServer({ client, handlers, certificates, metrics, host: '127.0.0.1', port: 0 });
  const ended = server.start(abort.signal);
  stops.push(() => {
    abort.abort();
    return ended;
  });
  await server.whenReady();
  const post = (path: string, body: string | Buffer) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const { host, port } = server.address!;
      const options = {
        host,
        port,
        path,
        method: 'POST',
        headers,
        agent: false as const,
        rejectUnauthorized: false,
      };
      request(options, (incoming) => {
        let text = '';
        incoming.on('data', (piece: Buffer) => (text += piece.toString()));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end(body);
    });
  return { server, post };
}

describe('a webhook server', () => {
  it('is found ready at the address it listens on', async () => {
    const abort = new AbortController();
    const server = createWebhookServer({ client, handlers: [], certificates, host: '127.0.0.3', port: 0 });
    const ended = server.start(abort.signal);
    stops.push(() => {
      abort.abort();
      return ended;
    });
    await server.whenReady();
    await server.startedChecker();
  });

  it('serves all webhooks of its definitions, each at its path, and counts their calls', async () => {
    const counted: unknown[] = [];
    const metrics: Metrics = {
      ...noMetrics,
      webhook: (path) => ({
        started: () => void counted.push([path, 'started']),
        finished: (code) => void counted.push([path, code]),
      }),
    };
    const { post } = await run(
      [
        webhookFor(Widget).defaulter(() => undefined),
        conversionFor(Widget),
        { endpoints: [{ type: 'http', path: '/own', handle: () => ({ body: 'mine' }) }] },
      ],
      metrics,
    );
    expect((await post('/own', '')).text).toBe('mine');
    expect((await post('/mutate-example-com-v1-widget', 'x')).status).toBe(400);
    const review = { request: { uid: 'u', desiredAPIVersion: 'example.com/v1', objects: [] } };
    expect(JSON.parse((await post('/convert', JSON.stringify(review))).text)).toMatchObject({
      response: { uid: 'u', convertedObjects: [] },
    });
    expect((await post('/other', '')).status).toBe(404);
    expect(counted).toEqual([
      ['/own', 'started'],
      ['/own', 200],
      ['/mutate-example-com-v1-widget', 'started'],
      ['/mutate-example-com-v1-widget', 400],
      ['/convert', 'started'],
      ['/convert', 200],
    ]);
  });

  it('refuses bodies beyond 7 MiB, as controller-runtime does', async () => {
    const { post } = await run([webhookFor(Widget).defaulter(() => undefined)]);
    const { status, text } = await post('/mutate-example-com-v1-widget', Buffer.alloc(7 * 1024 * 1024 + 1));
    expect(status).toBe(413);
    expect(text).toContain('request entity is too large; limit is 7340032 bytes');
  });

  it('refuses two webhooks at one path, and two conversions of one kind', () => {
    const handle = () => ({ allowed: true });
    const twice = (...handlers: WebhookDefinition[]) =>
      createWebhookServer({ client, handlers, certificates });
    expect(() =>
      twice(admissionHandler({ path: '/a', handle }), admissionHandler({ path: '/a', handle })),
    ).toThrow('two handlers for the path /a');
    expect(() => twice(conversionFor(Widget), conversionFor(Widget))).toThrow('two conversions for Widget');
  });

  it('is healthy while it accepts connections', async () => {
    const idle = createWebhookServer({ client, handlers: [], certificates });
    await expect(idle.startedChecker()).rejects.toThrow('webhook server has not been started yet');
    const { server } = await run([]);
    await server.startedChecker();
    await stops.pop()!();
    await expect(server.startedChecker()).rejects.toThrow('webhook server has not been started yet');
  });

  it('says which files it needs when there are no certificates', async () => {
    const server = createWebhookServer({ client, handlers: [], port: 0 });
    await expect(server.start(new AbortController().signal)).rejects.toThrow(
      'k8s-webhook-server/serving-certs/tls.crt',
    );
  });
});
