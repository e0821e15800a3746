import { isAlreadyOwned, isApiError, isForbidden, isInvalid, TerminalError } from 'kubewright';
import { ConfigMapMissingError } from './config.js';

/** What keeps a reconcile from its end. */
export interface Problem {
  /** One word in CamelCase, for conditions and events. */
  readonly reason: string;
  readonly message: string;
  /** `retry` may help by itself; `change`: something has to change first; `wait`: something is on its way. */
  readonly needs: 'retry' | 'change' | 'wait';
}

/** Judges what a reconcile has thrown; undefined when there is nobody to report to, because the namespace goes. */
export function problemOf(error: unknown): Problem | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const problem = (reason: string, needs: Problem['needs']): Problem => ({ reason, message, needs });
  if (error instanceof ConfigMapMissingError) return problem(error.reason, 'wait');
  if (error instanceof TerminalError)
    return problem((error as { reason?: string }).reason ?? 'Terminal', 'change');
  if (isAlreadyOwned(error)) return problem('NameTaken', 'change');
  // The schema of App lets the spec through, and the server says what is wrong with the child that it leads to.
  if (isInvalid(error)) return problem('ChildRefused', 'change');
  if (isForbidden(error)) {
    const causes = isApiError(error) ? (error.status.details?.causes ?? []) : [];
    if (causes.some(({ reason }) => reason === 'NamespaceTerminating')) return undefined;
    // Room in a quota, a permission, a policy: others may give it at any time, and nobody tells.
    return problem(message.includes('exceeded quota') ? 'QuotaExceeded' : 'Forbidden', 'retry');
  }
  return problem('ReconcileError', 'retry');
}
