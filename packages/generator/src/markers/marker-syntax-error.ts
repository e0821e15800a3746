/** What is wrong with a marker's text; caught by whoever reads the comment, and never seen outside of this folder. */
export class MarkerSyntaxError extends Error {
  override readonly name = 'MarkerSyntaxError';
  /** Of the offending character in the text that was parsed. */
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(offset: number, message: string, hint?: string) {
    super(message);
    this.offset = offset;
    this.hint = hint;
  }
}
