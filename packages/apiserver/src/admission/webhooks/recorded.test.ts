import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApiServer } from '../../create-api-server.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { seededRandom } from '../../test-support/seeded-random.js';
import { TestClient } from '../../test-support/test-client.js';
import { patchResponse, TestWebhooks } from '../../test-support/webhooks.js';

// What kube-apiserver 1.36.1 sent to webhooks, and what it made of their answers. Managed fields are left out.
const recorded = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./testdata/${name}.json`, import.meta.url), 'utf8')) as T;

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';
const METHODS = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

interface Sent {
  readonly patches: Readonly<Record<string, unknown>>;
  readonly setup: ReadonlyArray<{ method: string; path: string; body: object }>;
  readonly steps: readonly Step[];
}
interface Step {
  readonly title: string;
  readonly method: keyof typeof METHODS;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly reviews: ReadonlyArray<{ path: string; request: object }>;
}

describe('requests as the real server sends them', async () => {
  const { patches, setup, steps } = recorded<Sent>('requests');
  const webhooks = new TestWebhooks();
  for (const [path, operations] of Object.entries(patches))
    webhooks.on(path, () => patchResponse(operations));
  const server = createApiServer({
    clock: new ManualClock(),
    random: seededRandom(),
    webhooks: { caller: webhooks },
  });
  const admin = { name: 'admin', uid: 'admin-uid', groups: ['system:masters'] };
  const client = new TestClient(server.transportAs(admin));
  for (const { path, body } of setup) {
    const filled = JSON.parse(JSON.stringify(body).replaceAll('$url', 'https://127.0.0.1:9443')) as object;
    expect((await client.create(path, filled)).status).toBe(201);
  }
  // One after the other, each on what the ones before left.
  const results = new Map<Step, { status: number; calls: Array<{ path: string; request: object }> }>();
  for (const step of steps) {
    webhooks.calls.length = 0;
    const { status } = await client.send(METHODS[step.method], step.path, step.body, step.headers);
    const calls = webhooks.calls.map(({ path, review }) => ({ path, request: review.request }));
    results.set(step, { status, calls });
  }
  await server.close();

  it.each(steps.map((step) => [step.title, step] as const))('%s', (_, step) => {
    const { status, calls } = results.get(step)!;
    expect(status).toBe(step.status);
    expect(sorted(calls)).toEqual(sorted(step.reviews));
  });
});

interface Answered {
  readonly title: string;
  readonly id: string;
  readonly mutating: boolean;
  readonly webhook: object;
  readonly dryRun?: boolean;
  readonly del?: boolean;
  readonly answer: { readonly status?: number; readonly contentType?: string; readonly body: unknown };
  readonly status: number;
  readonly body: object;
  readonly warning?: string;
}

describe('answers as the real server takes them', () => {
  it.each(recorded<Answered[]>('answers').map((one) => [one.title, one] as const))('%s', async (_, one) => {
    const webhooks = new TestWebhooks().on(`/${one.id}`, ({ request: { uid } }) => {
      const { status = 200, contentType, body } = one.answer;
      const type = contentType ?? (status < 300 ? 'application/json' : undefined);
      const text = (typeof body === 'string' ? body : JSON.stringify(body)).replace('$uid', uid);
      return { status, headers: { 'content-type': type }, body: Buffer.from(text) };
    });
    const server = createApiServer({
      clock: new ManualClock(),
      random: seededRandom(),
      webhooks: { caller: webhooks },
    });
    const client = new TestClient(server.transport);
    const plural = one.mutating ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations';
    const webhook = {
      name: `${one.id}.example.com`,
      clientConfig: { url: `https://127.0.0.1:9443/${one.id}` },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      ...one.webhook,
    };
    await client.create(`${CONFIGURATIONS}/${plural}`, { metadata: { name: one.id }, webhooks: [webhook] });
    await client.create('/api/v1/namespaces', { metadata: { name: 'n1' } });
    const configMaps = '/api/v1/namespaces/n1/configmaps';
    let answer = await client.create(`${configMaps}${one.dryRun === true ? '?dryRun=All' : ''}`, {
      metadata: { name: one.id, labels: { h: one.id } },
      data: { a: '1' },
    });
    if (one.del === true) answer = await client.delete(`${configMaps}/${one.id}`);
    await server.close();
    expect(withoutSystemFields(answer.body)).toEqual(one.body);
    expect(answer.status).toBe(one.status);
    const { warning } = answer.headers;
    expect(Array.isArray(warning) ? warning.join(', ') : warning).toBe(one.warning);
  });
});

/** Validating webhooks are called in any order. Identities and times are those of one run. */
function sorted(reviews: ReadonlyArray<{ path: string; request: object }>): unknown[] {
  const normal = reviews.map(({ path, request }) => ({ path, request: normalized(request) }));
  const mutating = (path: string): boolean => /^\/(m|p1|p2|never)\?/.test(path);
  const later = normal.filter(({ path }) => !mutating(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  return [...normal.filter(({ path }) => mutating(path)), ...later];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function normalized(value: unknown): unknown {
  const text = JSON.stringify(value, (key, field: unknown) => (key === 'managedFields' ? undefined : field))
    .replace(UUID, '$uid')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"$time"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"$version"')
    .replace(/"c-[a-z0-9]{5}"/g, '"$generated"');
  return JSON.parse(text);
}

function withoutSystemFields(body: object): unknown {
  const own = new Set(['managedFields', 'uid', 'resourceVersion', 'creationTimestamp']);
  return JSON.parse(
    JSON.stringify(body, (key, field: unknown) => (own.has(key) ? undefined : field)).replace(UUID, '$uid'),
  );
}
