import type { StatusReason } from '@kubewright/api';

import type { ApiError } from './errors.js';
import { isApiError, reasonOf } from './errors.js';

/** The reasons of metav1: an error with another (or none) is told by its HTTP status. */
const KNOWN: ReadonlySet<StatusReason> = new Set([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StoreReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
]);

/** By reason; by HTTP status only when the reason is none that is known, as apimachinery's pkg/api/errors does. */
function is(error: unknown, reason: StatusReason, httpStatus?: number): boolean {
  if (!isApiError(error)) return false;
  const actual = reasonOf(error);
  if (actual === reason) return true;
  return httpStatus !== undefined && !KNOWN.has(actual) && httpStatusOf(error) === httpStatus;
}

function httpStatusOf(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'ApiError') return (at as ApiError).httpStatus;
  }
  return undefined;
}

/** The object, or the resource, does not exist. */
export function isNotFound(error: unknown): boolean {
  return is(error, 'NotFound', 404);
}

/** A create named an object that exists. */
export function isAlreadyExists(error: unknown): boolean {
  return is(error, 'AlreadyExists');
}

/** The object changed since it was read, or another field manager owns a field: read again and repeat. */
export function isConflict(error: unknown): boolean {
  return is(error, 'Conflict', 409);
}

/** The object breaks rules of its kind; `status.details.causes` name the fields. */
export function isInvalid(error: unknown): boolean {
  return is(error, 'Invalid', 422);
}

export function isForbidden(error: unknown): boolean {
  return is(error, 'Forbidden', 403);
}

export function isUnauthorized(error: unknown): boolean {
  return is(error, 'Unauthorized', 401);
}

/** The resource version or continue token is gone and will not come back. */
export function isGone(error: unknown): boolean {
  return is(error, 'Gone', 410);
}

/** The resource version or continue token is too old: list again (apimachinery's `IsResourceExpired`). */
export function isExpired(error: unknown): boolean {
  return is(error, 'Expired');
}

export function isTooManyRequests(error: unknown): boolean {
  return is(error, 'TooManyRequests', 429);
}

/** The server ran out of time while it worked on the request. */
export function isTimeout(error: unknown): boolean {
  return is(error, 'Timeout', 504);
}

/** The server could not finish within its time and asks to try again. */
export function isServerTimeout(error: unknown): boolean {
  return is(error, 'ServerTimeout');
}

export function isServiceUnavailable(error: unknown): boolean {
  return is(error, 'ServiceUnavailable', 503);
}

export function isInternalError(error: unknown): boolean {
  return is(error, 'InternalError', 500);
}

export function isBadRequest(error: unknown): boolean {
  return is(error, 'BadRequest', 400);
}

export function isMethodNotAllowed(error: unknown): boolean {
  return is(error, 'MethodNotAllowed', 405);
}

export function isUnsupportedMediaType(error: unknown): boolean {
  return is(error, 'UnsupportedMediaType', 415);
}

export function isRequestEntityTooLarge(error: unknown): boolean {
  return is(error, 'RequestEntityTooLarge', 413);
}
