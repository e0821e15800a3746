import type { KubernetesObject } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import type { CommandIo } from '../io/terminal.js';

/** What a check found. `warning`: it works, and may not tomorrow. `skipped`: it could not be told. */
export interface Finding {
  readonly severity: 'ok' | 'warning' | 'error' | 'skipped';
  /** A sentence without a full stop that names what was looked at. */
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What checks know of where they run. */
export interface DoctorContext {
  /** The project; absolute. */
  readonly folder: string;
  /** The kustomization that is deployed, within the folder. */
  readonly kustomization: string;
  readonly io: CommandIo;
  /** As `process.version`. */
  readonly nodeVersion: string;
}

/** The same, with a cluster that answers. */
export interface ClusterContext extends DoctorContext {
  readonly client: Client;
  /** What `deploy` applies there, or at least the CRDs; empty where the project says neither. */
  readonly objects: readonly KubernetesObject[];
}

/** A check of the machine or of the project's files. */
export interface LocalCheck {
  readonly name: string;
  readonly place: 'machine' | 'project';
  run(context: DoctorContext): Promise<readonly Finding[]>;
}

/** A check of what is in the cluster. It writes nothing. What it may not read becomes a finding. */
export interface ClusterCheck {
  readonly name: string;
  readonly place: 'cluster';
  run(context: ClusterContext): Promise<readonly Finding[]>;
}

export const ok = (message: string): Finding => ({ severity: 'ok', message });
export const skipped = (message: string): Finding => ({ severity: 'skipped', message });
export const warning = (message: string, advice: string): Finding => ({
  severity: 'warning',
  message,
  advice,
});
export const problem = (message: string, advice: string): Finding => ({ severity: 'error', message, advice });
