import { silentLogger } from '@kubewright/api';
import type { Clock, Kind, KubernetesObject, Stored } from '@kubewright/api';
import { discoverResources } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { createManager } from '@kubewright/runtime';
import type { Activity, Manager } from '@kubewright/runtime';
import type { Manifest } from '../io/manifests.js';
import { buildTree } from './tree.js';
import type { TreeNode } from './tree.js';

export interface ObjectsViewOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Which kinds are looked at, besides those of the project. Default: all that can be listed and watched, but for bookkeeping. */
  readonly isShown?: (kind: Kind) => boolean;
  /** Where objects are looked for. Default: everywhere. */
  readonly namespaces?: readonly string[];
  /** Called after changes; several in one turn of the event loop are one. */
  readonly onChange: () => void;
}

/** Bookkeeping that nobody looks for in a tree of what an operator made. */
const HIDDEN_KINDS = new Set(['Event', 'Lease', 'EndpointSlice', 'Endpoints', 'ControllerRevision']);

type AnyObject = Stored<KubernetesObject>;

/** The objects that an operator is about, with what they own: the project's kinds and the samples. The caller stops it. */
export class ObjectsView {
  readonly #options: ObjectsViewOptions;
  readonly #manager: Manager;
  readonly #byUid = new Map<string, AnyObject>();
  readonly #watched = new Set<string>();
  /** Kinds of the project's definitions, as `group/Kind`. */
  #ownKinds = new Set<string>();
  #sampleUids: readonly string[] = [];
  #definitions: string | undefined;
  #isNotifying = false;

  constructor(options: ObjectsViewOptions) {
    this.#options = options;
    const { client, clock, namespaces } = options;
    this.#manager = createManager({
      client,
      clock,
      logger: silentLogger,
      ...(namespaces === undefined ? {} : { namespaces }),
    });
  }

  /** What it still has to see, for `settled`. */
  get activity(): Activity {
    return this.#manager.activity;
  }

  /** Looks at objects, those of the project's definitions as roots of trees; from the first call on. */
  async show(definitions: readonly Manifest[]): Promise<void> {
    const content = JSON.stringify(definitions.map(({ object }) => object));
    if (content === this.#definitions) return;
    this.#definitions = content;
    this.#ownKinds = new Set(
      definitions.map(({ object }) => {
        const { spec } = object as { spec?: { group?: string; names?: { kind?: string } } };
        return `${spec?.group ?? ''}/${spec?.names?.kind ?? ''}`;
      }),
    );
    await this.#watchKinds();
    if (this.#manager.state.phase === 'new') this.#manager.start().catch(() => undefined);
    this.#notify();
  }

  setSamples(samples: readonly AnyObject[]): void {
    this.#sampleUids = samples.map(({ metadata }) => metadata.uid);
    this.#notify();
  }

  /** The samples that are there, each with what it owns. */
  sampleTrees(): TreeNode[] {
    const samples = this.#sampleUids.flatMap((uid) => this.#byUid.get(uid) ?? []);
    return buildTree(samples, this.#byUid.values());
  }

  /** The samples, and then other objects of the project's kinds that nobody owns. */
  trees(): TreeNode[] {
    const samples = new Set(this.#sampleUids);
    const others = [...this.#byUid.values()].filter(
      (object) =>
        !samples.has(object.metadata.uid) &&
        this.#ownKinds.has(`${groupOf(object)}/${object.kind}`) &&
        !(object.metadata.ownerReferences ?? []).some(({ uid }) => this.#byUid.has(uid)),
    );
    others.sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
    return [...this.sampleTrees(), ...buildTree(others, this.#byUid.values())];
  }

  stop(): Promise<void> {
    return this.#manager.stop();
  }

  async #watchKinds(): Promise<void> {
    const { client, isShown = () => true } = this.#options;
    const { resources } = await discoverResources(client.transport);
    for (const { kind, preferred, verbs } of resources) {
      const name = `${kind.group}/${kind.kind}`;
      const isOwn = this.#ownKinds.has(name);
      if (!preferred || !verbs.includes('list') || !verbs.includes('watch')) continue;
      if (this.#watched.has(name) || HIDDEN_KINDS.has(kind.kind) || !(isOwn || isShown(kind))) continue;
      this.#watched.add(name);
      this.#manager.cache.informer(kind).addHandler(({ type, object, meta }) => {
        if (type === 'delete') this.#byUid.delete(meta.uid);
        else this.#byUid.set(meta.uid, object);
        this.#notify();
      });
    }
  }

  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      this.#options.onChange();
    });
  }
}

const groupOf = ({ apiVersion }: AnyObject): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';

const nameOf = ({ kind, metadata }: AnyObject): string =>
  `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
