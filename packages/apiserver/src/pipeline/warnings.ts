/** What a response warns of, each text once (RFC 7234 `Warning: 299`, as apimachinery `util/net` writes it). */
export class Warnings {
  private readonly texts = new Set<string>();

  add(text: string): void {
    if (text !== '') this.texts.add(text);
  }

  /** The `warning` header; undefined when there is nothing to warn of. */
  header(): readonly string[] | undefined {
    if (this.texts.size === 0) return undefined;
    return [...this.texts].map((text) => `299 - "${escape(text)}"`);
  }
}

// Headers are one line of printable text; other characters would end the response or the connection.
function escape(text: string): string {
  const printable = text.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[^\u0020-\u007e]/g, '?');
  return printable.replace(/[\\"]/g, (character) => `\\${character}`).slice(0, 4096);
}
