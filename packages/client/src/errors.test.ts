import { describe, expect, it } from 'vitest';

import { ApiError, isApiError, isNoKindMatch, NoKindMatchError, reasonOf } from './errors.js';
import {
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isServerTimeout,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
} from './reasons.js';

describe('ApiError', () => {
  it('says what the server said', () => {
    const error = new ApiError({ message: 'pods "a" not found', reason: 'NotFound', code: 404 });
    expect(error.message).toBe('pods "a" not found');
    expect(error).toMatchObject({
      code: 'ApiError',
      reason: 'NotFound',
      httpStatus: 404,
      retryAfterMs: undefined,
    });
  });

  it('has a message when the server gave none', () => {
    expect(new ApiError({ reason: 'Conflict' }).message).toBe('the server refused the request (Conflict)');
    expect(new ApiError({ code: 502 }).message).toBe('the server refused the request (502)');
  });

  it('knows how long the server asks to wait, from the Status or the header', () => {
    expect(new ApiError({ details: { retryAfterSeconds: 3 } }).retryAfterMs).toBe(3000);
    expect(new ApiError({ details: { retryAfterSeconds: 3 } }, { retryAfterMs: 1000 }).retryAfterMs).toBe(
      1000,
    );
  });
});

describe('the predicates', () => {
  it.each([
    [isNotFound, 'NotFound', 404],
    [isConflict, 'Conflict', 409],
    [isInvalid, 'Invalid', 422],
    [isForbidden, 'Forbidden', 403],
    [isUnauthorized, 'Unauthorized', 401],
    [isGone, 'Gone', 410],
    [isTooManyRequests, 'TooManyRequests', 429],
    [isTimeout, 'Timeout', 504],
  ] as const)('%o goes by the reason %s, and without a reason by %i', (predicate, reason, code) => {
    expect(predicate(new ApiError({ reason }))).toBe(true);
    expect(predicate(new ApiError({ code }))).toBe(true);
    expect(predicate(new ApiError({ code, reason: 'MethodNotAllowed' }))).toBe(false);
    expect(predicate(new ApiError({ code: 200 }))).toBe(false);
    expect(predicate(new Error('no'))).toBe(false);
    expect(predicate(undefined)).toBe(false);
  });

  it.each([
    [isAlreadyExists, 'AlreadyExists', 409],
    [isExpired, 'Expired', 410],
    [isServerTimeout, 'ServerTimeout', 504],
  ] as const)('%o goes by the reason %s only, not by %i', (predicate, reason, code) => {
    expect(predicate(new ApiError({ reason }))).toBe(true);
    expect(predicate(new ApiError({ code }))).toBe(false);
  });

  it('tell an AlreadyExists from a Conflict though both are 409', () => {
    expect(isConflict(new ApiError({ reason: 'AlreadyExists', code: 409 }))).toBe(false);
  });

  it('look through wrapping errors', () => {
    const wrapped = new Error('cannot sync', { cause: new ApiError({ reason: 'NotFound' }) });
    expect(isNotFound(wrapped)).toBe(true);
    expect(isApiError(wrapped)).toBe(true);
    expect(reasonOf(wrapped)).toBe('NotFound');
  });

  it('recognise the error of another copy of the package', () => {
    const foreign = Object.assign(new Error('gone'), { name: 'ApiError', reason: 'Gone', httpStatus: 410 });
    expect(isGone(foreign)).toBe(true);
  });
});

describe('NoKindMatchError', () => {
  it('names the kind and how to mend it', () => {
    const error = new NoKindMatchError('example.com/v1', 'Thing');
    expect(isNoKindMatch(error)).toBe(true);
    expect(error.message).toContain('no kind Thing in example.com/v1: install the CustomResourceDefinition');
  });
});
