import { parsePattern } from './pattern-parser.js';
import type { PatternNode } from './pattern-parser.js';

/** How many more repetitions than the fewest are tried, in this order: readable texts first, then short and long ones. */
const STRETCHES = [5, 4, 3, 2, 1, 0, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 253];

/**
 * Texts that a pattern of Go matches, most readable first: letters spell the word, digits count. None for patterns that
 * are not understood. Whoever takes one checks it: a text may be matched as a whole and still be refused by a length.
 *
 * @param variant tells texts of one pattern apart
 */
export function* patternSamples(pattern: string, word: string, variant: number): Generator<string> {
  const node = parsePattern(pattern);
  if (node === undefined) return;
  const seen = new Set<string>();
  for (const stretch of STRETCHES) {
    const text = new SampleWriter(word, variant, stretch).write(node);
    if (seen.has(text)) continue;
    seen.add(text);
    yield text;
  }
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const DIGITS = Array.from('1234567890');
const OTHERS = Array.from('-._/:@ +*,;=#%&!?$~^|<>()[]{}"\'`\\\t\n');

class SampleWriter {
  readonly #word: readonly string[];
  readonly #variant: number;
  readonly #stretch: number;
  #letters = 0;
  #digits = 0;

  constructor(word: string, variant: number, stretch: number) {
    this.#word = [...word.toLowerCase()];
    this.#variant = variant;
    this.#stretch = stretch;
  }

  write(node: PatternNode): string {
    switch (node.kind) {
      case 'set':
        return this.#character(node.has);
      case 'sequence':
        return node.items.map((item) => this.write(item)).join('');
      case 'choice':
        return this.write(
          node.options[this.#variant % node.options.length] ?? { kind: 'sequence', items: [] },
        );
      case 'repeat': {
        const count = Math.min(node.max, node.min + this.#stretch);
        return Array.from({ length: count }, () => this.write(node.item)).join('');
      }
    }
  }

  #character(has: (character: string) => boolean): string {
    const letter = this.#word[this.#letters % Math.max(1, this.#word.length)] ?? 'a';
    const shifted = this.#letters === 0 ? LETTERS[(LETTERS.indexOf(letter) + this.#variant) % 26] : letter;
    for (const candidate of [shifted ?? letter, letter, letter.toUpperCase()])
      if (has(candidate)) {
        this.#letters++;
        return candidate;
      }
    const digits = DIGITS.slice((this.#digits + this.#variant) % 10).concat(DIGITS);
    const digit = digits.find(has);
    const anyLetter = LETTERS.find(has);
    // Sets of digits and letters without those of the word, as hexadecimal digits, count.
    if (digit !== undefined) {
      this.#digits++;
      return digit;
    }
    return anyLetter ?? OTHERS.find(has) ?? 'é';
  }
}
