import type { Status, StatusReason } from '@kubewright/api';

export interface ApiErrorOptions extends ErrorOptions {
  /** The HTTP status; defaults to `status.code`. */
  httpStatus?: number | undefined;
  /** What the server asks to wait before the next try. */
  retryAfterMs?: number | undefined;
  /** What to do about it, appended to the message. */
  hint?: string | undefined;
}

/**
 * The API server's refusal, with the `Status` it answered (apimachinery's `StatusError`). The message is the
 * server's, and after it the `hint`, if there is one. Whether a retry helps says the reason: `Conflict` after reading again, `TooManyRequests`, `ServerTimeout` and
 * `ServiceUnavailable` after a while, most others never.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code = 'ApiError';
  readonly status: Status;
  /** The HTTP status of the answer; of an error inside a watch, the code in its Status. */
  readonly httpStatus: number;
  /** From `Retry-After` or `details.retryAfterSeconds`; undefined when the server named none. */
  readonly retryAfterMs: number | undefined;
  /** What to do about it: the marker of a missing rule, how to install a kind that is not served, ... */
  readonly hint: string | undefined;

  constructor(status: Status, options: ApiErrorOptions = {}) {
    const { httpStatus, retryAfterMs, hint, ...errorOptions } = options;
    const said =
      status.message ||
      `the server refused the request (${status.reason || (status.code ?? 'no reason given')})`;
    super(hint === undefined ? said : `${said}; ${hint}`, errorOptions);
    this.status = status;
    this.hint = hint;
    this.httpStatus = httpStatus ?? status.code ?? 500;
    const seconds = status.details?.retryAfterSeconds;
    this.retryAfterMs = retryAfterMs ?? (seconds === undefined || seconds === 0 ? undefined : seconds * 1000);
  }

  /** The machine-readable reason, `''` when the server gave none. */
  get reason(): StatusReason {
    return this.status.reason ?? '';
  }
}

export type InvalidRequestErrorCode =
  | 'MissingKind'
  | 'MissingName'
  | 'InvalidName'
  | 'NamespaceRequired'
  | 'OtherNamespace'
  | 'MetadataOnly'
  | 'InvalidPatch'
  | 'InvalidSelector'
  | 'NotUpgradable';

/** The program asked for something that no request can express; nothing was sent. A mistake to mend, not to retry. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly code: InvalidRequestErrorCode;

  constructor(code: InvalidRequestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** No resource serves the kind: not built in, and not found by discovery. A retry helps once its CRD is installed. */
export class NoKindMatchError extends Error {
  override readonly name = 'NoKindMatchError';
  readonly code = 'NoKindMatch';
  readonly apiVersion: string;
  readonly kind: string;

  constructor(apiVersion: string, kind: string, options?: ErrorOptions) {
    super(
      `the server knows no kind ${kind} in ${apiVersion}: install the CustomResourceDefinition that defines it ` +
        '(kubectl apply -f config/crd), and check apiVersion and kind for spelling',
      options,
    );
    this.apiVersion = apiVersion;
    this.kind = kind;
  }
}

/** The first error in the chain of causes with that name: as Go's errors.As, and independent of package copies. */
function find(error: unknown, name: string): Error | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at.name === name) return at;
  return undefined;
}

/** Whether the error, or a cause of it, is the API server's refusal. */
export function isApiError(error: unknown): error is ApiError {
  return find(error, 'ApiError') !== undefined;
}

export function isNoKindMatch(error: unknown): error is NoKindMatchError {
  return find(error, 'NoKindMatchError') !== undefined;
}

export function isInvalidRequest(error: unknown): error is InvalidRequestError {
  return find(error, 'InvalidRequestError') !== undefined;
}

/** The reason of the API server's refusal behind an error, `''` when it gave none or there is no such refusal. */
export function reasonOf(error: unknown): StatusReason {
  return (find(error, 'ApiError') as ApiError | undefined)?.reason ?? '';
}
