/** A regular expression of Go as far as one needs it to write a text that matches. Anchors are empty sequences. */
export type PatternNode =
  | { readonly kind: 'set'; readonly has: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number };

/** The pattern as a tree; undefined for what is not understood, such as flags in the middle. */
export function parsePattern(pattern: string): PatternNode | undefined {
  try {
    const parser = new PatternParser(pattern);
    return parser.parse();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

class NotUnderstood extends Error {}

const EMPTY: PatternNode = { kind: 'sequence', items: [] };

type Has = (character: string) => boolean;
const matching =
  (expression: RegExp): Has =>
  (character) =>
    expression.test(character);

const CLASSES: Readonly<Record<string, Has>> = {
  d: matching(/[0-9]/),
  D: matching(/[^0-9]/),
  w: matching(/[0-9A-Za-z_]/),
  W: matching(/[^0-9A-Za-z_]/),
  s: matching(/[\t\n\f\r ]/),
  S: matching(/[^\t\n\f\r ]/),
};

const POSIX: Readonly<Record<string, Has>> = {
  alnum: matching(/[0-9A-Za-z]/),
  alpha: matching(/[A-Za-z]/),
  ascii: matching(/[\x00-\x7f]/),
  blank: matching(/[\t ]/),
  digit: matching(/[0-9]/),
  graph: matching(/[!-~]/),
  lower: matching(/[a-z]/),
  print: matching(/[ -~]/),
  punct: matching(/[!-/:-@[-`{-~]/),
  space: matching(/[\t\n\v\f\r ]/),
  upper: matching(/[A-Z]/),
  word: matching(/[0-9A-Za-z_]/),
  xdigit: matching(/[0-9A-Fa-f]/),
};

const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', a: '\x07' };

class PatternParser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new NotUnderstood();
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#takes('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#at < this.#characters.length && this.#peek() !== '|' && this.#peek() !== ')')
      items.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', items };
  }

  #repeated(item: PatternNode): PatternNode {
    let node = item;
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return node;
      this.#takes('?');
      node = { kind: 'repeat', item: node, ...bounds };
    }
  }

  #bounds(): { min: number; max: number } | undefined {
    if (this.#takes('*')) return { min: 0, max: Infinity };
    if (this.#takes('+')) return { min: 1, max: Infinity };
    if (this.#takes('?')) return { min: 0, max: 1 };
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
    const [whole, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    const most = comma === '' ? Number(min) : max === '' ? Infinity : Number(max);
    return { min: Number(min), max: most };
  }

  #atom(): PatternNode {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
        return EMPTY;
      case '.':
        return set((one) => one !== '\n');
      case '(':
        return this.#group();
      case '[':
        return set(this.#class());
      case '\\':
        return this.#escape();
      default:
        return set((one) => one === character);
    }
  }

  #group(): PatternNode {
    if (this.#takes('?')) {
      const rest = this.#characters.slice(this.#at).join('');
      const [head] = /^(?::|P?<\w+>|[imsU]*(-[imsU]+)?[:)])/.exec(rest) ?? [];
      if (head === undefined) throw new NotUnderstood();
      this.#at += head.length;
      // Flags for what follows: what is written as it stands matches with any of them but `x`, which Go does not have.
      if (head.endsWith(')')) return EMPTY;
    }
    const node = this.#choice();
    if (!this.#takes(')')) throw new NotUnderstood();
    return node;
  }

  #escape(): PatternNode {
    const has = this.#escaped();
    return has === undefined ? EMPTY : set(has);
  }

  /** Undefined for anchors. */
  #escaped(): Has | undefined {
    const character = this.#next();
    const known = CLASSES[character] ?? CONTROLS[character];
    if (typeof known === 'function') return known;
    if (known !== undefined) return (one) => one === known;
    if (character === 'p' || character === 'P') return this.#category(character === 'P');
    if (character === 'x') return this.#code();
    if ('AzbB'.includes(character)) return undefined;
    if (/[0-9A-Za-z]/.test(character)) throw new NotUnderstood();
    return (one) => one === character;
  }

  #category(negated: boolean): Has {
    let name = this.#next();
    if (name === '{') name = this.#until('}');
    try {
      const expression = new RegExp(`^\\p{${name}}$`, 'u');
      return (one) => expression.test(one) !== negated;
    } catch {
      throw new NotUnderstood();
    }
  }

  #code(): Has {
    const digits = this.#takes('{') ? this.#until('}') : this.#next() + this.#next();
    const character = String.fromCodePoint(Number.parseInt(digits, 16) || 0);
    return (one) => one === character;
  }

  #class(): Has {
    const negated = this.#takes('^');
    const members: Has[] = [];
    do {
      members.push(this.#member());
    } while (this.#peek() !== ']');
    this.#at++;
    return (character) => members.some((has) => has(character)) !== negated;
  }

  #member(): Has {
    if (this.#peek() === '[' && this.#characters[this.#at + 1] === ':') return this.#posix();
    if (this.#takes('\\')) {
      const character = this.#peek();
      const literal = CONTROLS[character] ?? (/[0-9A-Za-z]/.test(character) ? undefined : character);
      if (literal === undefined) return this.#escaped() ?? (() => false);
      this.#at++;
      return this.#range(literal);
    }
    return this.#range(this.#next());
  }

  #posix(): Has {
    this.#at += 2;
    const name = this.#until(':');
    if (!this.#takes(']')) throw new NotUnderstood();
    const has = POSIX[name.replace('^', '')];
    if (has === undefined) throw new NotUnderstood();
    return name.startsWith('^') ? (character) => !has(character) : has;
  }

  #range(first: string): Has {
    const end = this.#characters[this.#at + 1];
    if (this.#peek() !== '-' || end === undefined || end === ']') return (one) => one === first;
    this.#at++;
    this.#takes('\\');
    const last = this.#next();
    return (one) => one >= first && one <= last;
  }

  #until(end: string): string {
    let text = '';
    for (let character = this.#next(); character !== end; character = this.#next()) text += character;
    return text;
  }

  #peek(): string {
    return this.#characters[this.#at] ?? '';
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new NotUnderstood();
    return character;
  }
}

const set = (has: Has): PatternNode => ({ kind: 'set', has });
