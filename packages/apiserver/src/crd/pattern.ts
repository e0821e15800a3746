import { cases, complement, foldedRange, hex, PERL, POSIX } from './pattern-classes.js';

/**
 * Go's regular expressions (RE2 syntax) on JavaScript's engine: the text is read token by token and rewritten for the
 * `u` flag, so that escapes, classes, flags and the dot mean what they mean in Go. Syntax after Go's `regexp/syntax`.
 */

/** The text is no regular expression of Go; the message is that of Go's `regexp/syntax.Error`. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  constructor(problem: string, part: string) {
    super(`error parsing regexp: ${problem}: \`${part}\``);
  }
}

const compiled = new Map<string, RegExp>();
const MOST_KEPT = 2000;

/** The compiled pattern, shared. Throws `PatternError`. */
export function compilePattern(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(new Translator(pattern).translate(), 'u');
    if (compiled.size >= MOST_KEPT) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression;
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly swapGreed: boolean;
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const MAX_REPEAT = 1000;

class Translator {
  private readonly text: string;
  private at = 0;
  private flags: Flags = { ignoreCase: false, multiLine: false, dotAll: false, swapGreed: false };

  constructor(text: string) {
    this.text = text;
  }

  translate(): string {
    const output = this.alternatives();
    if (this.at < this.text.length) throw new PatternError('unexpected )', this.text);
    return output;
  }

  private alternatives(): string {
    const outer = this.flags;
    const branches = [this.sequence()];
    while (this.peek() === '|') {
      this.at++;
      branches.push(this.sequence());
    }
    this.flags = outer;
    return branches.join('|');
  }

  private sequence(): string {
    let output = '';
    while (this.at < this.text.length && this.peek() !== '|' && this.peek() !== ')') {
      const start = this.at;
      const atom = this.atom();
      if (atom !== '') output += this.repeated(atom, start);
    }
    return output;
  }

  private atom(): string {
    const start = this.at;
    const char = this.next();
    switch (char) {
      case '(':
        return this.group(start);
      case '[':
        return this.characterClass(start);
      case '.':
        return this.flags.dotAll ? '[\\s\\S]' : '[^\\n]';
      case '^':
        return this.flags.multiLine ? '(?:^|(?<=\\n))' : '^';
      case '$':
        return this.flags.multiLine ? '(?:$|(?=\\n))' : '$';
      case '\\':
        return this.escape(start);
      case '*':
      case '+':
      case '?':
        throw new PatternError('missing argument to repetition operator', this.operatorText(start));
      case '{':
        if (/^\{\d+(?:,\d*)?\}/.test(this.text.slice(start))) {
          throw new PatternError('missing argument to repetition operator', this.operatorText(start));
        }
        return this.literal(char);
      default:
        return this.literal(char);
    }
  }

  private operatorText(start: number): string {
    return /^(?:[*+?]\??|\{\d+(?:,\d*)?\}\??)/.exec(this.text.slice(start))?.[0] ?? '';
  }

  private repeated(atom: string, atomStart: number): string {
    const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\?)?/.exec(this.text.slice(this.at));
    if (match === null) return atom;
    const [whole, low, comma, high, lazy] = match;
    if (low !== undefined) {
      const most = high === undefined || high === '' ? Number(low) : Number(high);
      if (Number(low) > MAX_REPEAT || most > MAX_REPEAT || Number(low) > most) {
        throw new PatternError('invalid repeat count', lazy === undefined ? whole : whole.slice(0, -1));
      }
    }
    this.at += whole.length;
    const again = this.operatorText(this.at);
    if (again !== '')
      throw new PatternError(
        'invalid nested repetition operator',
        this.text.slice(this.at - whole.length, this.at + again.length),
      );
    const operator = low === undefined ? whole[0]! : `{${low}${comma ?? ''}${high ?? ''}}`;
    const isLazy = (lazy !== undefined) !== this.flags.swapGreed;
    // An anchor cannot be repeated in JavaScript; it holds no matter how often, or not at all.
    if (/^(?:[\^$]|\\[bBAz])$/.test(this.text.slice(atomStart, this.at - whole.length))) {
      return operator === '+' || (low !== undefined && Number(low) > 0) ? atom : '';
    }
    return `${atom}${operator}${isLazy ? '?' : ''}`;
  }

  private group(start: number): string {
    if (this.peek() !== '?') return this.closed();
    const name = /^\?P?<([^>]*)>/.exec(this.text.slice(this.at));
    if (name !== null) {
      if (!/^\w+$/.test(name[1] ?? ''))
        throw new PatternError('invalid named capture', this.text.slice(start, this.at + name[0].length));
      this.at += name[0].length;
      return this.closed();
    }
    const match = /^\?([imsU]*)(-[imsU]+)?([:)])/.exec(this.text.slice(this.at));
    if (match === null) {
      if (/^\?P?</.test(this.text.slice(this.at)))
        throw new PatternError('invalid named capture', this.text.slice(start));
      const bad = /^\(\?.?/.exec(this.text.slice(start))?.[0] ?? '(?';
      throw new PatternError('invalid or unsupported Perl syntax', bad);
    }
    const [whole, on = '', off = '', end] = match;
    this.at += whole.length;
    const outer = this.flags;
    const flag = (letter: string, before: boolean): boolean =>
      off.includes(letter) ? false : on.includes(letter) || before;
    const flags: Flags = {
      ignoreCase: flag('i', outer.ignoreCase),
      multiLine: flag('m', outer.multiLine),
      dotAll: flag('s', outer.dotAll),
      swapGreed: flag('U', outer.swapGreed),
    };
    this.flags = flags;
    if (end === ')') return '';
    const output = this.closed();
    this.flags = outer;
    return output;
  }

  private closed(): string {
    const inside = this.alternatives();
    if (this.peek() !== ')') throw new PatternError('missing closing )', this.text);
    this.at++;
    return `(?:${inside})`;
  }

  private characterClass(start: number): string {
    const negated = this.peek() === '^';
    if (negated) this.at++;
    let inside = '';
    for (let first = true; first || this.peek() !== ']'; first = false) {
      if (this.at >= this.text.length) throw new PatternError('missing closing ]', this.text.slice(start));
      inside += this.classItem(start);
    }
    this.at++;
    return `[${negated ? '^' : ''}${inside}]`;
  }

  private classItem(start: number): string {
    const posix = /^\[:(\^?)(\w*):\]/.exec(this.text.slice(this.at));
    if (posix !== null) {
      const [whole, not, name = ''] = posix;
      const set = POSIX[name];
      if (set === undefined) throw new PatternError('invalid character class range', whole);
      this.at += whole.length;
      return not === '' ? this.folded(set) : complement(set);
    }
    const from = this.at;
    const set = this.perlOrUnicodeSet();
    if (set !== undefined) return set;
    const low = this.classCharacter(start);
    if (this.peek() !== '-' || this.text[this.at + 1] === ']' || this.at + 1 >= this.text.length)
      return this.classLiteral(low);
    this.at++;
    const high = this.classCharacter(start);
    if (high < low) throw new PatternError('invalid character class range', this.text.slice(from, this.at));
    const range = `${hex(low)}-${hex(high)}`;
    return this.flags.ignoreCase ? range + foldedRange(low, high) : range;
  }

  /** Code point of one character of a class. */
  private classCharacter(start: number): number {
    if (this.at >= this.text.length) throw new PatternError('missing closing ]', this.text.slice(start));
    const from = this.at;
    const char = this.next();
    return char === '\\' ? this.escapedCharacter(from) : char.codePointAt(0)!;
  }

  private classLiteral(code: number): string {
    return this.flags.ignoreCase ? cases(code).map(hex).join('') : hex(code);
  }

  private folded(set: string): string {
    return this.flags.ignoreCase && /[a-z]-|[A-Z]-/.test(set) ? `${set}a-zA-Z` : set;
  }

  /** `\d`, `\pL`, `\p{Greek}` and their opposites, within a class. */
  private perlOrUnicodeSet(): string | undefined {
    if (this.peek() !== '\\') return undefined;
    const letter = this.text[this.at + 1] ?? '';
    const perl = PERL[letter.toLowerCase()];
    if (perl !== undefined) {
      this.at += 2;
      return letter === letter.toLowerCase() ? perl : complement(perl);
    }
    if (letter !== 'p' && letter !== 'P') return undefined;
    const match = /^\\([pP])(?:\{(\^?)([^}]*)\}|(.))/u.exec(this.text.slice(this.at));
    if (match === null) throw new PatternError('invalid character class range', this.text.slice(this.at));
    const [whole, sign, not = '', long, short] = match;
    const name = long ?? short ?? '';
    this.at += whole.length;
    const negative = (sign === 'P') !== (not === '^');
    for (const property of [name === 'Any' ? 'Any' : `gc=${name}`, `Script=${name}`]) {
      const candidate = `\\${negative ? 'P' : 'p'}{${property}}`;
      try {
        new RegExp(candidate, 'u');
        return candidate;
      } catch {
        // Not a general category: perhaps a script.
      }
    }
    throw new PatternError('invalid character class range', whole);
  }

  private escape(start: number): string {
    this.at = start;
    const set = this.perlOrUnicodeSet();
    if (set !== undefined) return set.startsWith('\\p') || set.startsWith('\\P') ? set : `[${set}]`;
    this.at = start + 1;
    switch (this.peek()) {
      case 'A':
        this.at++;
        return '(?<![\\s\\S])';
      case 'z':
        this.at++;
        return '(?![\\s\\S])';
      case 'b':
      case 'B':
        return `\\${this.next()}`;
      case 'Q': {
        const end = this.text.indexOf('\\E', this.at);
        const quoted = this.text.slice(this.at + 1, end < 0 ? undefined : end);
        this.at = end < 0 ? this.text.length : end + 2;
        return quoted === '' ? '' : [...quoted].map((char) => this.literal(char)).join('');
      }
      default:
        return this.literal(String.fromCodePoint(this.escapedCharacter(start)));
    }
  }

  /** After the backslash: the code point that is meant. */
  private escapedCharacter(start: number): number {
    if (this.at >= this.text.length) throw new PatternError('trailing backslash at end of expression', '');
    const rest = this.text.slice(this.at);
    const hexadecimal = /^x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/.exec(rest);
    if (hexadecimal !== null) {
      this.at += hexadecimal[0].length;
      return parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16);
    }
    const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest);
    if (octal !== null) {
      this.at += octal[0].length;
      return parseInt(octal[0], 8);
    }
    if (rest.startsWith('x')) {
      const bad = /^x(?:\{[0-9a-fA-F]*.?|[0-9a-fA-F]?.?)/.exec(rest)?.[0] ?? '';
      throw new PatternError('invalid escape sequence', `\\${bad}`);
    }
    const char = this.next();
    const control = CONTROL[char];
    if (control !== undefined) return control;
    if (/[0-9A-Za-z]/.test(char) || char > '\x7f')
      throw new PatternError('invalid escape sequence', this.text.slice(start, this.at));
    return char.codePointAt(0)!;
  }

  private literal(char: string): string {
    const both = this.flags.ignoreCase ? cases(char.codePointAt(0)!) : [];
    if (both.length > 1) return `[${both.map(hex).join('')}]`;
    return /[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
  }

  private peek(): string | undefined {
    return this.text[this.at];
  }

  private next(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at)!);
    this.at += char.length;
    return char;
  }
}
