import type { PathElement } from './path-element.js';
import { elementText } from './path-element.js';

/** One thing that is wrong with a value, and where. */
export interface TypedFault {
  /** As messages show it: `.spec.ports`; `''` at the root. */
  readonly path: string;
  readonly message: string;
}

/** A value that its type does not take (structured-merge-diff `typed/helpers.go`, ValidationErrors). */
export class TypedValueError extends Error {
  override readonly name = 'TypedValueError';
  readonly faults: readonly TypedFault[];

  constructor(faults: readonly TypedFault[]) {
    const texts = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(texts.length === 1 ? texts[0] : ['errors:', ...texts.map((text) => `  ${text}`)].join('\n'));
    this.faults = faults;
  }
}

/** Whether the error is a `TypedValueError`, also of another copy of this package. */
export function isTypedValueError(error: unknown): error is TypedValueError {
  return error instanceof Error && error.name === 'TypedValueError';
}

/** Puts an element before the paths of faults found below it. */
export const below = (element: PathElement, faults: readonly TypedFault[]): TypedFault[] =>
  faults.map(({ path, message }) => ({ path: elementText(element) + path, message }));
