import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import type { Manager } from '@kubewright/runtime';
import { TestEnvironmentError } from '../errors.js';

const POLL_MS = 25;

/**
 * The managers are idle and the server's revision (any list names it) has stood still for `quietMs`: the nearest to
 * "nothing left to do" that can be seen from outside kube-controller-manager.
 */
export async function settledOnKube(
  client: Client,
  managers: readonly Manager[],
  options: { clock: Clock; timeoutMs: number; quietMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const { clock, timeoutMs, quietMs, signal } = options;
  const deadline = clock.now() + timeoutMs;
  let revision = '';
  let since = clock.now();
  for (;;) {
    const current = await currentRevision(client, signal);
    const idle = managers.every((manager) => manager.activity.isIdle());
    if (current !== revision || !idle) {
      revision = current;
      since = clock.now();
    } else if (clock.now() - since >= quietMs) {
      return;
    }
    if (clock.now() > deadline) {
      const busy = managers.flatMap((manager) => manager.activity.busyWith());
      const why = busy.length > 0 ? busy.join('; ') : `the server's revision still moves (${revision})`;
      throw new TestEnvironmentError('NotSettled', `not settled after ${timeoutMs} ms: ${why}`);
    }
    await sleep(clock, POLL_MS, signal);
  }
}

/** The revision of the store: what a list of nothing much is stamped with. */
async function currentRevision(client: Client, signal: AbortSignal | undefined): Promise<string> {
  const response = await client.transport.request({
    method: 'GET',
    path: '/api/v1/namespaces/default/podtemplates?limit=1',
    ...(signal === undefined ? {} : { signal }),
  });
  const list = JSON.parse(new TextDecoder().decode(await response.body.bytes())) as {
    metadata: { resourceVersion: string };
  };
  return list.metadata.resourceVersion;
}
