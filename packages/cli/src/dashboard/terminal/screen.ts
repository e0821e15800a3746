import type { Output } from '../../io/terminal.js';

/*
 * Control sequences as xterm documents them (ctlseqs), understood by every terminal in use; the pair for synchronized
 * updates (mode 2026) is ignored by those that do not know it.
 */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J';
const LEAVE = '\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l';
const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';

/**
 * The whole terminal as lines: on its alternate screen, so that what was there before comes back in the end. Only lines
 * that changed are written, in one piece, so that nothing flickers.
 */
export class Screen {
  readonly #output: Output;
  #shown: readonly string[] = [];
  #isOpen = false;

  constructor(output: Output) {
    this.#output = output;
  }

  get size(): { columns: number; rows: number } {
    // A terminal that does not tell its size, or tells 0, as that of a serial line.
    return { columns: this.#output.columns || 80, rows: this.#output.rows || 24 };
  }

  /** Takes the terminal; calling it twice does nothing. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#shown = [];
    this.#output.write(ENTER);
  }

  /** Shows these lines from the first row on. They must fit. */
  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    const rows = Math.max(lines.length, this.#shown.length);
    let update = '';
    for (let row = 0; row < rows; row += 1) {
      const line = lines[row] ?? '';
      if (line === this.#shown[row]) continue;
      update += `\u001b[${row + 1};1H\u001b[2K${line}`;
    }
    this.#shown = lines;
    if (update !== '') this.#output.write(`${BEGIN_UPDATE}${update}${END_UPDATE}`);
  }

  /** Forgets what is shown, for a terminal that has rearranged it: the next lines are all written. */
  invalidate(): void {
    this.#shown = [];
    if (this.#isOpen) this.#output.write('\u001b[2J');
  }

  /** Gives the terminal back as it was; calling it twice does nothing. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#output.write(LEAVE);
  }
}
