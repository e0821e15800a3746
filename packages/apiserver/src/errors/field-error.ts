import type { StatusCause } from '@kubewright/api';
import { goJson, goNumber, goQuote } from './go-text.js';

/**
 * A fault in one field of an object, worded as apimachinery's `pkg/util/validation/field/errors.go` words it, because
 * clients and people read these texts.
 */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path of the field: `spec.containers[0].name`, `metadata.labels[a/b]`. */
  readonly field: string;
  readonly badValue?: unknown;
  readonly detail: string;
}

/** The value is the `reason` of the cause in the Status. */
export type FieldErrorType =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

const TITLES: Readonly<Record<FieldErrorType, string>> = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueNotFound: 'Not found',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
};

/** A value that errors do not repeat, because it is large (`field.OmitValueType`). */
export const OMITTED: unique symbol = Symbol('omitted');

export const required = (field: string, detail = ''): FieldError => ({
  type: 'FieldValueRequired',
  field,
  detail,
});
export const invalid = (field: string, badValue: unknown, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  badValue,
  detail,
});
export const typeInvalid = (field: string, badValue: unknown, detail: string): FieldError => ({
  type: 'FieldValueTypeInvalid',
  field,
  badValue,
  detail,
});
export const notSupported = (field: string, badValue: unknown, supported: readonly string[]): FieldError => ({
  type: 'FieldValueNotSupported',
  field,
  badValue,
  detail: supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`,
});
export const forbidden = (field: string, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field,
  detail,
});
export const duplicate = (field: string, badValue: unknown): FieldError => ({
  type: 'FieldValueDuplicate',
  field,
  badValue,
  detail: '',
});
export const notFound = (field: string, badValue: unknown): FieldError => ({
  type: 'FieldValueNotFound',
  field,
  badValue,
  detail: '',
});
export const internal = (field: string, detail: string): FieldError => ({
  type: 'InternalError',
  field,
  detail,
});
/** `maxLength` below zero: unknown. The value itself is not repeated. */
export const tooLong = (field: string, maxLength: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  badValue: '<value omitted>',
  detail:
    maxLength < 0
      ? 'value is too long'
      : `may not be more than ${maxLength} ${maxLength === 1 ? 'byte' : 'bytes'}`,
});
export const tooMany = (field: string, actual: number, maxItems: number): FieldError => ({
  type: 'FieldValueTooMany',
  field,
  badValue: actual,
  detail:
    maxItems < 0
      ? 'has too many items'
      : `must have at most ${maxItems} ${maxItems === 1 ? 'item' : 'items'}`,
});

/** Field error without its path: the message of a cause (`Error.ErrorBody`). */
export function fieldErrorBody(error: FieldError): string {
  const title = TITLES[error.type];
  const withoutValue =
    error.type === 'FieldValueRequired' ||
    error.type === 'FieldValueForbidden' ||
    error.type === 'FieldValueTooLong' ||
    error.type === 'InternalError' ||
    error.badValue === OMITTED;
  const head = withoutValue ? title : `${title}: ${formatBadValue(error.badValue)}`;
  return error.detail === '' ? head : `${head}: ${error.detail}`;
}

/** `field: body`: the sentence that stands in the message of the Status. */
export function fieldErrorMessage(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** The cause in `status.details.causes`. */
export function fieldErrorCause(error: FieldError): StatusCause {
  return { reason: error.type, message: fieldErrorBody(error), field: error.field };
}

// Go prints strings with %q, numbers and booleans with %v, and everything else as JSON.
function formatBadValue(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return goNumber(value);
  return typeof value === 'object' ? goJson(value) : String(value as boolean | bigint);
}

/** Joins a path and a child field. */
export const child = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
/** A path into a list. */
export const index = (path: string, i: number): string => `${path}[${i}]`;
/** A path into a map. */
export const key = (path: string, k: string): string => `${path}[${k}]`;
