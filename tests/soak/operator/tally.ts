import type { CustomResource } from 'kubewright';
import { defineKind } from 'kubewright';

export interface TallySpec {
  /** The sum of `writers`: an update that is lost shows as a difference. */
  total: number;
  /** How often each writer has counted. */
  writers: Record<string, number>;
  /** Set by the defaulter. */
  unit?: string;
}

export interface TallyStatus {
  observedGeneration?: number;
  total?: number;
  /** Which term of the leader wrote this, and who it was. */
  term?: number;
  by?: string;
}

/** Counted up by several writers at once; its child, a ConfigMap of the same name, holds the total. */
export interface Tally extends CustomResource<TallySpec, TallyStatus> {}

export const Tally = defineKind<Tally>({
  group: 'soak.example.com',
  version: 'v1',
  kind: 'Tally',
  plural: 'tallies',
});

export const CLEANUP = 'soak.example.com/cleanup';

/** The namespace whose tallies the leader keeps, the one that the witness keeps, and the one where all churns. */
export const NAMESPACES = { led: 'soak', solo: 'solo', churn: 'churn' } as const;
