import { sleep } from '@kubewright/api';
import type { Clock, KubernetesObject, ObjectKey } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { Event, Pod } from '@kubewright/api/core/v1';
import { podLogLines } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { CliError } from '../errors.js';
import { nameOf } from './objects.js';

export interface RolloutOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Waits until the Deployments among the objects are rolled out, as `kubectl rollout status` does. Throws `CliError`
 * `NotConverged` with what the pods and the newest events say is in the way.
 */
export async function untilRolledOut(
  objects: readonly KubernetesObject[],
  options: RolloutOptions,
): Promise<void> {
  const { client, clock, signal, timeoutMs } = options;
  const deadline = clock.now() + timeoutMs;
  for (const object of objects.filter(({ kind }) => kind === 'Deployment')) {
    const { name = '', namespace = 'default' } = object.metadata ?? {};
    for (;;) {
      const { metadata, spec, status = {} } = await client.get(Deployment, { name, namespace }, { signal });
      const wanted = spec?.replicas ?? 1;
      const isSeen = (status.observedGeneration ?? 0) >= (metadata.generation ?? 0);
      const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
      if (
        isSeen &&
        updatedReplicas >= wanted &&
        replicas <= updatedReplicas &&
        availableReplicas >= updatedReplicas
      )
        break;
      if (clock.now() > deadline) {
        const why = await whatIsInTheWay(namespace, spec?.selector.matchLabels ?? {}, options);
        throw new CliError(
          'NotConverged',
          `${nameOf(object)} has ${availableReplicas} of ${wanted} pods available${why === '' ? '' : `: ${why}`}`,
        );
      }
      await sleep(clock, POLL_MS, signal);
    }
  }
}

const POLL_MS = 250;

/** What the containers of the pods wait for, or else the newest warning of their namespace; empty where nothing tells. */
export async function whatIsInTheWay(
  namespace: string,
  labels: Readonly<Record<string, string>>,
  { client, signal }: Pick<RolloutOptions, 'client' | 'signal'>,
): Promise<string> {
  const pods = await client.list(Pod, { namespace, labelSelector: labels, signal });
  const waiting: string[] = [];
  for (const { metadata, status } of pods.items)
    for (const { name, state, lastState } of status?.containerStatuses ?? []) {
      const ended = state?.terminated ?? lastState?.terminated;
      const { reason, message } = state?.waiting ?? ended ?? {};
      if (reason === undefined) continue;
      const pod = { namespace, name: metadata.name };
      const previous = state?.terminated === undefined;
      const words = ended && (await lastWords(client, pod, { container: name, previous, signal }));
      waiting.push(`pod ${metadata.name}, ${name}: ${[reason, words ?? message].join(' ').trim()}`);
    }
  if (waiting.length > 0) return [...new Set(waiting)].join('; ');
  const events = await client.list(Event, { namespace, fieldSelector: { type: 'Warning' }, signal });
  return events.items.at(-1)?.message ?? '';
}

/** What a container said last before it ended: an operator tells there in a sentence why. Undefined when that is not known. */
async function lastWords(
  client: Client,
  pod: ObjectKey,
  options: { container: string; previous: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  const lines: string[] = [];
  try {
    for await (const line of podLogLines(client, pod, { ...options, tailLines: LAST_LINES }))
      lines.push(line);
  } catch {
    options.signal.throwIfAborted();
    return undefined;
  }
  const words = lines.filter((line) => line.trim() !== '');
  // Lines of the log come in between: its last messages tell how the rest was stopped.
  return words.findLast((line) => !line.startsWith('{')) ?? words.at(-1);
}

const LAST_LINES = 20;
