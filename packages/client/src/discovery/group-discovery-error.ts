import { formatApiVersion } from '@kubewright/api';

import type { GroupVersion } from './discovered-resource.js';

export type GroupDiscoveryErrorCode = 'Stale' | 'Unavailable';

/**
 * The resources of a group-version are not known. `Stale`: the aggregating API server does not reach the one behind it;
 * `Unavailable`: asking for them failed with `cause`. A retry helps once that server is up again.
 */
export class GroupDiscoveryError extends Error {
  override readonly name = 'GroupDiscoveryError';
  readonly code: GroupDiscoveryErrorCode;
  readonly group: string;
  readonly version: string;

  constructor(code: GroupDiscoveryErrorCode, { group, version }: GroupVersion, options?: ErrorOptions) {
    const why =
      options?.cause instanceof Error
        ? options.cause.message
        : 'the API server behind it does not answer: look at the status of its APIService';
    super(`cannot tell the resources of ${formatApiVersion(group, version)}: ${why}`, options);
    this.code = code;
    this.group = group;
    this.version = version;
  }
}
