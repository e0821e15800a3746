import { connect } from 'node:net';
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import { settled, startControlPlane } from '@kubewright/control-plane';
import { Cleanup } from '../io/cleanup.js';
import { writeOwnKubeconfig } from '../io/own-kubeconfig.js';
import type { DevCluster, DevClusterPlan } from './cluster.js';
import { LocalWebhooks } from './local-webhooks.js';
import { whenInUse } from './when-in-use.js';

export interface EmbeddedClusterOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Of the API server, on loopback; 0 takes any free one. */
  readonly port: number;
  /** Where the kubeconfig goes. Absolute. */
  readonly kubeconfig: string;
  /** Whether the name was chosen by nobody, so that another may be taken while another run uses it. */
  readonly mayRename: boolean;
}

/** A control plane in this process, for this run alone. */
export async function planEmbeddedCluster(options: EmbeddedClusterOptions): Promise<DevClusterPlan> {
  const kubeconfig = await freeName(options);
  return { operatorKubeconfig: kubeconfig, operatorArgs: [], open: () => open({ ...options, kubeconfig }) };
}

async function open({ clock, signal, port, kubeconfig }: EmbeddedClusterOptions): Promise<DevCluster> {
  const cleanup = new Cleanup();
  try {
    const webhooks = new LocalWebhooks({ clock });
    cleanup.defer(() => webhooks.remove());
    const controlPlane = await startControlPlane({
      clock,
      listen: { port },
      webhooks: { services: webhooks.services },
    });
    cleanup.defer(() => controlPlane.stop());
    cleanup.defer(await writeOwnKubeconfig(kubeconfig, controlPlane.kubeconfig()));
    const client = createClient({ transport: controlPlane.transport, fieldManager: 'kubewright' });
    return {
      client,
      url: controlPlane.url ?? '',
      kubeconfig,
      webhooks,
      isOwn: true,
      whenInUse: (object) => whenInUse(object, { client, clock, signal, pollMs: 5 }),
      caughtUp: (view, signal) =>
        settled(controlPlane.server, [controlPlane.manager, view], { clock, signal }).catch(() => undefined),
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Another run of the same project goes on with its own file. */
async function freeName({ kubeconfig, mayRename }: EmbeddedClusterOptions): Promise<string> {
  if (!mayRename) return kubeconfig;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? kubeconfig : `${kubeconfig}-${number}`;
    if (!(await isInUse(path.resolve(name)))) return name;
  }
}

/** Whether the control plane of a kubeconfig answers. */
async function isInUse(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, host = '', port = ''] = /^\s*server: https:\/\/(.+):(\d+)$/m.exec(text) ?? [];
  if (port === '') return false;
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    const end = (answers: boolean) => () => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
}
