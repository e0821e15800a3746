import { forbidden, invalid, notSupported, required, tooLong } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { invalidError } from '../errors/status-error.js';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The query of a write (meta/v1 CreateOptions, UpdateOptions, PatchOptions). */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  readonly fieldManager: string;
}

/** Reads and checks the query; `kind` names the options in errors. Throws StatusError 422. */
export function parseWriteOptions(query: URLSearchParams, kind: string): WriteOptions {
  const errors: FieldError[] = [];
  if (kind === PATCH_OPTIONS && query.has('force'))
    errors.push(forbidden('force', 'may not be specified for non-apply patch'));
  return readWriteOptions(query, kind, errors);
}

/** The query of an apply. */
export interface ApplyOptions extends WriteOptions {
  /** Whether fields of other managers are taken over. */
  readonly force: boolean;
}

/** The same for server-side apply, which must say who applies. Throws StatusError 422. */
export function parseApplyOptions(query: URLSearchParams): ApplyOptions {
  const errors: FieldError[] = [];
  if ((query.get('fieldManager') ?? '') === '')
    errors.push(required('fieldManager', 'is required for apply patch'));
  const force = query.get('force');
  return {
    ...readWriteOptions(query, PATCH_OPTIONS, errors),
    force: force !== null && force !== '0' && force.toLowerCase() !== 'false',
  };
}

const PATCH_OPTIONS = 'PatchOptions';
const FIELD_VALIDATIONS: readonly string[] = ['Ignore', 'Warn', 'Strict'] satisfies FieldValidation[];

function readWriteOptions(query: URLSearchParams, kind: string, errors: FieldError[]): WriteOptions {
  const fieldManager = query.get('fieldManager') ?? '';
  fieldManagerRules(errors, fieldManager);
  const dryRun = parseDryRun(query, errors);
  const fieldValidation = query.get('fieldValidation') ?? '';
  if (fieldValidation !== '' && !FIELD_VALIDATIONS.includes(fieldValidation)) {
    errors.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (errors.length > 0) throw invalidError({ group: 'meta.k8s.io', resource: kind }, '', errors);
  return {
    dryRun,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    fieldManager,
  };
}

const MAX_FIELD_MANAGER_BYTES = 128;

// apimachinery `pkg/apis/meta/v1/validation/validation.go`, ValidateFieldManager.
function fieldManagerRules(errors: FieldError[], fieldManager: string): void {
  if (fieldManager.length <= MAX_FIELD_MANAGER_BYTES && /^[ -~]*$/.test(fieldManager)) return;
  const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
  if (sizeOf(fieldManager) > MAX_FIELD_MANAGER_BYTES)
    errors.push(tooLong('fieldManager', MAX_FIELD_MANAGER_BYTES));
  for (const match of fieldManager.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu)) {
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const position = sizeOf(fieldManager.slice(0, match.index));
    const fault = `invalid character U+${code} (at position ${position})`;
    errors.push(invalid('fieldManager', fieldManager, fault));
  }
}

/** Whether `dryRun=All` is asked for; anything else but that adds an error. */
export function parseDryRun(query: URLSearchParams, errors: FieldError[]): boolean {
  const directives = query.getAll('dryRun');
  if (directives.some((directive) => directive !== 'All')) {
    errors.push(notSupported('dryRun', directives, ['All']));
  }
  return directives.includes('All');
}
