import type { MarkerValue } from '../model/marker.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SYMBOLS = { ',': 'a comma', ':': 'a colon' } as const;
const BARE = /^[A-Za-z_][\w./:@-]*$/;

/**
 * The value of `@default` and `@example`: a literal of JavaScript (JSON with keys and texts as people write them), or
 * one bare word, which is a text. Offsets of errors count from the text's first character.
 */
export function parseLiteral(text: string): MarkerValue {
  const trimmed = text.trim();
  if (BARE.test(trimmed) && !['true', 'false', 'null'].includes(trimmed)) return trimmed;
  const reader = new LiteralReader(text);
  const value = reader.value();
  reader.end();
  return value;
}

class LiteralReader {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): MarkerValue {
    const character = this.#peek();
    if (character === '{') return this.#object();
    if (character === '[') return this.#array();
    if (character === '"' || character === "'" || character === '`') return this.#string();
    const number = this.#take(NUMBER);
    if (number !== undefined) return Number(number);
    const start = this.#offset;
    const word = this.#take(WORD);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw new MarkerSyntaxError(
      start,
      `${this.#rest(start)} is no value`,
      'write it as JSON: texts stand in quotes',
    );
  }

  end(): void {
    if (this.#peek() === '') return;
    throw new MarkerSyntaxError(
      this.#offset,
      `unexpected ${this.#rest(this.#offset)} behind the value`,
      'write it as JSON: texts stand in quotes',
    );
  }

  #object(): MarkerValue {
    const entries: [string, MarkerValue][] = [];
    this.#offset++;
    while (this.#peek() !== '}') {
      const quoted = ['"', "'", '`'].includes(this.#peek());
      const start = this.#offset;
      const key = quoted ? this.#string() : (this.#take(WORD) ?? this.#take(NUMBER));
      if (key === undefined) throw new MarkerSyntaxError(start, `expected a key, got ${this.#rest(start)}`);
      this.#expect(':');
      entries.push([key, this.value()]);
      if (this.#peek() !== '}') this.#expect(',');
    }
    this.#offset++;
    return Object.fromEntries(entries);
  }

  #array(): MarkerValue {
    const values: MarkerValue[] = [];
    this.#offset++;
    while (this.#peek() !== ']') {
      values.push(this.value());
      if (this.#peek() !== ']') this.#expect(',');
    }
    this.#offset++;
    return values;
  }

  #string(): string {
    const start = this.#offset;
    const quote = this.#text[start];
    let index = start + 1;
    while (index < this.#text.length && this.#text[index] !== quote)
      index += this.#text[index] === '\\' ? 2 : 1;
    if (index >= this.#text.length)
      throw new MarkerSyntaxError(start, `the text that begins with ${quote ?? ''} does not end`);
    this.#offset = index + 1;
    const body = this.#text
      .slice(start + 1, index)
      .replace(/\\'|\\`|"/g, (part) => (part === '"' ? '\\"' : part.slice(1)));
    try {
      return JSON.parse(`"${quote === '"' ? this.#text.slice(start + 1, index) : body}"`) as string;
    } catch {
      throw new MarkerSyntaxError(
        start,
        `${this.#text.slice(start, index + 1)} holds an escape that JSON has not`,
      );
    }
  }

  #expect(symbol: keyof typeof SYMBOLS): void {
    if (this.#peek() !== symbol)
      throw new MarkerSyntaxError(
        this.#offset,
        `expected ${SYMBOLS[symbol]}, got ${this.#rest(this.#offset)}`,
      );
    this.#offset++;
  }

  #peek(): string {
    while (/\s/.test(this.#text.charAt(this.#offset))) this.#offset++;
    return this.#text.charAt(this.#offset);
  }

  #take(pattern: RegExp): string | undefined {
    this.#peek();
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text)?.[0];
    this.#offset += match?.length ?? 0;
    return match;
  }

  #rest(start: number): string {
    const rest = this.#text.slice(start).trim();
    return rest === '' ? 'nothing' : JSON.stringify(rest);
  }
}
