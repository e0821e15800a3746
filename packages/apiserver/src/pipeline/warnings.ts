/** What a response warns of, each text once (RFC 7234 `Warning: 299`, as apimachinery `util/net` writes it). */
export class Warnings {
  private readonly texts = new Set<string>();

  add(text: string): void {
    if (text !== '' && !CONTROL.test(text)) this.texts.add(text);
  }

  /** The `warning` header; undefined when there is nothing to warn of. */
  header(): readonly string[] | undefined {
    if (this.texts.size === 0) return undefined;
    return [...this.texts].map((text) => `299 - "${escape(text)}"`);
  }
}

// As Go's unicode.IsControl; the real server drops such warnings, which would end the header.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

// Bytes of UTF-8 are what clients of Kubernetes expect, one character of a header each.
function escape(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replace(/[\\"]/g, (character) => `\\${character}`).slice(0, 4096);
}
