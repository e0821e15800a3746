const NEWLINE = 0x0a;

/**
 * Cuts a stream into lines, whatever the boundaries of its chunks. A line within one chunk is a view on it, not a
 * copy; a line across chunks is joined once, when it is complete. Blank lines are skipped.
 */
export class LineSplitter {
  #pending: Uint8Array[] = [];

  /** The lines that this chunk completes, without their line ends. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      const line = this.#join(chunk.subarray(start, end));
      if (!isBlank(line)) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#pending.push(chunk.subarray(start));
    return lines;
  }

  /** What came after the last line end; undefined when there was nothing but white space. */
  rest(): Uint8Array | undefined {
    const rest = this.#join(new Uint8Array());
    return isBlank(rest) ? undefined : rest;
  }

  #join(last: Uint8Array): Uint8Array {
    if (this.#pending.length === 0) return last;
    const parts = [...this.#pending, last];
    this.#pending = [];
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte <= 0x20);
}
