import type { LeaseSpec } from '@kubewright/api/coordination/v1';

/** What a Lease says about who leads (client-go's resourcelock.LeaderElectionRecord). Times are as they were written. */
export interface LeaseRecord {
  /** Empty: nobody; whoever comes may take it. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaseTransitions: number;
}

export function recordOf(spec: LeaseSpec | undefined): LeaseRecord {
  return {
    holderIdentity: spec?.holderIdentity ?? '',
    leaseDurationSeconds: spec?.leaseDurationSeconds ?? 0,
    acquireTime: spec?.acquireTime ?? '',
    renewTime: spec?.renewTime ?? '',
    leaseTransitions: spec?.leaseTransitions ?? 0,
  };
}

/** Whether nothing has happened in between. */
export function sameRecord(a: LeaseRecord | undefined, b: LeaseRecord): boolean {
  return (
    a !== undefined &&
    a.holderIdentity === b.holderIdentity &&
    a.renewTime === b.renewTime &&
    a.acquireTime === b.acquireTime &&
    a.leaseTransitions === b.leaseTransitions &&
    a.leaseDurationSeconds === b.leaseDurationSeconds
  );
}
