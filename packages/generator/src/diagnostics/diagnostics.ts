import type { Diagnostic, DiagnosticCode, SourcePosition } from './diagnostic.js';

/**
 * Collects findings, so that one run shows all of them. Whoever finds something wrong reports it and goes on with the
 * best guess; nothing is written while there are errors.
 */
export class Diagnostics {
  readonly #found = new Map<string, Diagnostic>();

  error(code: DiagnosticCode, position: SourcePosition | undefined, message: string, hint?: string): void {
    this.#add({
      code,
      severity: 'error',
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(position === undefined ? {} : { position }),
    });
  }

  warn(code: DiagnosticCode, position: SourcePosition | undefined, message: string, hint?: string): void {
    this.#add({
      code,
      severity: 'warning',
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(position === undefined ? {} : { position }),
    });
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some(({ severity }) => severity === 'error');
  }

  /** In the order of files, lines and columns; what has no position comes first. The same finding is told once. */
  all(): Diagnostic[] {
    return [...this.#found.values()].sort(byPosition);
  }

  #add(diagnostic: Diagnostic): void {
    const { code, message, position } = diagnostic;
    this.#found.set(`${position?.file}:${position?.line}:${position?.column}:${code}:${message}`, diagnostic);
  }
}

function byPosition({ position: a }: Diagnostic, { position: b }: Diagnostic): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
