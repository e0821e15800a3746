import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@kubewright/client';
import { settled, startControlPlane } from '@kubewright/control-plane';
import { createManager } from '@kubewright/runtime';
import { TestEnvironmentError } from '../errors.js';
import { operatorClient } from '../operator-client.js';
import type { Backend, BackendOptions } from '../test-environment.js';

/** The control plane inside this process, reached without a socket. */
export async function startEmbeddedBackend({
  clock,
  random,
  logger,
  signal,
  recordCalls,
  node,
}: BackendOptions): Promise<Backend> {
  signal?.throwIfAborted();
  const controlPlane = await startControlPlane({ clock, random, logger, node, listen: false });
  const client = createClient({ transport: controlPlane.transport });
  const operators = await operatorClient(client, controlPlane.transport, recordCalls).catch(
    async (error: unknown) => {
      await controlPlane.stop();
      throw error;
    },
  );
  let folder: string | undefined;
  return {
    client,
    async kubeconfigFile() {
      await controlPlane.listen();
      folder ??= await mkdtemp(path.join(tmpdir(), 'kubewright-env-'));
      const file = path.join(folder, 'kubeconfig');
      await writeFile(file, controlPlane.kubeconfig(), { mode: 0o600 });
      return file;
    },
    newManager: (controllers, options) =>
      createManager({
        ...options,
        client: operators.client,
        controllers: [...controllers],
        clock,
        random,
        logger,
      }),
    async settled(managers, options) {
      try {
        await settled(controlPlane.server, [controlPlane.manager, ...managers], {
          clock,
          timeoutMs: options.timeoutMs,
          ...(options.signal === undefined ? {} : { signal: options.signal }),
        });
      } catch (cause) {
        options.signal?.throwIfAborted();
        throw new TestEnvironmentError('NotSettled', (cause as Error).message, { cause });
      }
    },
    async stop() {
      try {
        await operators.stop();
      } finally {
        await controlPlane.stop();
      }
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
