import { isoMicroTime } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import { isConflict, isNotFound } from '@kubewright/client';
import type { AbortOptions, Client } from '@kubewright/client';

/** A member as its Lease shows it. */
export interface MemberRecord {
  readonly member: string;
  /** Changes with every write. */
  readonly version: string;
  readonly leaseDurationMs: number;
  /** The members among which it shares keys out, as far as it has published that. */
  readonly view: readonly string[];
}

/** Where members are written down, each by itself. Reads see every write that was answered before. */
export interface MemberStore {
  list(options: AbortOptions): Promise<MemberRecord[]>;
  create(member: string, options: AbortOptions): Promise<void>;
  /** Renews the member and publishes its view; false when it is not there any more. */
  renew(member: string, view: readonly string[], options: AbortOptions): Promise<boolean>;
  /** Removes a member, that of `version` if one is given. No error when it is not there or has changed. */
  remove(record: { member: string; version?: string }, options: AbortOptions): Promise<void>;
}

const GROUP_LABEL = 'sharding.kubewright.dev/group';
const VIEW_ANNOTATION = 'sharding.kubewright.dev/view';

export interface LeaseMemberStoreOptions {
  client: Client;
  group: string;
  namespace: string;
  /** For people: who a member is. */
  identity: string;
  leaseDurationMs: number;
  nowMs: () => number;
}

/** Members as Leases with a label that names their group; the view is an annotation. */
export class LeaseMemberStore implements MemberStore {
  readonly #options: LeaseMemberStoreOptions;
  #own: Stored<Lease> | undefined;

  constructor(options: LeaseMemberStoreOptions) {
    this.#options = options;
  }

  async list(options: AbortOptions): Promise<MemberRecord[]> {
    const { client, namespace, group } = this.#options;
    const { items } = await client.list(Lease, {
      namespace,
      labelSelector: { [GROUP_LABEL]: group },
      ...options,
    });
    return items.map(({ metadata, spec }) => ({
      member: metadata?.name ?? '',
      version: metadata?.resourceVersion ?? '',
      leaseDurationMs: (spec?.leaseDurationSeconds ?? 0) * 1000,
      view: (metadata?.annotations?.[VIEW_ANNOTATION] ?? '').split(',').filter((name) => name !== ''),
    }));
  }

  async create(member: string, options: AbortOptions): Promise<void> {
    const { client, namespace, group, identity, leaseDurationMs, nowMs } = this.#options;
    const time = isoMicroTime(nowMs());
    this.#own = await client.create(
      Lease({
        metadata: { namespace, name: member, labels: { [GROUP_LABEL]: group } },
        spec: {
          holderIdentity: identity,
          leaseDurationSeconds: leaseDurationMs / 1000,
          acquireTime: time,
          renewTime: time,
          leaseTransitions: 0,
        },
      }),
      options,
    );
  }

  async renew(member: string, view: readonly string[], options: AbortOptions): Promise<boolean> {
    const { client, namespace, nowMs } = this.#options;
    try {
      this.#own ??= await client.get(Lease, { namespace, name: member }, options);
      const { metadata, spec } = this.#own;
      this.#own = await client.update(
        {
          ...this.#own,
          metadata: {
            ...metadata,
            annotations: { ...metadata.annotations, [VIEW_ANNOTATION]: view.join(',') },
          },
          spec: { ...spec, renewTime: isoMicroTime(nowMs()) },
        },
        options,
      );
      return true;
    } catch (error) {
      // Whatever was written meanwhile, a lost answer of our own or a label by hand, is read before the next try.
      this.#own = undefined;
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async remove(
    { member, version }: { member: string; version?: string },
    options: AbortOptions,
  ): Promise<void> {
    const { client, namespace } = this.#options;
    const preconditions = version === undefined ? {} : { preconditions: { resourceVersion: version } };
    try {
      await client.delete(Lease, { namespace, name: member }, { ...preconditions, ...options });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
