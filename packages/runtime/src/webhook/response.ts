import type { JsonPatchOperation, Status } from '@kubewright/api';
import { isApiError } from '@kubewright/client';
import type { ApiError } from '@kubewright/client';

import type { AdmissionResponse } from './admission-review.js';

/** Lets the request pass. */
export function allowed(message?: string): AdmissionResponse {
  return { allowed: true, status: { code: 200, ...(message !== undefined && { message }) } };
}

/** Refuses the request with code 403; the client is told why. */
export function denied(message: string): AdmissionResponse {
  return { allowed: false, status: { code: 403, reason: 'Forbidden', message } };
}

/** Lets the request pass with changes to its object. */
export function patched(patches: readonly JsonPatchOperation[], message?: string): AdmissionResponse {
  return { ...allowed(message), patches };
}

/** Refuses the request because it could not be judged; `code` says whose fault that is: 400 or 500. */
export function errored(code: number, error: unknown): AdmissionResponse {
  return {
    allowed: false,
    status: { code, message: error instanceof Error ? error.message : String(error) },
  };
}

/** Refuses the request with what an API server would answer. */
function deniedWith(status: Status): AdmissionResponse {
  return { allowed: false, status };
}

/** The answer when a defaulter or validator throws; undefined when that is a bug of the program. */
export function refusalOf(error: unknown): AdmissionResponse | undefined {
  if (isApiError(error)) return deniedWith(statusOf(error));
  return isBug(error) ? undefined : denied((error as Error).message);
}

function statusOf(error: unknown): Status {
  let at = error;
  while (at instanceof Error && at.name !== 'ApiError') at = at.cause;
  return (at as ApiError).status;
}

/** What the language throws by itself, and what is no error at all. */
export function isBug(error: unknown): boolean {
  return (
    !(error instanceof Error) ||
    ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'EvalError', 'URIError'].includes(error.name)
  );
}
