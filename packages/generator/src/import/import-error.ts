/** Why nothing was imported, as a closed list. */
export type ImportErrorCode =
  /** A text is no YAML or JSON, or not of the shape that its kind asks for. */
  | 'InvalidDocument'
  /** A document that is understood, and that no types can be made of. */
  | 'UnsupportedDocument'
  /** No kind is left, after what was asked for. */
  | 'NothingToImport'
  /** A folder, file or address cannot be read. */
  | 'CannotRead';

/** A source that cannot be imported: the message names it and says what is wrong. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
