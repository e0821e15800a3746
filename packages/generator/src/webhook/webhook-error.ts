/** What is wrong with one marker; becomes a diagnostic at its position. */
export class WebhookMarkerError extends Error {
  override readonly name = 'WebhookMarkerError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
