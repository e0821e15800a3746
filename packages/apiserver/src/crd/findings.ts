import {
  child,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goJson } from '../errors/go-text.js';
import { goMap } from './go-map.js';

/** One failure of a value against a schema, before it becomes a field error. */
export interface Finding {
  readonly kind: 'required' | 'enum' | 'tooLong' | 'tooMany' | 'type' | 'value' | 'whole';
  /** Path within the validated value; `''` is the value itself. */
  readonly path: string;
  readonly text: string;
  readonly value?: unknown;
  readonly limit?: number;
  readonly supported?: readonly unknown[];
}

/**
 * What validation of a value found. `matches` counts checks that passed, by which the best branch of anyOf and oneOf is
 * chosen. Behaviour after kube-openapi's `pkg/validation/validate/result.go`.
 */
export class Findings {
  readonly list: Finding[] = [];
  matches = 0;

  get valid(): boolean {
    return this.list.length === 0;
  }

  /** Keeps texts unique, as the same check may be reached on several ways. */
  add(finding: Finding): void {
    if (!this.list.some((known) => known.text === finding.text)) this.list.push(finding);
  }

  merge(other: Findings): void {
    for (const finding of other.list) this.add(finding);
    this.matches += other.matches;
  }
}

/** Go prints the path of an error that belongs to no field so. */
const NO_PATH = '<nil>';

/**
 * Turns findings into field errors below `base` (`''`: the root). After apiextensions-apiserver's
 * `pkg/apiserver/validation/validation.go`, kubeOpenAPIResultToFieldErrors.
 */
export function fieldErrorsOf(findings: readonly Finding[], base: string): FieldError[] {
  return findings.map((finding) => {
    const name = finding.path.replace(/^\./, '');
    const path = finding.kind === 'whole' || name === '' ? base : child(base, name);
    const field = path === '' ? NO_PATH : path;
    switch (finding.kind) {
      case 'required':
        return required(field);
      case 'enum':
        return notSupported(field, goMap(finding.value), (finding.supported ?? []).map(textOf));
      case 'tooLong':
        return tooLong(field, finding.limit ?? -1);
      case 'tooMany':
        return tooMany(field, typeof finding.value === 'number' ? finding.value : -1, finding.limit ?? -1);
      case 'type':
        return typeInvalid(field, finding.value ?? '', finding.text);
      case 'value':
      case 'whole':
        return invalid(field, goMap(finding.value ?? ''), finding.text);
    }
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : goJson(goMap(value)));
