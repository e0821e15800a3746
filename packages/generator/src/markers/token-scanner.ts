import { MarkerSyntaxError } from './marker-syntax-error.js';

/** A token of a marker's arguments. */
export interface Token {
  /** A `symbol` is any other character. */
  readonly kind: 'identifier' | 'number' | 'quoted' | 'symbol' | 'end';
  readonly text: string;
  /** Of the first character in the scanned text. */
  readonly start: number;
  readonly end: number;
  /** Numbers only: whether Go's scanner takes it for an integer or a float; `malformed` is neither (`087`, `0x`). */
  readonly number?: 'integer' | 'float' | 'malformed';
}

const SPACE = /[ \t\r\n]*/y;
const IDENTIFIER = /[_\p{L}][_\p{L}\p{Nd}]*/uy;
const NUMBER =
  /(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?|0[oObB][\d_]*(?:\.[\d_]*)?|\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eEpP][+-]?[\d_]*)?/y;
const INTEGER =
  /^(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?[0-7])*|[1-9](?:_?\d)*)$/;
const DIGITS = String.raw`\d(?:_?\d)*`;
const FLOAT = new RegExp(
  `^(?:(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?|${DIGITS}[eE][+-]?${DIGITS}` +
    String.raw`|0[xX](?:_?[\da-fA-F])*\.?(?:[\da-fA-F](?:_?[\da-fA-F])*)?[pP][+-]?${DIGITS})$`,
);

/**
 * Cuts the arguments of a marker into tokens, as controller-gen has Go's text/scanner do it (identifiers, numbers,
 * strings in quotes and in backquotes; comments are not known). Source: `parserScanner` in
 * sigs.k8s.io/controller-tools/pkg/markers/parse.go.
 */
export class TokenScanner {
  readonly text: string;
  #offset = 0;

  constructor(text: string, offset = 0) {
    this.text = text;
    this.#offset = offset;
  }

  /** Where the next token is looked for. */
  get offset(): number {
    return this.#offset;
  }

  /** The next character that is no space, without taking it; '' at the end. Spaces before it are skipped. */
  peek(): string {
    this.#offset = endOf(SPACE, this.text, this.#offset) ?? this.#offset;
    const point = this.text.codePointAt(this.#offset);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  /** Takes the next token. With `asText`, digits are symbols: no number has to be well-formed. */
  next(asText = false): Token {
    const first = this.peek();
    const start = this.#offset;
    if (first === '') return { kind: 'end', text: '', start, end: start };
    if (first === '"' || first === '`') return this.#take('quoted', endOfQuotes(this.text, start));
    const identifier = endOf(IDENTIFIER, this.text, start);
    if (identifier !== undefined) return this.#take('identifier', identifier);
    const number = asText ? undefined : endOf(NUMBER, this.text, start);
    if (number === undefined) return this.#take('symbol', start + first.length);
    const text = this.text.slice(start, number);
    return {
      ...this.#take('number', number),
      number: INTEGER.test(text) ? 'integer' : FLOAT.test(text) ? 'float' : 'malformed',
    };
  }

  #take(kind: Token['kind'], end: number): Token {
    const start = this.#offset;
    this.#offset = end;
    return { kind, text: this.text.slice(start, end), start, end };
  }
}

/** Where a text in quotes that begins at `start` ends: behind its closing quote. */
function endOfQuotes(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === quote) return index + 1;
    if (text[index] === '\\' && quote === '"') index++;
  }
  throw new MarkerSyntaxError(
    start,
    `the text that begins with ${quote} does not end`,
    `close it with ${quote}`,
  );
}

function endOf(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
