import { isoMicroTime } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import type { AbortOptions, Client } from '@kubewright/client';

import { peek } from '../cache/peek.js';
import { recordOf } from './lease-record.js';
import type { LeaseRecord } from './lease-record.js';

/** Where the record of an election is kept (client-go's resourcelock.Interface). */
export interface ResourceLock {
  /** Undefined when there is none. */
  get(options: AbortOptions): Promise<LeaseRecord | undefined>;
  /** Fails when there is one. */
  create(record: LeaseRecord, options: AbortOptions): Promise<void>;
  /** Fails when somebody else has written since the last `get`, `create` or `update` here. */
  update(record: LeaseRecord, options: AbortOptions): Promise<void>;
}

export interface LeaseLockOptions {
  client: Client;
  key: ObjectKey & { namespace: string };
  labels?: Readonly<Record<string, string>> | undefined;
}

/** A record in a Lease of coordination.k8s.io (client-go's tools/leaderelection/resourcelock/leaselock.go). */
export class LeaseLock implements ResourceLock {
  readonly #options: LeaseLockOptions;
  #lease: Stored<Lease>;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    const { key, labels } = options;
    this.#lease = Lease({
      metadata: { ...key, ...(labels !== undefined && { labels: { ...labels } }) },
    }) as Stored<Lease>;
  }

  /** As it was last seen or written: what an event is about. */
  get lease(): Lease {
    return this.#lease;
  }

  async get(options: AbortOptions): Promise<LeaseRecord | undefined> {
    const { client, key } = this.#options;
    const lease = await peek(client, Lease, key, options);
    if (lease === undefined) return undefined;
    this.#lease = lease;
    return recordOf(this.#lease.spec);
  }

  async create(record: LeaseRecord, options: AbortOptions): Promise<void> {
    const { client, key, labels } = this.#options;
    const metadata = { ...key, ...(labels !== undefined && { labels: { ...labels } }) };
    this.#lease = await client.create(Lease({ metadata, spec: { ...record } }), options);
  }

  async update(record: LeaseRecord, options: AbortOptions): Promise<void> {
    const { client, labels } = this.#options;
    const metadata = { ...this.#lease.metadata };
    if (labels !== undefined) metadata.labels = { ...metadata.labels, ...labels };
    this.#lease = await client.update(
      { ...this.#lease, metadata, spec: { ...this.#lease.spec, ...record } },
      options,
    );
  }
}

/** The record with which a holder says that it is alive. */
export function heldRecord(options: {
  identity: string;
  leaseDurationMs: number;
  nowMs: number;
}): LeaseRecord {
  const time = isoMicroTime(options.nowMs);
  return {
    holderIdentity: options.identity,
    leaseDurationSeconds: options.leaseDurationMs / 1000,
    acquireTime: time,
    renewTime: time,
    leaseTransitions: 0,
  };
}
