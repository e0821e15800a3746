import { notSupported } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { badRequestError, invalidError } from '../errors/status-error.js';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The query of a write (meta/v1 CreateOptions, UpdateOptions, PatchOptions). */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  readonly fieldManager: string;
}

/** Reads and checks the query; `kind` names the options in errors. Throws StatusError 400 or 422. */
export function parseWriteOptions(query: URLSearchParams, kind: string): WriteOptions {
  const errors: FieldError[] = [];
  const dryRun = parseDryRun(query, errors);
  const fieldValidation = query.get('fieldValidation') ?? '';
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(fieldValidation)) {
    errors.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  const fieldManager = query.get('fieldManager') ?? '';
  if (fieldManager.length > 128)
    throw badRequestError('fieldManager: Too long: may not be more than 128 bytes');
  if (errors.length > 0) throw invalidError({ group: 'meta.k8s.io', resource: kind }, '', errors);
  return {
    dryRun,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    fieldManager,
  };
}

/** Whether `dryRun=All` is asked for; anything else but that adds an error. */
export function parseDryRun(query: URLSearchParams, errors: FieldError[]): boolean {
  const directives = query.getAll('dryRun').filter((directive) => directive !== '');
  if (directives.some((directive) => directive !== 'All')) {
    errors.push(notSupported('dryRun', directives, ['All']));
  }
  return directives.includes('All');
}
