import type { GroupVersionKind, StatusCause } from '@kubewright/api';
import { goJson, goQuote } from '@kubewright/api/go-text';
import { ApiError } from '@kubewright/client';

/**
 * What is wrong with the fields of an object, worded as the API server words it (apimachinery's
 * pkg/util/validation/field/errors.go). Paths are written `spec.ports[0].name`.
 */
export interface FieldErrors {
  /** How many there are. */
  readonly count: number;
  /** A field that must be set is not. */
  required(field: string, detail?: string): void;
  /** A value that may not be; `detail` says what may. */
  invalid(field: string, value: unknown, detail: string): void;
  /** A value that is not one of a list. */
  notSupported(field: string, value: unknown, supported: readonly string[]): void;
  /** A field that may not be set, or not be changed. */
  forbidden(field: string, detail: string): void;
  /** A value that occurs twice. */
  duplicate(field: string, value: unknown): void;
  /** A value that names something that does not exist. */
  notFound(field: string, value: unknown): void;
  /** A text or list that is too long. */
  tooLong(field: string, detail: string): void;
}

/** Collects the errors of one object. */
export class FieldErrorList implements FieldErrors {
  readonly #causes: StatusCause[] = [];

  get count(): number {
    return this.#causes.length;
  }

  required(field: string, detail = ''): void {
    this.#add('FieldValueRequired', field, 'Required value', detail);
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.#add('FieldValueInvalid', field, `Invalid value: ${textOf(value)}`, detail);
  }

  notSupported(field: string, value: unknown, supported: readonly string[]): void {
    const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
    this.#add('FieldValueNotSupported', field, `Unsupported value: ${textOf(value)}`, detail);
  }

  forbidden(field: string, detail: string): void {
    this.#add('FieldValueForbidden', field, 'Forbidden', detail);
  }

  duplicate(field: string, value: unknown): void {
    this.#add('FieldValueDuplicate', field, `Duplicate value: ${textOf(value)}`, '');
  }

  notFound(field: string, value: unknown): void {
    this.#add('FieldValueNotFound', field, `Not found: ${textOf(value)}`, '');
  }

  tooLong(field: string, detail: string): void {
    this.#add('FieldValueTooLong', field, 'Too long', detail);
  }

  /** The API server's error for an invalid object (apimachinery's errors.NewInvalid); undefined when nothing is wrong. */
  toError({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>, name: string): ApiError | undefined {
    const causes = this.#causes;
    if (causes.length === 0) return undefined;
    const sentences = causes.map(({ field, message }) => `${field ?? ''}: ${message ?? ''}`);
    const text = sentences.length === 1 ? (sentences[0] as string) : `[${sentences.join(', ')}]`;
    const qualified = group === '' ? kind : `${kind}.${group}`;
    return new ApiError({
      status: 'Failure',
      code: 422,
      reason: 'Invalid',
      message: `${qualified} ${goQuote(name)} is invalid: ${text}`,
      details: { name, group, kind, causes: [...causes] },
    });
  }

  #add(reason: string, field: string, title: string, detail: string): void {
    this.#causes.push({ reason, field, message: detail === '' ? title : `${title}: ${detail}` });
  }
}

// Go prints strings with %q, numbers and booleans with %v, and everything else as JSON.
function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return goQuote(value);
  return typeof value === 'object' ? goJson(value) : String(value as number | boolean | bigint);
}
