import type { ChangeCode } from './change-rules.js';

/**
 * What a change means, from worst to best.
 *
 * - `breaksObjects`: objects that are stored lose data, or can no longer be written although the write does not touch
 *   what changed.
 * - `breaksClients`: stored objects go on as they are, but what clients send or read today is refused or gone.
 * - `warning`: everything is accepted as before, but somebody may rely on what was.
 * - `harmless`: nobody can tell by what they send.
 */
export type ChangeSeverity = 'breaksObjects' | 'breaksClients' | 'warning' | 'harmless';

/** From worst to best. */
export const CHANGE_SEVERITIES: readonly ChangeSeverity[] = [
  'breaksObjects',
  'breaksClients',
  'warning',
  'harmless',
];

/** One change between two versions of a CustomResourceDefinition. */
export interface ChangeFinding {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  /** Name of the CustomResourceDefinition: `appservices.app.example.com`. */
  readonly definition: string;
  /** The API version whose objects are meant; absent for changes of the definition as a whole. */
  readonly version?: string;
  /**
   * JSON path of the field: in objects of that version (`.spec.containers[*].image`, `.spec.labels.*`, `.` for the whole
   * object), else in the definition (`.spec.scope`).
   */
  readonly path: string;
  /** A lower-case sentence without a full stop that names what it was and what it is. */
  readonly message: string;
  /** What to do about it; absent where there is nothing to do. */
  readonly hint?: string;
}

/** Whether a finding is at least as bad as a severity. */
export function isAtLeast(finding: ChangeFinding, severity: ChangeSeverity): boolean {
  return CHANGE_SEVERITIES.indexOf(finding.severity) <= CHANGE_SEVERITIES.indexOf(severity);
}
