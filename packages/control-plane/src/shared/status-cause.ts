import type { Status } from '@kubewright/api';

/** The cause of a refusal to create something in a namespace that is being deleted (core/v1, NamespaceTerminatingCause). */
export const namespaceTerminatingCause = 'NamespaceTerminating';

/** Whether the error carries an API status with that cause (apierrors.HasStatusCause). */
export function hasStatusCause(error: unknown, reason: string): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false;
  const status = error.status as Status | undefined;
  return status?.details?.causes?.some((cause) => cause.reason === reason) === true;
}
