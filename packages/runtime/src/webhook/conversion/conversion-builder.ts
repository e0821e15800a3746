import { parseApiVersion } from '@kubewright/api';
import type { Kind, KubernetesObject, ObjectMeta } from '@kubewright/api';

import type { WebhookContext, WebhookDefinition } from '../definition.js';
import { CONVERT_PATH } from '../paths.js';
import type { Converter } from './converter.js';
import { keepHub, takeHub } from './kept-hub.js';

/**
 * What becomes of an object: all of it but `apiVersion` and `kind`. Metadata is carried over; with `metadata` its labels
 * and annotations replace those there were. Nothing else of it can change, the API server sees to that.
 */
export type Converted<T extends KubernetesObject> = Omit<T, 'apiVersion' | 'kind' | 'metadata'> & {
  metadata?: { [field in 'labels' | 'annotations']?: ObjectMeta[field] | undefined } | undefined;
};

/** The context of a conversion to the hub. */
export interface ToHubContext<Hub extends KubernetesObject> extends WebhookContext {
  /** With `keepHub`: the hub object that this one was made from, if it was. What the spoke can say may be out of date in it. */
  readonly kept: Hub | undefined;
}

/** How one version is turned into the hub and back. */
export interface Spoke<Hub extends KubernetesObject, T extends KubernetesObject> {
  toHub(object: T, context: ToHubContext<Hub>): Converted<Hub> | Promise<Converted<Hub>>;
  fromHub(hub: Hub, context: WebhookContext): Converted<T> | Promise<Converted<T>>;
  /**
   * Keeps the hub object in an annotation of this version's objects, so that what this version cannot say survives a
   * round trip: `toHub` finds it in `context.kept`. True names the annotation `<group>/conversion-data`. Annotations of
   * an object may be 256 KiB together.
   */
  keepHub?: boolean | string;
}

/** Conversions of one kind, through its hub. */
export interface ConversionBuilder<Hub extends KubernetesObject> extends WebhookDefinition {
  /** Adds a version. Throws a TypeError when it is of another kind, or known already. */
  spoke<T extends KubernetesObject>(kind: Kind<T>, spoke: Spoke<Hub, T>): ConversionBuilder<Hub>;
}

/**
 * Begins the conversions of a kind. `hub` is the version that all others are turned into and made from
 * (controller-runtime's `conversion.Hub`); it need not be the one that is stored.
 *
 * ```ts
 * const appServiceConversion = conversionFor(AppService).spoke(AppServiceV1Alpha1, {
 *   toHub: ({ spec }) => ({ spec: { size: spec.replicas, image: spec.image } }),
 *   fromHub: ({ spec, status }) => ({ spec: { replicas: spec.size, image: spec.image }, status }),
 * });
 * ```
 */
export function conversionFor<Hub extends KubernetesObject>(hub: Kind<Hub>): ConversionBuilder<Hub> {
  return builder(hub, new Map());
}

type AnySpoke = Spoke<KubernetesObject, KubernetesObject>;
type Spokes<Hub extends KubernetesObject> = ReadonlyMap<
  string,
  { kind: Kind; spoke: Spoke<Hub, KubernetesObject> }
>;

function builder<Hub extends KubernetesObject>(hub: Kind<Hub>, spokes: Spokes<Hub>): ConversionBuilder<Hub> {
  return {
    endpoints: [
      {
        type: 'conversion',
        path: CONVERT_PATH,
        converter: new HubConverter(hub as unknown as Kind, spokes as Spokes<KubernetesObject>),
      },
    ],
    spoke: (kind, spoke) => {
      const what = `a spoke of ${hub.kind} (${hub.apiVersion})`;
      if (kind.group !== hub.group || kind.kind !== hub.kind)
        throw new TypeError(`${kind.kind} (${kind.apiVersion}) cannot be ${what}: it is another kind`);
      if (kind.version === hub.version || spokes.has(kind.apiVersion))
        throw new TypeError(`${kind.apiVersion} is ${what} twice, or the hub itself`);
      const added = { kind: kind as Kind, spoke: spoke as unknown as Spoke<Hub, KubernetesObject> };
      return builder(hub, new Map([...spokes, [kind.apiVersion, added]]));
    },
  };
}

class HubConverter implements Converter {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly Kind[];
  readonly #hub: Kind<KubernetesObject>;
  readonly #spokes: Spokes<KubernetesObject>;

  constructor(hub: Kind<KubernetesObject>, spokes: Spokes<KubernetesObject>) {
    this.group = hub.group;
    this.kind = hub.kind;
    this.plural = hub.plural;
    this.versions = [hub, ...[...spokes.values()].map(({ kind }) => kind)];
    this.#hub = hub;
    this.#spokes = spokes;
  }

  async convert(
    object: KubernetesObject,
    apiVersion: string,
    context: WebhookContext,
  ): Promise<KubernetesObject> {
    const from = object.apiVersion ?? '';
    if (from === apiVersion) return object;
    const hub =
      from === this.#hub.apiVersion ? object : await this.#toHub(object, this.#spoke(from), context);
    return apiVersion === this.#hub.apiVersion ? hub : this.#fromHub(hub, apiVersion, context);
  }

  #spoke(apiVersion: string): AnySpoke {
    const known = this.#spokes.get(apiVersion);
    if (known !== undefined) return known.spoke;
    const versions = this.versions.map(({ version }) => version).join(', ');
    throw new Error(
      `${this.kind} has no version ${parseApiVersion(apiVersion).version} that can be converted: known are ${versions}`,
    );
  }

  async #toHub(
    object: KubernetesObject,
    spoke: AnySpoke,
    context: WebhookContext,
  ): Promise<KubernetesObject> {
    const annotation = annotationOf(spoke, this.group);
    const { object: source, kept } =
      annotation === undefined ? { object, kept: undefined } : takeHub(object, annotation);
    const { client, apiReader, log, signal, clock } = context;
    const converted = await spoke.toHub(source, { client, apiReader, log, signal, clock, kept });
    return asVersion(converted, source, this.#hub.apiVersion);
  }

  async #fromHub(
    hub: KubernetesObject,
    apiVersion: string,
    context: WebhookContext,
  ): Promise<KubernetesObject> {
    const spoke = this.#spoke(apiVersion);
    const converted = asVersion(await spoke.fromHub(hub, context), hub, apiVersion);
    const annotation = annotationOf(spoke, this.group);
    return annotation === undefined ? converted : keepHub(converted, hub, annotation);
  }
}

function annotationOf({ keepHub: keep }: AnySpoke, group: string): string | undefined {
  if (keep === undefined || keep === false) return undefined;
  return keep === true ? `${group}/conversion-data` : keep;
}

function asVersion(
  converted: Converted<KubernetesObject>,
  source: KubernetesObject,
  apiVersion: string,
): KubernetesObject {
  const metadata = { ...source.metadata };
  if (converted.metadata !== undefined) {
    for (const field of ['labels', 'annotations'] as const) {
      const given = converted.metadata[field];
      if (given === undefined) delete metadata[field];
      else metadata[field] = given;
    }
  }
  return { ...converted, apiVersion, kind: source.kind ?? '', metadata };
}
