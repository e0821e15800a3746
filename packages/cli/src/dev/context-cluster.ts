import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { createClient, createHttpTransport, loadClusterConfig } from '@kubewright/client';
import type { ClusterConfig } from '@kubewright/client';
import { CliError } from '../errors.js';
import type { CommandIo } from '../io/terminal.js';
import { replaceFile } from '../io/write-file.js';
import type { DevCluster, DevClusterPlan } from './cluster.js';
import { whenInUse } from './when-in-use.js';
import { LocalWebhooks } from './local-webhooks.js';

/*
 * What `dev` does to a cluster that is not its own:
 *  1. It asks before, by name, and refuses where nobody can be asked, unless told by --yes.
 *  2. It applies the project's CRDs and, unless told otherwise, its samples, and runs the operator here, with the
 *     permissions of the kubeconfig. Roles are not applied: nobody there would have them.
 *  3. It stays with the context that it began with, whichever becomes the current one.
 *  4. The cluster's API server cannot be told, as the embedded one is, where webhooks are served. With --webhook-host it
 *     is given an address of this machine, for as long as the run lasts. Otherwise webhook configurations are not
 *     installed, and conversions of CRDs go where the CRDs say.
 *  5. It leaves CRDs and samples behind, for deleting a CRD deletes every object of its kind; `kubewright uninstall`
 *     does that. Webhook configurations that name this machine are deleted.
 *  6. It looks at the kinds of the project and the usual ones, in the namespace of the context.
 */

export interface ContextClusterOptions {
  readonly kubeconfig: string | undefined;
  readonly context: string | true;
  readonly yes: boolean;
  readonly webhookHost: string | undefined;
  /** The project. */
  readonly folder: string;
}

/** What operators usually make; Secrets are nobody's to look at. */
const SHOWN_KINDS = new Set([
  '/Pod',
  '/Service',
  '/ConfigMap',
  '/PersistentVolumeClaim',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
  'networking.k8s.io/Ingress',
  'autoscaling/HorizontalPodAutoscaler',
]);

/** Finds the cluster of a context, and asks whether it may be used. */
export async function planContextCluster(
  options: ContextClusterOptions,
  io: CommandIo,
): Promise<DevClusterPlan> {
  const { context, webhookHost } = options;
  const file = options.kubeconfig === undefined ? undefined : path.resolve(io.cwd, options.kubeconfig);
  const config = await loadClusterConfig({
    env: io.env,
    path: file,
    context: context === true ? undefined : context,
    clock: io.clock,
  });
  await confirm(config, options, io);
  const given =
    file ?? setOr(io.env['KUBECONFIG'], path.join(setOr(io.env['HOME'], homedir()), '.kube', 'config'));
  return {
    operatorKubeconfig: await pinned(config, given, options.folder),
    operatorArgs: webhookHost === undefined ? ['--webhook-bind-address=0'] : [],
    open: () => open(config, given, webhookHost, io),
  };
}

async function confirm(
  { context = 'of this pod', server, namespace }: ClusterConfig,
  { yes }: ContextClusterOptions,
  { prompts }: CommandIo,
): Promise<void> {
  if (yes) return;
  const what = `install the project's CRDs, and its samples in namespace ${namespace}, into context ${context} (${server})`;
  if (prompts === undefined)
    throw new CliError('InvalidArgument', `dev would ${what}: say --yes where nobody can be asked`);
  const message = `This will ${what}. Go on?`;
  if (!(await prompts.confirm({ message, initial: false })))
    throw new CliError('Cancelled', 'cancelled: nothing was changed');
}

/**
 * A KUBECONFIG with the context as the current one, made of the same files: of several the first decides. Each context has
 * its own, for another run may use another one at the same time.
 */
async function pinned({ context }: ClusterConfig, given: string, folder: string): Promise<string> {
  if (context === undefined) return given;
  const file = path.join(folder, '.kubewright', 'dev', `context-${digest(context)}`);
  await replaceFile(file, `apiVersion: v1\nkind: Config\ncurrent-context: ${JSON.stringify(context)}\n`);
  return [file, given].join(path.delimiter);
}

/** Names of contexts hold what names of files must not. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function setOr(value: string | undefined, other: string): string {
  return value === undefined || value === '' ? other : value;
}

async function open(
  config: ClusterConfig,
  kubeconfig: string,
  webhookHost: string | undefined,
  io: CommandIo,
): Promise<DevCluster> {
  const { clock, signal } = io;
  const transport = createHttpTransport(config, { clock });
  const webhooks = webhookHost === undefined ? undefined : new LocalWebhooks({ clock, host: webhookHost });
  const { server, namespace, context } = config;
  const client = createClient({ transport, defaultNamespace: namespace, fieldManager: 'kubewright', clock });
  try {
    // A server that is out of reach is told now, in one sentence.
    await (await transport.request({ method: 'GET', path: '/version', signal })).body.bytes();
  } catch (error) {
    await transport.close();
    throw error;
  }
  return {
    client,
    url: server,
    kubeconfig,
    ...(context === undefined ? {} : { context }),
    ...(webhooks === undefined ? {} : { webhooks }),
    isOwn: false,
    shown: {
      isShown: ({ group, kind }) => SHOWN_KINDS.has(`${group}/${kind}`),
      namespaces: [namespace],
    },
    whenInUse: (object) => whenInUse(object, { client, clock, signal, pollMs: 50 }),
    caughtUp: () => Promise.resolve(),
    close: async () => {
      await webhooks?.remove();
      await transport.close();
    },
  };
}
