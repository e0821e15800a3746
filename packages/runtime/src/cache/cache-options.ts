import { formatFieldSelector, parseFieldSelector } from '@kubewright/api';
import type { Kind, KubernetesObject } from '@kubewright/api';
import { fieldSelectorText, labelSelectorText } from '@kubewright/client';
import type { FieldSelectorOption, KindName, LabelSelectorOption } from '@kubewright/client';

import { describeKind, kindId } from './kind-name.js';
import type { TransformFunction } from './object-shape.js';

/** What an informer watches, and what it keeps. What is unset comes from the next wider setting. */
export interface InformerSettings<T extends KubernetesObject = KubernetesObject> {
  /** Only objects with these labels. `''` selects all of them, whatever the wider setting is. */
  labelSelector?: LabelSelectorOption | undefined;
  /** Only objects with these fields; which ones a kind knows is the server's matter. `''` selects all of them. */
  fieldSelector?: FieldSelectorOption | undefined;
  /** What is kept of an object: `dropManagedFields`, or a function. */
  transform?: TransformFunction<T> | undefined;
  /**
   * Handlers are told of every object again after this time, give or take a tenth, as an `update` with `isResync`; the
   * server is not asked. Defaults to never (controller-runtime: every 10 hours).
   */
  syncPeriodMs?: number | undefined;
}

/**
 * Namespaces, each with settings of its own where they are given; `allNamespaces` stands for those that are not named
 * (controller-runtime's `DefaultNamespaces` and `ByObject.Namespaces`).
 */
export type NamespaceSettings<T extends KubernetesObject = KubernetesObject> =
  readonly string[] | Readonly<Record<string, InformerSettings<T>>>;

/** The key for the namespaces that have no settings of their own. */
export const allNamespaces = '';

/** What `cache` of a manager may say (controller-runtime's `cache.Options`). */
export interface CacheSettings extends InformerSettings {
  /** Restricts namespaced kinds to these. Defaults to all namespaces. */
  namespaces?: NamespaceSettings | undefined;
  /** What holds for single kinds; made by `forKind`. */
  byKind?: readonly KindSettings[] | undefined;
  /**
   * Reads of kinds that no controller watches, no `informer` was asked for and `byKind` does not name throw a
   * CacheReadError 'KindNotCached', where they would start an informer otherwise. Defaults to false.
   */
  failOnMissingInformer?: boolean | undefined;
  /**
   * Gets the first state of a kind as the first events of its watch, which is easier on the memory of the server (KEP-3157,
   * client-go's WatchListClient), where the server offers it. Defaults to false: pages of 500, which cost this process less.
   */
  streamLists?: boolean | undefined;
  /** How long a read may wait for the watch to tell of a write of this process. Defaults to 10000. */
  catchUpTimeoutMs?: number | undefined;
}

export interface OneKindSettings<T extends KubernetesObject = KubernetesObject> extends InformerSettings<T> {
  /** Unset: those of the cache. An empty object: all of them. Not for cluster-scoped kinds. */
  namespaces?: NamespaceSettings<T> | undefined;
}

export interface KindSettings {
  readonly kind: KindName;
  readonly settings: OneKindSettings;
}

/**
 * Settings of the cache for one kind: `byKind: [forKind(Pod, { labelSelector: { app: 'web' } })]`. Throws a TypeError for
 * namespaces of a cluster-scoped kind.
 */
export function forKind<T extends KubernetesObject>(
  kind: Kind<T>,
  settings: OneKindSettings<T>,
): KindSettings {
  if (!kind.namespaced && settings.namespaces !== undefined) {
    throw new TypeError(`the cache of ${describeKind(kind)} cannot be restricted to namespaces: it has none`);
  }
  return { kind, settings: settings as unknown as OneKindSettings };
}

/** What one informer of one collection does, complete. */
export interface ResolvedSettings {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly transform: TransformFunction | undefined;
  readonly syncPeriodMs: number | undefined;
}

/** The informers of a kind, by the namespace that each covers; `allNamespaces` covers those that have none. */
export function settingsOf(kind: KindName, cache: CacheSettings): ResolvedSettings[] {
  const own = cache.byKind?.find((other) => kindId(other.kind) === kindId(kind))?.settings ?? {};
  const spaces = kind.namespaced ? byNamespace(own.namespaces ?? cache.namespaces) : {};
  const defaults = kind.namespaced ? byNamespace(cache.namespaces) : {};
  const named = Object.keys(spaces).filter((namespace) => namespace !== allNamespaces);
  if (Object.keys(spaces).length === 0) return [resolve([own, cache])];
  return Object.entries(spaces).map(([namespace, settings]) => {
    const resolved = resolve([settings, own, defaults[namespace] ?? {}, cache]);
    if (namespace !== allNamespaces) return { ...resolved, namespace };
    return { ...resolved, fieldSelector: withoutNamespaces(resolved.fieldSelector, named) };
  });
}

function byNamespace(namespaces: NamespaceSettings = {}): Readonly<Record<string, InformerSettings>> {
  if (!Array.isArray(namespaces)) return namespaces as Readonly<Record<string, InformerSettings>>;
  return Object.fromEntries((namespaces as readonly string[]).map((namespace) => [namespace, {}]));
}

function resolve(from: readonly InformerSettings[]): ResolvedSettings {
  const pick = <K extends keyof InformerSettings>(name: K): InformerSettings[K] =>
    from.find((settings) => settings[name] !== undefined)?.[name];
  return {
    labelSelector: labelSelectorText(pick('labelSelector') ?? ''),
    fieldSelector: fieldSelectorText(pick('fieldSelector') ?? ''),
    transform: pick('transform'),
    syncPeriodMs: pick('syncPeriodMs'),
  };
}

/** What is left to `allNamespaces` is told to the server by a field selector (controller-runtime's pkg/cache/cache.go). */
function withoutNamespaces(fieldSelector: string, namespaces: readonly string[]): string {
  const others = namespaces.map((value) => ({ field: 'metadata.namespace', operator: '!=' as const, value }));
  return formatFieldSelector([...parseFieldSelector(fieldSelector).requirements, ...others]);
}
