import { GO_ESCAPES } from '@kubewright/api/go-text';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ENDS_EARLY = 'unexpected end of JSON input';

/**
 * What Go's encoding/json says of text that is no JSON (`encoding/json/scanner.go`); undefined when it is. Bytes, as
 * Go looks at them. Never recurses.
 */
export function jsonFault(json: Uint8Array): string | undefined {
  return new Scanner(json).fault();
}

type Expect = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'afterValue' | 'end';

class Scanner {
  private at = 0;
  private readonly open: number[] = [];
  private expect: Expect = 'value';
  private readonly json: Uint8Array;

  constructor(json: Uint8Array) {
    this.json = json;
  }

  fault(): string | undefined {
    for (;;) {
      while (isSpace(this.json[this.at])) this.at += 1;
      const byte = this.json[this.at];
      if (byte === undefined) return this.expect === 'end' ? undefined : ENDS_EARLY;
      const fault = this.step(byte);
      if (fault !== undefined) return fault;
    }
  }

  private step(byte: number): string | undefined {
    const character = String.fromCharCode(byte);
    switch (this.expect) {
      case 'end':
        return invalid(byte, 'after top-level value');
      case 'colon':
        if (character !== ':') return invalid(byte, 'after object key');
        this.at += 1;
        this.expect = 'value';
        return undefined;
      case 'key':
      case 'keyOrEnd':
        if (character === '}' && this.expect === 'keyOrEnd') return this.close();
        if (character !== '"') return invalid(byte, 'looking for beginning of object key string');
        this.expect = 'colon';
        return this.string();
      case 'afterValue':
        return this.afterValue(byte, character);
      case 'valueOrEnd':
        if (character === ']') return this.close();
        return this.value(byte, character);
      case 'value':
        return this.value(byte, character);
    }
  }

  private value(byte: number, character: string): string | undefined {
    if (character === '{' || character === '[') {
      this.open.push(byte);
      this.at += 1;
      this.expect = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      return undefined;
    }
    this.expect = this.open.length === 0 ? 'end' : 'afterValue';
    if (character === '"') return this.string();
    if (character === '-' || isDigit(byte)) return this.number();
    const word = { t: 'true', f: 'false', n: 'null' }[character];
    return word === undefined ? invalid(byte, 'looking for beginning of value') : this.literal(word);
  }

  private afterValue(byte: number, character: string): string | undefined {
    const inObject = this.open[this.open.length - 1] === 0x7b;
    if (character === ',') {
      this.at += 1;
      this.expect = inObject ? 'key' : 'value';
      return undefined;
    }
    if (character === (inObject ? '}' : ']')) return this.close();
    return invalid(byte, inObject ? 'after object key:value pair' : 'after array element');
  }

  private close(): undefined {
    this.open.pop();
    this.at += 1;
    this.expect = this.open.length === 0 ? 'end' : 'afterValue';
  }

  private string(): string | undefined {
    for (this.at += 1; ; this.at += 1) {
      const byte = this.json[this.at];
      if (byte === undefined) return ENDS_EARLY;
      if (byte < SPACE) return invalid(byte, 'in string literal');
      if (byte === QUOTE) {
        this.at += 1;
        return undefined;
      }
      if (byte !== BACKSLASH) continue;
      const fault = this.escape();
      if (fault !== undefined) return fault;
    }
  }

  private escape(): string | undefined {
    this.at += 1;
    const byte = this.json[this.at];
    if (byte === undefined) return ENDS_EARLY;
    if (byte !== 0x75) {
      return 'bfnrt\\/"'.includes(String.fromCharCode(byte))
        ? undefined
        : invalid(byte, 'in string escape code');
    }
    for (let i = 0; i < 4; i++) {
      this.at += 1;
      const digit = this.json[this.at];
      if (digit === undefined) return ENDS_EARLY;
      if (!/[0-9a-f]/i.test(String.fromCharCode(digit)))
        return invalid(digit, 'in \\u hexadecimal character escape');
    }
    return undefined;
  }

  private number(): string | undefined {
    if (this.json[this.at] === 0x2d) this.at += 1;
    const first = this.json[this.at] ?? SPACE;
    if (!isDigit(first)) return invalid(first, 'in numeric literal');
    this.at += 1;
    if (first !== 0x30) this.digits();
    if (this.json[this.at] === 0x2e) {
      this.at += 1;
      const fault = this.oneDigit('after decimal point in numeric literal');
      if (fault !== undefined) return fault;
    }
    if (this.json[this.at] !== 0x65 && this.json[this.at] !== 0x45) return undefined;
    this.at += 1;
    if (this.json[this.at] === 0x2b || this.json[this.at] === 0x2d) this.at += 1;
    return this.oneDigit('in exponent of numeric literal');
  }

  private oneDigit(context: string): string | undefined {
    const byte = this.json[this.at] ?? SPACE;
    if (!isDigit(byte)) return invalid(byte, context);
    this.digits();
    return undefined;
  }

  private digits(): void {
    while (isDigit(this.json[this.at])) this.at += 1;
  }

  private literal(word: string): string | undefined {
    for (let i = 1; i < word.length; i++) {
      // The end of the text counts as a space.
      const byte = this.json[this.at + i] ?? SPACE;
      if (byte !== word.charCodeAt(i)) return invalid(byte, `in literal ${word} (expecting '${word[i]}')`);
    }
    this.at += word.length;
    return undefined;
  }
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

const ESCAPES: Readonly<Record<string, string>> = { ...GO_ESCAPES, "'": "\\'" };

function invalid(byte: number, context: string): string {
  const character = String.fromCharCode(byte);
  const isPrintable = byte >= 0x20 && (byte < 0x7f || (byte > 0xa0 && byte !== 0xad));
  const hex = byte.toString(16).padStart(2, '0');
  const shown = ESCAPES[character] ?? (isPrintable ? character : byte < 0x80 ? `\\x${hex}` : `\\u00${hex}`);
  return `invalid character '${shown}' ${context}`;
}
