import type { KubernetesObject, Stored } from '@kubewright/api';
import { isApiError, isNoKindMatch, isTransportError } from '@kubewright/client';
import type { ApiError, Client } from '@kubewright/client';
import { CliError } from '../errors.js';
import type { Manifest } from '../io/manifests.js';
import { relativeTo } from './finding.js';
import type { Finding } from './finding.js';

export interface ClusterObjectsOptions {
  readonly client: Client;
  /** The project, for the names of files. */
  readonly folder: string;
  /** Waits until what was applied is in use. */
  readonly whenInUse?: ((object: Stored<KubernetesObject>) => Promise<void>) | undefined;
}

/** What became of some manifests. */
export interface Applied {
  /** Those that were sent, as the server stored them. */
  readonly objects: ReadonlyArray<Stored<KubernetesObject>>;
  /** Those that the server refused. */
  readonly findings: readonly Finding[];
}

/**
 * Brings objects of a cluster to what manifests say, by server-side apply: what others have set, as the finalizers of an
 * operator, stays. What has not changed since it was last applied here is not sent again; what was refused is.
 */
export class ClusterObjects {
  readonly #options: ClusterObjectsOptions;
  readonly #applied = new Map<string, { content: string; stored: Stored<KubernetesObject> }>();

  constructor(options: ClusterObjectsOptions) {
    this.#options = options;
  }

  /** In order, each for itself: a refusal does not keep the next one from being applied. */
  async apply(manifests: readonly Manifest[]): Promise<Applied> {
    const objects: Array<Stored<KubernetesObject>> = [];
    const findings: Finding[] = [];
    for (const { file, object } of manifests) {
      const content = JSON.stringify(object);
      const key = keyOf(object);
      if (this.#applied.get(key)?.content === content) continue;
      try {
        const stored = await this.#apply(object);
        await this.#options.whenInUse?.(stored);
        this.#applied.set(key, { content, stored });
        objects.push(stored);
      } catch (cause) {
        // What is there is as it was before.
        const before = this.#applied.get(key);
        if (before !== undefined) this.#applied.set(key, { ...before, content: '' });
        findings.push({
          severity: 'error',
          message: reasonOf(cause),
          file: relativeTo(this.#options.folder, file),
        });
      }
    }
    return { objects, findings };
  }

  /** What of the manifests was applied, as it was stored then. */
  storedOf(manifests: readonly Manifest[]): Array<Stored<KubernetesObject>> {
    return manifests.flatMap(({ object }) => this.#applied.get(keyOf(object))?.stored ?? []);
  }

  async #apply(object: Manifest['object']): Promise<Stored<KubernetesObject>> {
    const { client } = this.#options;
    // A name that the server makes up cannot be applied.
    if (object.metadata?.name === undefined) return client.create<KubernetesObject>(object);
    return client.apply<KubernetesObject>(object, { force: true });
  }
}

function keyOf({ apiVersion, kind, metadata }: Manifest['object']): string {
  const { namespace = '', name = '', generateName = '' } = metadata ?? {};
  return [apiVersion, kind, namespace, name, generateName].join(' ');
}

/** How many faults of an object one message names. */
const NAMED_FAULTS = 3;

function reasonOf(cause: unknown): string {
  if (isApiError(cause)) return shortened(cause);
  if (isNoKindMatch(cause) || isTransportError(cause) || cause instanceof CliError) return cause.message;
  throw cause;
}

/** The server's message, with no more than the first faults of an invalid object. */
function shortened({ message, status }: ApiError): string {
  const causes = status.details?.causes ?? [];
  const end = message.indexOf(' is invalid: ');
  if (causes.length <= NAMED_FAULTS || end < 0) return message;
  const named = causes.slice(0, NAMED_FAULTS).map((c) => `${c.field ?? ''}: ${c.message ?? ''}`);
  return `${message.slice(0, end)} is invalid: ${named.join(', ')}, and ${causes.length - NAMED_FAULTS} more`;
}
