/** A test environment could not be started, or did not settle; the message names what and how to mend it. */
export class TestEnvironmentError extends Error {
  override readonly name = 'TestEnvironmentError';
  readonly code: TestEnvironmentErrorCode;

  constructor(code: TestEnvironmentErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export type TestEnvironmentErrorCode =
  | 'AssetsMissing'
  | 'StartFailed'
  | 'InvalidCrd'
  | 'InvalidWebhook'
  | 'NotSettled'
  | 'ControllerFailed'
  | 'InvalidTarget';
