import { Pod } from '@kubewright/api/core/v1';
import type { ContainerState, ContainerStatus } from '@kubewright/api/core/v1';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { whatIsInTheWay } from './rollout.js';

/** A namespace with one pod, and events; its logs are undefined where they are gone. */
function clientOf(container: Partial<ContainerStatus>, logs: string | undefined, events: string[] = []) {
  const asked: string[] = [];
  const containerStatuses = [{ name: 'manager', ...container } as ContainerStatus];
  const pod = Pod({ metadata: { name: 'a' }, status: { containerStatuses } });
  const bytes = new TextEncoder().encode(logs ?? '{"kind":"Status","message":"gone"}');
  const client = {
    list: (kind: { kind: string }) =>
      Promise.resolve({ items: kind.kind === 'Pod' ? [pod] : events.map((message) => ({ message })) }),
    transport: {
      request: ({ path }: { path: string }) => {
        asked.push(path);
        const body = {
          bytes: () => Promise.resolve(bytes),
          cancel: () => undefined,
          async *[Symbol.asyncIterator]() {
            yield await Promise.resolve(bytes);
          },
        };
        return Promise.resolve({ status: logs === undefined ? 404 : 200, headers: {}, body });
      },
    },
  };
  const ask = () =>
    whatIsInTheWay('ns', {}, { client: client as unknown as Client, signal: new AbortController().signal });
  return { ask, asked };
}

const crashing: Partial<ContainerStatus> = {
  state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } },
  lastState: { terminated: { exitCode: 1 } },
};
const ended: { state: ContainerState } = { state: { terminated: { exitCode: 1, reason: 'Error' } } };

describe('what is in the way of a rollout', () => {
  it('is what the operator said in the run before, when it crashes again and again', async () => {
    const said =
      '{"msg":"manager is stopping"}\noperator: unknown option --wings\n{"msg":"manager stopped"}\n';
    const { ask, asked } = clientOf(crashing, said);
    expect(await ask()).toBe('pod a, manager: CrashLoopBackOff operator: unknown option --wings');
    expect(asked).toEqual(['/api/v1/namespaces/ns/pods/a/log?container=manager&previous=true&tailLines=20']);
  });

  it.each([
    ['what it said in this run, when it has just ended', ended, 'operator: no\n', 'Error operator: no'],
    ['the last line of a log of nothing else', ended, '{"a":1}\n{"b":2}\n', 'Error {"b":2}'],
    ['what the kubelet says, when the log is gone', crashing, undefined, 'CrashLoopBackOff back-off 10s'],
    ['what the kubelet says, when nothing was said', crashing, '', 'CrashLoopBackOff back-off 10s'],
  ])('is %s', async (_what, container, logs, expected) => {
    expect(await clientOf(container, logs).ask()).toBe(`pod a, manager: ${expected}`);
  });

  it('is why a container cannot start, without asking for a log that there is not', async () => {
    const state = { waiting: { reason: 'ErrImagePull', message: 'no such image' } };
    const { ask, asked } = clientOf({ state }, undefined);
    expect(await ask()).toBe('pod a, manager: ErrImagePull no such image');
    expect(asked).toEqual([]);
  });

  it('is the newest warning where pods say nothing', async () => {
    const running = { state: { running: {} } };
    expect(await clientOf(running, undefined, ['old', 'exceeded quota']).ask()).toBe('exceeded quota');
  });
});
