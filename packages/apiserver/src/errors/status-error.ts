import type { Status, StatusCause, StatusDetails, StatusReason } from '@kubewright/api';
import { fieldErrorCause, fieldErrorMessage } from './field-error.js';
import type { FieldError } from './field-error.js';

/**
 * A refusal that becomes the Status object of a response. Thrown anywhere in the pipeline, turned into a response in
 * one place. The constructors below word it as apimachinery's `pkg/api/errors/errors.go` does.
 */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Required<Pick<Status, 'code' | 'message'>> & Status;

  constructor(options: {
    code: number;
    reason?: StatusReason;
    message: string;
    details?: StatusDetails;
    cause?: unknown;
  }) {
    super(options.message, { cause: options.cause });
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: options.message,
      ...(options.reason === undefined ? {} : { reason: options.reason }),
      ...(options.details === undefined ? {} : { details: options.details }),
      code: options.code,
    };
  }
}

/** The resource (`deployments`) or kind (`Deployment`) that an error is about, with its group. */
export interface Qualified {
  readonly group: string;
  readonly resource: string;
}

const qualify = ({ group, resource }: Qualified): string =>
  group === '' ? resource : `${resource}.${group}`;
const detailsOf = (about: Qualified, name: string, more: StatusDetails = {}): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(about.group === '' ? {} : { group: about.group }),
  ...(about.resource === '' ? {} : { kind: about.resource }),
  ...more,
});

export const notFoundError = (about: Qualified, name: string): StatusError =>
  new StatusError({
    code: 404,
    reason: 'NotFound',
    message: `${qualify(about)} ${JSON.stringify(name)} not found`,
    details: detailsOf(about, name),
  });

export const alreadyExistsError = (about: Qualified, name: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualify(about)} ${JSON.stringify(name)} already exists`,
    details: detailsOf(about, name),
  });

export const conflictError = (about: Qualified, name: string, reason: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualify(about)} ${JSON.stringify(name)}: ${reason}`,
    details: detailsOf(about, name),
  });

/** The text of a conflict of resource versions (registry/generic/registry/store.go). */
export const OPTIMISTIC_LOCK_MESSAGE =
  'the object has been modified; please apply your changes to the latest version and try again';

/** `about.resource` is the kind here (`Deployment`), as in the real server. */
export const invalidError = (about: Qualified, name: string, errors: readonly FieldError[]): StatusError => {
  const messages = [...new Set(errors.map(fieldErrorMessage))];
  const text = messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`;
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${qualify(about)} ${JSON.stringify(name)} is invalid${messages.length === 0 ? '' : `: ${text}`}`,
    details: detailsOf(about, name, { causes: errors.map(fieldErrorCause) }),
  });
};

export const badRequestError = (message: string, causes?: StatusCause[]): StatusError =>
  new StatusError({
    code: 400,
    reason: 'BadRequest',
    message,
    ...(causes === undefined ? {} : { details: { causes } }),
  });

/** A value cannot be read as the kind that was wanted (apiserver `endpoints/handlers/rest.go`, transformDecodeError). */
export class WrongObjectError extends StatusError {
  /** What the decoder said, without what it was decoding. */
  readonly fault: string;

  /** `version` without the group. */
  constructor(given: { readonly version: string; readonly kind: string }, wanted: string, fault: string) {
    const what = `${given.kind} in version ${JSON.stringify(given.version)}`;
    super({
      code: 400,
      reason: 'BadRequest',
      message: `${what} cannot be handled as a ${wanted}: ${fault}`,
    });
    this.fault = fault;
  }
}

export const unauthorizedError = (message = 'Unauthorized'): StatusError =>
  new StatusError({ code: 401, reason: 'Unauthorized', message });

/** `message` without the leading `resource "name" is forbidden: `. */
export const forbiddenError = (about: Qualified, name: string, message: string): StatusError =>
  new StatusError({
    code: 403,
    reason: 'Forbidden',
    message:
      name === ''
        ? `${qualify(about)} is forbidden: ${message}`
        : `${qualify(about)} ${JSON.stringify(name)} is forbidden: ${message}`,
    details: detailsOf(about, name),
  });

/** The path names nothing that is served. */
export const pathNotFoundError = (): StatusError =>
  new StatusError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });

/** The resource version asked for is no longer in the history (410). */
export const expiredError = (message: string): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message });

export const unsupportedMediaTypeError = (accepted: readonly string[]): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });

export const notAcceptableMessageError = (message: string): StatusError =>
  new StatusError({ code: 406, reason: 'NotAcceptable', message });

export const notAcceptableError = (accepted: readonly string[]): StatusError =>
  notAcceptableMessageError(`only the following media types are accepted: ${accepted.join(', ')}`);

/** The same, as go-restful words it where it looks at the request first. */
export const notAcceptableRouteError = (produces: readonly string[]): StatusError =>
  new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${produces.join(', ')}`,
    details: {},
  });

/** The method has no meaning for the path. */
export const methodNotAllowedError = (): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });

/** The request took longer than it may (apiserver `server/filters/timeout.go`). */
export const timeoutError = (message = 'request did not complete within the allotted timeout'): StatusError =>
  new StatusError({ code: 504, reason: 'Timeout', message: `Timeout: ${message}`, details: {} });

export const requestTooLargeError = (message: string): StatusError =>
  new StatusError({ code: 413, reason: 'RequestEntityTooLarge', message });

/** An error that the real server passes on as it is, with neither reason nor details. */
export const plainError = (cause: Error): StatusError =>
  new StatusError({ code: 500, message: cause.message, cause });

export const internalError = (cause: Error): StatusError =>
  new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${cause.message}`,
    details: { causes: [{ message: cause.message }] },
    cause,
  });

/** Whether a thrown value is a refusal meant for the client. */
export function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && error.name === 'StatusError' && 'status' in error;
}
