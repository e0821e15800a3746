/** A user's mistake or a failed environment: `message` is the one sentence that goes to stderr. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export type CliErrorCode =
  | 'ProjectNotFound'
  | 'ProjectNotBuilt'
  | 'InvalidManifest'
  | 'Refused'
  | 'NotConverged'
  | 'OperatorStopped'
  | 'CannotWrite'
  | 'InvalidArgument'
  | 'InvalidImage'
  | 'CannotBuildImage'
  | 'CannotBundle'
  | 'CannotConnect'
  | 'CannotRead'
  | 'NothingToImport'
  | 'InvalidProject'
  | 'Cancelled';

export function isCliError(error: unknown, code: CliErrorCode): error is CliError {
  return error instanceof CliError && error.code === code;
}
