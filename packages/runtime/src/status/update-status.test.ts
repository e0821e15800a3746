import { conditionsOf, defineKind, setStatusCondition } from '@kubewright/api';
import type { Condition, CustomResource, Stored } from '@kubewright/api';
import { createClient, isConflict, isNotFound } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi } from '../test-support/fake-api.js';
import { patchStatus, updateStatus } from './update-status.js';

interface AppStatus {
  replicas?: number;
  phase?: string;
  observedGeneration?: number;
  conditions?: Condition[];
}
interface App extends CustomResource<{ size: number }, AppStatus> {}
const App = defineKind<App>({ group: 'example.com', version: 'v1', kind: 'App' });

async function setUp(status?: AppStatus): Promise<{
  client: Client;
  app: Stored<App>;
  sent: Array<{ path: string; body: unknown }>;
  api: FakeApi;
}> {
  const api = new FakeApi();
  const client = createClient({ transport: api, kinds: [App] });
  let app = await client.create(App({ metadata: { name: 'a' }, spec: { size: 1 } }));
  if (status !== undefined) app = await client.status.update({ ...app, status });
  const sent: Array<{ path: string; body: unknown }> = [];
  api.intercept = ({ method, path, body }) => {
    if (method !== 'GET') sent.push({ path, body: JSON.parse(new TextDecoder().decode(body)) as unknown });
    return undefined;
  };
  return { api, client, app, sent };
}

const patches = (sent: Array<{ body: unknown }>): unknown[] => sent.map(({ body }) => body);

describe('updateStatus', () => {
  it('sends nothing when the status is as wanted, in whatever order', async () => {
    const { client, app, sent } = await setUp({ phase: 'Up', replicas: 2 });
    expect(await updateStatus(client, app, { replicas: 2, phase: 'Up' })).toBe(app);
    expect(await updateStatus(client, app, () => undefined)).toBe(app);
    const bare = await setUp();
    expect(await updateStatus(bare.client, bare.app, {})).toBe(bare.app);
    expect([...sent, ...bare.sent]).toEqual([]);
  });

  it('sends what differs to the status subresource, and takes away what is not named', async () => {
    const { client, app, sent } = await setUp({ phase: 'Up', replicas: 2 });
    const after = await updateStatus(client, app, { replicas: 3 });
    expect(after.status).toEqual({ replicas: 3 });
    expect(sent[0]?.path).toContain('/apps/a/status');
    expect(patches(sent)).toEqual([{ status: { replicas: 3, phase: null } }]);
  });

  it('takes a function that changes a copy, or returns another status', async () => {
    const { client, app, sent } = await setUp({ phase: 'Up' });
    await updateStatus(client, app, (status) => {
      status.replicas = 1;
    });
    await updateStatus(client, app, () => ({ phase: 'Down' }));
    expect(patches(sent)).toEqual([{ status: { replicas: 1 } }, { status: { phase: 'Down' } }]);
    expect(app.status).toEqual({ phase: 'Up' });
  });

  it('begins with an empty status where there is none', async () => {
    const { client, app } = await setUp();
    const now = { now: 0 };
    const after = await updateStatus(client, app, (status) => {
      status.conditions ??= [];
      setStatusCondition(
        status.conditions,
        { type: 'Ready', status: 'True', reason: 'Up', message: '' },
        now,
      );
    });
    expect(conditionsOf(after)).toMatchObject([
      { type: 'Ready', lastTransitionTime: '1970-01-01T00:00:00Z' },
    ]);
    expect(conditionsOf(app)).toEqual([]);
  });

  it('observes the generation of the object in hand when told so', async () => {
    const { client, app, sent } = await setUp();
    const after = await updateStatus(client, app, { phase: 'Up' }, { observedGeneration: true });
    expect(after.status).toEqual({ phase: 'Up', observedGeneration: 1 });
    await updateStatus(client, after, { phase: 'Up' }, { observedGeneration: true });
    expect(sent).toHaveLength(1);
  });

  it('is no conflict with a change in between, unless it is asked for', async () => {
    const { client, app, sent } = await setUp({ phase: 'Up' });
    await client.update({ ...app, spec: { size: 2 } });
    const after = await updateStatus(client, app, { phase: 'Down' });
    expect(after).toMatchObject({ spec: { size: 2 }, status: { phase: 'Down' } });
    await expect(updateStatus(client, app, {}, { optimisticLock: true })).rejects.toSatisfy(isConflict);
    expect(patches(sent).at(-1)).toMatchObject({
      metadata: { resourceVersion: app.metadata.resourceVersion },
    });
  });

  it('sends once what the server stores in other words', async () => {
    const { api, client, app, sent } = await setUp({ phase: 'Up' });
    api.normalise = (object) => ({ ...object, status: { phase: 'Up' } });
    for (let time = 0; time < 3; time++) await updateStatus(client, app, { phase: 'Up', replicas: 1 });
    expect(sent).toHaveLength(1);
    await updateStatus(client, app, { phase: 'Up', replicas: 2 });
    expect(sent).toHaveLength(2);
  });

  it('tells that the object is gone', async () => {
    const { client, app } = await setUp();
    await client.delete(app);
    await expect(updateStatus(client, app, { phase: 'Up' })).rejects.toSatisfy(isNotFound);
  });
});

describe('patchStatus', () => {
  it('sets and removes what is named, and sends nothing when that is so', async () => {
    const { client, app, sent } = await setUp({ phase: 'Up', replicas: 2 });
    expect(await patchStatus(client, app, { replicas: 2 })).toBe(app);
    const after = await patchStatus(client, app, { replicas: 3 });
    expect(after.status).toEqual({ phase: 'Up', replicas: 3 });
    expect((await patchStatus(client, after, { phase: null })).status).toEqual({ replicas: 3 });
    expect(patches(sent)).toEqual([{ status: { replicas: 3 } }, { status: { phase: null } }]);
  });
});
