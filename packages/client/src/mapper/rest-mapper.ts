import { parseApiVersion, systemClock } from '@kubewright/api';
import type { Clock, GroupVersionKind, Kind, KubernetesObject, Unstructured } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import type { Requester } from '../client/requester.js';
import { discoverWith } from '../discovery/discover-resources.js';
import type { Discovery } from '../discovery/discover-resources.js';
import { InvalidRequestError, NoKindMatchError } from '../errors.js';
import { isMetadataOnly } from '../metadata-only.js';
import type { KindName } from '../paths.js';
import { builtinKinds, mayBeBuiltin } from './builtin.js';
import { discoverKinds } from './discovery.js';
import { PacedLookup } from './paced-lookup.js';
import { findResource } from './resource-name.js';
import { toKind } from './to-kind.js';

/**
 * Says which resource serves a kind, and whether it lives in namespaces. What was found is kept; what was not is looked
 * for again with the next question, as a CRD may have been installed, but not more often than twice a second: until then
 * the question waits. A kind that was found by discovery is forgotten when the server answers that it has no such resource.
 */
export interface RestMapper {
  /**
   * The kind with its resource: from the kinds the client was used with, else from the built-in ones, else from the
   * server's discovery of that one group-version.
   *
   * @throws NoKindMatchError when nobody serves it.
   */
  kindFor<T extends KubernetesObject = Unstructured>(
    apiVersion: string,
    kind: string,
    options?: AbortOptions,
  ): Promise<Kind<T>>;
  /**
   * The kind in the version that the server prefers.
   *
   * @throws NoKindMatchError when nobody serves it, and GroupDiscoveryError when the server cannot tell about the group.
   */
  preferredKindFor<T extends KubernetesObject = Unstructured>(
    group: string,
    kind: string,
    options?: AbortOptions,
  ): Promise<Kind<T>>;
  /**
   * The kind of what a person types: `deployments`, `deployment`, `deploy`, `Deployment`, `deploy.apps`,
   * `deployments.v1.apps`. The first group that knows it, and its preferred version unless one is named.
   *
   * @throws NoKindMatchError when there is none.
   */
  kindForResource<T extends KubernetesObject = Unstructured>(
    resource: string,
    options?: AbortOptions,
  ): Promise<Kind<T>>;
  /** The kinds in a category, for example `all`, in their preferred versions. */
  kindsInCategory(category: string, options?: AbortOptions): Promise<Kind[]>;
  /** Whether objects of the kind live in namespaces. */
  isNamespaced(apiVersion: string, kind: string, options?: AbortOptions): Promise<boolean>;
  /** What the object says that it is. Throws InvalidRequestError when it says nothing. */
  gvkFor(object: KubernetesObject): GroupVersionKind;
}

export interface KnownKinds {
  /** From now on this is the answer for the kind. */
  learn(kind: KindName): void;
  /** What was learnt, without asking anyone. */
  known(apiVersion: string, kind: string): KindName | undefined;
  /** The server has no such resource: what discovery said about it is not true any more. */
  forget(resource: { group: string; version: string; resource: string }): void;
}

export interface RestMapperOptions {
  requester: Requester;
  kinds?: readonly KindName[] | undefined;
  clock?: Clock | undefined;
}

/** How long a question waits at most that discovery could not answer a moment ago. */
const MIN_INTERVAL_MS = 500;

export function createRestMapper(options: RestMapperOptions): RestMapper & KnownKinds {
  return new DiscoveringMapper(options);
}

class DiscoveringMapper implements RestMapper, KnownKinds {
  readonly #requester: Requester;
  readonly #clock: Clock;
  readonly #known = new Map<string, KindName>();
  readonly #learnt = new WeakSet<KindName>();
  /** The ids of the kinds in `#known` that discovery told. */
  readonly #discovered = new Set<string>();
  readonly #groupVersions = new Map<string, PacedLookup<void>>();
  readonly #everything: PacedLookup<Discovery>;
  #catalogue: Discovery | undefined;

  constructor({ requester, kinds = [], clock = systemClock }: RestMapperOptions) {
    this.#requester = requester;
    this.#clock = clock;
    this.#everything = new PacedLookup(clock, MIN_INTERVAL_MS, async () => {
      this.#catalogue = await discoverWith(requester);
      return this.#catalogue;
    });
    for (const kind of kinds) this.learn(kind);
  }

  learn(kind: KindName): void {
    // Called with each request, nearly always with the same few kinds.
    if (this.#learnt.has(kind) || isMetadataOnly(kind)) return;
    this.#learnt.add(kind);
    const id = idOf(kind.apiVersion, kind.kind);
    this.#known.set(id, kind);
    this.#discovered.delete(id);
  }

  known(apiVersion: string, kind: string): KindName | undefined {
    return this.#known.get(idOf(apiVersion, kind));
  }

  forget({ group, version, resource }: { group: string; version: string; resource: string }): void {
    for (const id of this.#discovered) {
      const kind = this.#known.get(id);
      if (kind?.plural !== resource || kind.group !== group || kind.version !== version) continue;
      this.#known.delete(id);
      this.#discovered.delete(id);
    }
    this.#catalogue = undefined;
  }

  async kindFor<T extends KubernetesObject>(
    apiVersion: string,
    kind: string,
    { signal }: AbortOptions = {},
  ): Promise<Kind<T>> {
    const id = idOf(apiVersion, kind);
    if (!this.#known.has(id)) await this.#lookUp(apiVersion, id, signal);
    const found = this.#known.get(id);
    if (found === undefined) throw new NoKindMatchError(apiVersion, kind);
    const value = toKind(found);
    if (value !== found) this.#known.set(id, value);
    this.#learnt.add(value);
    return value as unknown as Kind<T>;
  }

  async preferredKindFor<T extends KubernetesObject>(
    group: string,
    kind: string,
    { signal }: AbortOptions = {},
  ): Promise<Kind<T>> {
    const found = await this.#search(signal, ({ resources }) =>
      resources.find((one) => one.preferred && one.kind.kind === kind && one.kind.group === group),
    );
    if (found !== undefined) return found.kind as unknown as Kind<T>;
    // A group that cannot be read is not one that has no such kind.
    for (const failure of this.#catalogue?.failures ?? []) if (failure.group === group) throw failure;
    throw new NoKindMatchError(group === '' ? 'the core group' : `the group ${group}`, kind);
  }

  async kindForResource<T extends KubernetesObject>(
    resource: string,
    { signal }: AbortOptions = {},
  ): Promise<Kind<T>> {
    const found = await this.#search(signal, ({ resources }) => findResource(resources, resource));
    if (found === undefined) throw new NoKindMatchError('any group', resource);
    return found.kind as unknown as Kind<T>;
  }

  async kindsInCategory(category: string, { signal }: AbortOptions = {}): Promise<Kind[]> {
    const { resources } = this.#catalogue ?? (await this.#everything.fresh(signal));
    return resources
      .filter(({ preferred, categories }) => preferred && categories.includes(category))
      .map(({ kind }) => kind);
  }

  async isNamespaced(apiVersion: string, kind: string, options?: AbortOptions): Promise<boolean> {
    return (await this.kindFor(apiVersion, kind, options)).namespaced;
  }

  gvkFor(object: KubernetesObject): GroupVersionKind {
    const { apiVersion = '', kind = '' } = object;
    if (apiVersion === '' || kind === '') throw missingKind(object);
    return { ...parseApiVersion(apiVersion), kind };
  }

  /** In what was discovered, and if it is not there in what is discovered now. */
  async #search<R>(
    signal: AbortSignal | undefined,
    find: (discovery: Discovery) => R | undefined,
  ): Promise<R | undefined> {
    await this.#everything.settled(signal);
    const before = this.#catalogue === undefined ? undefined : find(this.#catalogue);
    return before ?? find(await this.#everything.fresh(signal));
  }

  async #lookUp(apiVersion: string, id: string, signal: AbortSignal | undefined): Promise<void> {
    const { group, version } = parseApiVersion(apiVersion);
    if (mayBeBuiltin(group)) {
      for (const kind of await builtinKinds(group, version)) this.#learnMissing(kind);
      if (this.#known.has(id)) return;
    }
    const lookup = this.#groupVersions.get(apiVersion) ?? this.#lookupOf(apiVersion);
    await lookup.settled(signal);
    if (!this.#known.has(id)) await lookup.fresh(signal);
  }

  #lookupOf(apiVersion: string): PacedLookup<void> {
    const { group, version } = parseApiVersion(apiVersion);
    const lookup = new PacedLookup(this.#clock, MIN_INTERVAL_MS, async () => {
      for (const kind of await discoverKinds(this.#requester, group, version)) {
        if (this.#learnMissing(kind)) this.#discovered.add(idOf(kind.apiVersion, kind.kind));
      }
    });
    this.#groupVersions.set(apiVersion, lookup);
    return lookup;
  }

  #learnMissing(kind: KindName): boolean {
    const id = idOf(kind.apiVersion, kind.kind);
    if (this.#known.has(id)) return false;
    this.#known.set(id, kind);
    this.#learnt.add(kind);
    return true;
  }
}

export function missingKind(object: KubernetesObject): InvalidRequestError {
  const name = object.metadata?.name ?? object.metadata?.generateName ?? '';
  return new InvalidRequestError(
    'MissingKind',
    `the object ${JSON.stringify(name)} says no apiVersion and kind: make it with its kind, as in ConfigMap({ metadata: ... })`,
  );
}

const idOf = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`;
