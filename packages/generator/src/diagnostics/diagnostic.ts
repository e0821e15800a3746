/** A place in a source file. */
export interface SourcePosition {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
}

/** What is wrong, as a closed list; docs/generator-errors.md explains each. */
export const DIAGNOSTIC_CODES = [
  'UnknownMarker',
  'InvalidMarker',
  'MisplacedMarker',
  'ConflictingMarkers',
  'UnsupportedType',
  'RecursiveType',
  'UnresolvedType',
  'InvalidKind',
  'ConflictingKinds',
  'InvalidSchema',
  'InvalidRule',
  'InvalidManifest',
  'SyntaxError',
  'MissingRule',
  'UnusedRule',
  'BroadRule',
] as const;

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** One finding about a user's source. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** A lower-case sentence without a full stop that names the thing and the value. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Absent for what stands in no source file. */
  readonly position?: SourcePosition;
}

/** `file:line:column: error UnknownMarker: message (hint)`, with the file relative to `folder` where it lies below it. */
export function formatDiagnostic(diagnostic: Diagnostic, folder?: string): string {
  const { code, severity, message, hint, position } = diagnostic;
  const what = `${severity} ${code}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
  if (position === undefined) return what;
  const prefix = folder === undefined ? '' : folder.endsWith('/') ? folder : `${folder}/`;
  const file = position.file.startsWith(prefix) ? position.file.slice(prefix.length) : position.file;
  return `${file}:${position.line}:${position.column}: ${what}`;
}
