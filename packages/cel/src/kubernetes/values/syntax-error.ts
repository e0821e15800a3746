/** Text that is no URL, address, version and so on. The message is that of the Go function that would refuse it. */
export class ValueSyntaxError extends Error {
  override readonly name = 'ValueSyntaxError';
}
