import { Pod } from '@kubewright/api/core/v1';
import type { Transport } from '@kubewright/api';
import {
  createClient,
  createHttpTransport,
  exec,
  isApiError,
  loadKubeconfig,
  podLogs,
  portForward,
} from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let env: TestEnvironment;
let transport: Transport;
let client: Client;

beforeAll(async () => {
  env = await startTestEnvironment();
  transport = createHttpTransport(await loadKubeconfig({ path: await env.kubeconfigFile(), env: {} }));
  client = createClient({ transport });
}, 90_000);
afterAll(async () => {
  await transport.close();
  await env.stop();
});

/** There is no kubelet: what the API server answers for itself is what can be asked here. */
describe('streams of a pod', () => {
  it.each([
    ['logs', () => podLogs(client, 'nobody').next()],
    ['exec', () => exec(client, 'nobody', { command: ['true'] })],
    ['port-forward', () => portForward(client, 'nobody', { port: 80 })],
  ])('%s: a pod that is not there is an ApiError', async (_what, ask) => {
    const error: unknown = await ask().catch((caught: unknown) => caught);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ httpStatus: 404 });
  });

  it('exec of a pod that no node runs is an ApiError that says so', async () => {
    const spec = { containers: [{ name: 'c', image: 'i' }], schedulerName: 'nobody' };
    await client.create(Pod({ metadata: { name: 'unscheduled', namespace: 'default' }, spec }));
    const error: unknown = await exec(client, 'unscheduled', { command: ['true'] }).catch(
      (caught: unknown) => caught,
    );
    expect(isApiError(error)).toBe(true);
  });
});
