import { createApiServer } from '@kubewright/apiserver';
import type { ApiServer } from '@kubewright/apiserver';
import type { Transport, TransportBody } from '@kubewright/api';
import { collectionPath, createClient } from '@kubewright/client';
import type { Client, KindName } from '@kubewright/client';
import { createManager } from '@kubewright/runtime';
import type { ControllerDefinition } from '@kubewright/runtime';
import { afterEach } from 'vitest';
import { settled } from '../settled.js';

export interface HeldWatches {
  /** Live, past the cache that lags behind. */
  readonly client: Client;
  /** Waits until the controllers have nothing to do, as far as they know. */
  readonly settle: () => Promise<void>;
  /** Lets the events through that were held back. */
  readonly release: () => void;
}

/** Starts controllers whose cache of one kind sees the first list and then no event until `release`. */
export function useHeldWatches(): (
  kind: KindName,
  controllers: ControllerDefinition[],
) => Promise<HeldWatches> {
  const stops: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  return async (kind, controllers) => {
    const server = createApiServer();
    let release: () => void = () => undefined;
    let held = true;
    const gate = new Promise<void>((resolve) => {
      release = () => {
        held = false;
        resolve();
      };
    });
    const client = createClient({ transport: holdWatches(server.transport, kind, gate) });
    const manager = createManager({ client, controllers });
    const running = manager.start();
    stops.push(async () => {
      release();
      await manager.stop();
      await running;
      await server.close();
    });
    await manager.whenReady();
    const { activity } = manager;
    const known = {
      isIdle: () => activity.isIdle(),
      busyWith: () => activity.busyWith(),
      subscribe: (listener: () => void) => activity.subscribe(listener),
      resourceVersions: () =>
        activity.resourceVersions().filter((each) => !held || each.kind.kind !== kind.kind),
    };
    const settle = () => settled(server, [{ activity: known }], { timeoutMs: 5000 });
    return { client: createClient({ transport: server.transport }), settle, release };
  };
}

function holdWatches(transport: ApiServer['transport'], kind: KindName, gate: Promise<void>): Transport {
  return {
    close: () => transport.close(),
    request: async (request) => {
      const response = await transport.request(request);
      const isWatch =
        request.path.startsWith(`${collectionPath(kind)}?`) && request.path.includes('watch=true');
      return isWatch ? { ...response, body: holdBody(response.body, gate) } : response;
    },
  };
}

function holdBody(body: TransportBody, gate: Promise<void>): TransportBody {
  return {
    bytes: () => body.bytes(),
    cancel: () => {
      body.cancel();
    },
    async *[Symbol.asyncIterator]() {
      for await (const chunk of body) {
        await gate;
        yield chunk;
      }
    },
  };
}
