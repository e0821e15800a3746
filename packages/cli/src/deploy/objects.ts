import type { Clock, Kind, KubernetesObject, Stored } from '@kubewright/api';
import { isApiError, isNoKindMatch, isNotFound } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { defineKind, formatKey, jsonEquals, sleep } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { CliError } from '../errors.js';
import { KIND_MAKERS } from './kind-makers.js';

/** What became of an object. */
export type Outcome = 'created' | 'configured' | 'unchanged' | 'deleted' | 'not there';

export interface ObjectsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long to wait for what an object needs, or leaves behind. */
  readonly timeoutMs: number;
  /** Told of each object in turn. */
  readonly onObject: (object: KubernetesObject, outcome: Outcome) => void;
}

/**
 * Brings objects to what they say, one after the other, by server-side apply as `kubewright`, taking over fields that
 * others own. Definitions of custom resources are waited for, so that objects of their kinds may follow. Throws
 * `CliError` `Refused` naming the object and the server's reason.
 */
export async function applyObjects(
  objects: readonly KubernetesObject[],
  options: ObjectsOptions,
): Promise<void> {
  const { client, signal, onObject } = options;
  for (const object of objects) {
    try {
      const kind = await client.mapper.kindFor(object.apiVersion ?? '', object.kind ?? '', { signal });
      const before = await client.get(kind, keyOf(object), { signal }).catch(unlessFound);
      const after = await client.apply(object, { force: true, signal });
      if (object.kind === 'CustomResourceDefinition') await untilEstablished(after, kind, options);
      onObject(object, outcomeOf(before, after));
    } catch (cause) {
      throw refused(object, cause);
    }
  }
}

function outcomeOf(before: Stored<KubernetesObject> | undefined, after: Stored<KubernetesObject>): Outcome {
  if (before === undefined) return 'created';
  return jsonEquals(contentOf(before), contentOf(after)) ? 'unchanged' : 'configured';
}

/** A write may change who owns a field and nothing else: the second apply of a Namespace lets go of its default label. */
function contentOf(object: Stored<KubernetesObject>): KubernetesObject {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/**
 * Deletes objects, the last first, and waits until they are gone. Definitions of custom resources go before everything
 * else, while the operator still runs: it has to clean up after the objects of its kinds. What is not there, or of a kind
 * that is not, is passed over. Throws `CliError` `Refused`, and `NotConverged` when an object stays, naming the finalizers
 * that hold it.
 */
export async function deleteObjects(
  objects: readonly KubernetesObject[],
  options: ObjectsOptions,
): Promise<void> {
  const { client, clock, signal, timeoutMs, onObject } = options;
  const lastFirst = [...objects].reverse();
  const inOrder = [...lastFirst.filter(isDefinition), ...lastFirst.filter((object) => !isDefinition(object))];
  for (const object of inOrder) {
    try {
      const kind = await client.mapper.kindFor(object.apiVersion ?? '', object.kind ?? '', { signal });
      await client.delete(kind, keyOf(object), { signal });
      const deadline = clock.now() + timeoutMs;
      for (;;) {
        const left = await client.get(kind, keyOf(object), { signal }).catch(unlessFound);
        if (left === undefined) break;
        if (clock.now() > deadline) throw await stays(object, left, options);
        await sleep(clock, POLL_MS, signal);
      }
      onObject(object, 'deleted');
    } catch (cause) {
      if (!isNotFound(cause) && !isNoKindMatch(cause)) throw refused(object, cause);
      onObject(object, 'not there');
    }
  }
}

const POLL_MS = 250;

const isDefinition = ({ kind }: KubernetesObject): boolean => kind === 'CustomResourceDefinition';

async function stays(
  object: KubernetesObject,
  left: Stored<KubernetesObject>,
  options: ObjectsOptions,
): Promise<CliError> {
  const { finalizers = [] } = left.metadata;
  const held = isDefinition(object) ? await heldObjects(left, options) : '';
  const why =
    held !== ''
      ? `: ${held}`
      : finalizers.length === 0
        ? ''
        : `: its finalizers ${finalizers.join(', ')} wait for someone`;
  return new CliError('NotConverged', `${nameOf(object)} is still there${why}`);
}

/** Which objects of a definition keep it from going, and who has to let them go. */
async function heldObjects(
  definition: Stored<KubernetesObject>,
  { client, signal }: ObjectsOptions,
): Promise<string> {
  const { group, names, scope, versions } = (definition as CustomResourceDefinition).spec;
  const version = versions.find(({ served }) => served)?.name ?? '';
  const { kind, plural } = names;
  const kindOf = defineKind({ group, version, kind, plural, namespaced: scope === 'Namespaced' });
  const { items } = await client.list(kindOf, { signal }).catch(() => ({ items: [] }));
  const held = items.filter(({ metadata }) => (metadata.finalizers ?? []).length > 0);
  const [first] = held;
  if (first === undefined) return '';
  const others = held.length === 1 ? '' : ` and ${held.length - 1} more`;
  const finalizers = [...new Set(held.flatMap(({ metadata }) => metadata.finalizers ?? []))];
  return (
    `${kind} ${formatKey(first.metadata)}${others} wait for their finalizers (${finalizers.join(', ')}): ` +
    'the operator removes them when it has cleaned up, so see whether it runs'
  );
}

/** Waits until a definition is served. Throws `CliError` `Refused` where its names are taken, `NotConverged` when it takes too long. */
export async function untilEstablished(
  crd: Stored<KubernetesObject>,
  kind: Kind,
  options: Omit<ObjectsOptions, 'onObject'> & { readonly pollMs?: number },
): Promise<void> {
  const { client, clock, signal, timeoutMs, pollMs = POLL_MS } = options;
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const now = await client.get(kind, keyOf(crd), { signal });
    // A definition that was written a moment ago has null here.
    const { conditions } =
      (now as { status?: { conditions?: Array<Record<string, string>> | null } }).status ?? {};
    const conditionIs = (type: string, status: string) =>
      conditions?.find((of) => of['type'] === type && of['status'] === status);
    if (conditionIs('Established', 'True') !== undefined) return;
    const refusal = conditionIs('NamesAccepted', 'False');
    if (refusal !== undefined) throw new CliError('Refused', `${nameOf(crd)}: ${refusal['message'] ?? ''}`);
    if (clock.now() > deadline) throw new CliError('NotConverged', `${nameOf(crd)} is not served yet`);
    await sleep(clock, pollMs, signal);
  }
}

function unlessFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}

function refused(object: KubernetesObject, cause: unknown): unknown {
  if (!isApiError(cause) && !isNoKindMatch(cause)) return cause;
  const maker = isNoKindMatch(cause) ? KIND_MAKERS[groupOf(object)] : undefined;
  const why = maker === undefined ? cause.message : `the server knows no kind ${object.kind ?? ''}: ${maker}`;
  return new CliError('Refused', `${nameOf(object)}: ${why}`, { cause });
}

function keyOf({ metadata }: KubernetesObject): { name: string; namespace?: string } {
  const { name = '', namespace } = metadata ?? {};
  return namespace === undefined ? { name } : { name, namespace };
}

/** `deployment.apps/manager`, as kubectl names objects. */
export function nameOf(object: KubernetesObject): string {
  const group = groupOf(object);
  return `${object.kind?.toLowerCase() ?? ''}${group === '' ? '' : `.${group}`}/${object.metadata?.name ?? ''}`;
}

function groupOf({ apiVersion = '' }: KubernetesObject): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}
