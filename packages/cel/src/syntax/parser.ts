import type { Expr, MapEntry, ParsedAst, Source, StructField } from '../ast.js';
import type { Issues } from '../environment-types.js';
import type { Macro } from '../library.js';
import { createMacroContext, NodeIds } from './factory.js';
import { IssueCollector } from './issues.js';
import { tokenize } from './lexer.js';
import type { Token } from './lexer.js';
import { parseLiteral } from './literals.js';
import * as operators from './operators.js';

export interface ParserOptions {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly optionalSyntax: boolean;
  readonly escapedIdentifiers: boolean;
  readonly recursionLimit: number;
  readonly codePointLimit: number;
}

/** The key of a macro among {@link ParserOptions.macros}. */
export const macroKey = (name: string, arity: number | 'any', receiver: boolean): string =>
  `${name}:${arity}:${receiver}`;

export const parse = (
  source: Source,
  options: ParserOptions,
): { ast: ParsedAst; issues?: undefined } | { ast?: undefined; issues: Issues } => {
  const issues = new IssueCollector(source);
  const size = codePoints(source.text);
  if (size > options.codePointLimit) {
    const { codePointLimit: limit } = options;
    issues.report(undefined, `expression code point size exceeds limit: size: ${size}, limit ${limit}`);
    return { issues: issues.toIssues() };
  }
  const parser = new Parser(source.text, options, issues);
  const expr = parser.parse();
  if (expr === undefined || !issues.empty) return { issues: issues.toIssues() };
  return { ast: { source, expr, positions: parser.ids.positions } };
};

const codePoints = (text: string): number => {
  let size = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) size--;
  }
  return size;
};

/** Not legal as variables, while they are as fields (parser.go: reservedIds). */
const RESERVED = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

/** What may begin an expression, in ANTLR's words. */
const OPERAND =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** The same where arguments may as well end. */
const OPERAND_OR_END = OPERAND.replace("'(', ", "'(', ')', ");

/** Stops the parser; the issue is reported already. */
class Halt extends Error {}

type Rule = 'expr' | 'relation' | 'calc' | 'member';

class Parser {
  readonly ids = new NodeIds();
  readonly #options: ParserOptions;
  readonly #issues: IssueCollector;
  readonly #tokens: readonly Token[];
  #at = 0;
  /** Where the first argument of the call that was opened last begins. */
  #firstArgument = -1;
  /** How many contexts of each grammar rule are open: what cel-go limits (parser.go: recursionListener). */
  readonly #depth: Record<Rule, number> = { expr: 0, relation: 0, calc: 0, member: 0 };

  constructor(text: string, options: ParserOptions, issues: IssueCollector) {
    this.#options = options;
    this.#issues = issues;
    this.#tokens = tokenize(text, issues);
  }

  parse(): Expr | undefined {
    try {
      const expr = this.#expr();
      const next = this.#next();
      if (next.kind !== 'end') this.#syntaxError(`extraneous input '${next.text}' expecting <EOF>`);
      return expr;
    } catch (error) {
      if (error instanceof Halt) return undefined;
      throw error;
    }
  }

  #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #is(text: string): boolean {
    const next = this.#next();
    return (next.kind === 'operator' || next.kind === 'keyword') && next.text === text;
  }

  #take(): Token {
    const token = this.#next();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #accept(text: string): Token | undefined {
    return this.#is(text) ? this.#take() : undefined;
  }

  #expect(text: string): Token {
    return this.#accept(text) ?? this.#mismatch(`'${text}'`);
  }

  #mismatch(expected: string): never {
    return this.#syntaxError(`mismatched input '${this.#next().text}' expecting ${expected}`);
  }

  #syntaxError(message: string): never {
    this.#issues.report(this.#next().offset, `Syntax error: ${message}`);
    throw new Halt();
  }

  /** Reports what is no error of syntax, and goes on. */
  #report(offset: number, message: string): Expr {
    this.#issues.report(offset, message);
    return { kind: 'literal', id: this.ids.at(offset), value: null };
  }

  #enter(rule: Rule): void {
    this.#depth[rule]++;
    if (this.#depth[rule] <= this.#options.recursionLimit) return;
    this.#issues.report(undefined, `expression recursion limit exceeded: ${this.#options.recursionLimit}`);
    throw new Halt();
  }

  #leave(rule: Rule, times: number): void {
    this.#depth[rule] -= times;
  }

  #expr(): Expr {
    this.#enter('expr');
    let result = this.#logic('||');
    const question = this.#accept('?');
    if (question !== undefined) {
      const id = this.ids.at(question.offset);
      const whenTrue = this.#logic('||');
      this.#expect(':');
      result = this.#call(id, operators.CONDITIONAL, undefined, [result, whenTrue, this.#expr()]);
    }
    this.#leave('expr', 1);
    return result;
  }

  /** `a || b || c` becomes a balanced tree, so that long chains do not nest deeply (parser/helper.go). */
  #logic(operator: '||' | '&&'): Expr {
    const operand = (): Expr => (operator === '||' ? this.#logic('&&') : this.#relation());
    const terms = [operand()];
    const ids: number[] = [];
    for (let token = this.#accept(operator); token !== undefined; token = this.#accept(operator)) {
      terms.push(operand());
      ids.push(this.ids.at(token.offset));
    }
    const name = operator === '||' ? operators.LOGICAL_OR : operators.LOGICAL_AND;
    const balanced = (low: number, high: number): Expr => {
      const middle = Math.floor((low + high + 1) / 2);
      const left = middle === low ? terms[middle]! : balanced(low, middle - 1);
      const right = middle === high ? terms[middle + 1]! : balanced(middle + 1, high);
      return { kind: 'call', id: ids[middle]!, function: name, target: undefined, args: [left, right] };
    };
    return terms.length === 1 ? terms[0]! : balanced(0, ids.length - 1);
  }

  /** One level of left-associative binary operators. */
  #binary(names: Readonly<Record<string, string>>, rule: 'relation' | 'calc', operand: () => Expr): Expr {
    // Products are of the rule of sums, in one context with them.
    let opened = names === operators.PRODUCTS ? 0 : 1;
    if (opened > 0) this.#enter(rule);
    let result = operand();
    for (;;) {
      const { kind, text } = this.#next();
      const name = kind === 'operator' || kind === 'keyword' ? names[text] : undefined;
      if (name === undefined) break;
      this.#enter(rule);
      opened++;
      const id = this.ids.at(this.#take().offset);
      result = this.#call(id, name, undefined, [result, operand()]);
    }
    this.#leave(rule, opened);
    return result;
  }

  #relation(): Expr {
    return this.#binary(operators.RELATIONS, 'relation', () => this.#sum());
  }

  #sum(): Expr {
    return this.#binary(operators.SUMS, 'calc', () => this.#product());
  }

  #product(): Expr {
    return this.#binary(operators.PRODUCTS, 'calc', () => this.#unary());
  }

  #unary(): Expr {
    for (const [text, name] of [
      ['!', operators.LOGICAL_NOT],
      ['-', operators.NEGATE],
    ] as const) {
      const first = this.#next();
      if (!this.#is(text) || (text === '-' && this.#startsNumber())) continue;
      let count = 0;
      while (this.#accept(text)) count++;
      if (count % 2 === 0) return this.#member();
      const id = this.ids.at(first.offset);
      return this.#call(id, name, undefined, [this.#member()]);
    }
    return this.#member();
  }

  /** Whether a minus and a number follow, which is a literal. */
  #startsNumber(): boolean {
    const kind = this.#tokens[this.#at + 1]?.kind;
    return this.#is('-') && (kind === 'int' || kind === 'float');
  }

  #member(): Expr {
    this.#enter('member');
    let opened = 1;
    let result = this.#primary();
    for (;;) {
      if (this.#is('.')) result = this.#selectOrCall(result);
      else if (this.#is('[')) result = this.#index(result);
      else break;
      this.#enter('member');
      opened++;
    }
    this.#leave('member', opened);
    return result;
  }

  #selectOrCall(operand: Expr): Expr {
    const dot = this.#take();
    const optional = this.#accept('?') !== undefined;
    const name = this.#next();
    if (name.kind !== 'identifier' && name.kind !== 'escapedIdentifier') {
      this.#mismatch(optional ? '{IDENTIFIER, ESC_IDENTIFIER}' : 'IDENTIFIER');
    }
    this.#take();
    const fieldName = this.#fieldName(name);
    if (fieldName === undefined) return this.#report(name.offset, "unsupported syntax: '`'");
    if (optional) {
      if (!this.#options.optionalSyntax) return this.#report(dot.offset, "unsupported syntax '.?'");
      const field: Expr = { kind: 'literal', id: this.ids.at(name.offset), value: fieldName };
      return {
        kind: 'call',
        id: this.ids.at(dot.offset),
        function: operators.OPTIONAL_SELECT,
        target: undefined,
        args: [operand, field],
      };
    }
    if (name.kind === 'identifier' && this.#is('(')) {
      const id = this.ids.at(this.#take().offset);
      return this.#call(id, name.text, operand, this.#arguments());
    }
    return { kind: 'select', id: this.ids.at(dot.offset), operand, field: fieldName, testOnly: false };
  }

  /** The name itself, of a name in backquotes too where they are enabled. */
  #fieldName({ kind, text }: Token): string | undefined {
    if (kind === 'identifier') return text;
    return this.#options.escapedIdentifiers ? text.slice(1, -1) : undefined;
  }

  #index(operand: Expr): Expr {
    const bracket = this.#take();
    const optional = this.#accept('?') !== undefined;
    const id = this.ids.at(bracket.offset);
    const index = this.#expr();
    this.#expect(']');
    if (optional && !this.#options.optionalSyntax) {
      return this.#report(bracket.offset, "unsupported syntax '[?'");
    }
    return this.#call(id, optional ? operators.OPTIONAL_INDEX : operators.INDEX, undefined, [operand, index]);
  }

  /** After the opening parenthesis, up to and with the closing one. */
  #arguments(): Expr[] {
    const args: Expr[] = [];
    if (this.#accept(')')) return args;
    this.#firstArgument = this.#next().offset;
    do args.push(this.#expr());
    while (this.#accept(','));
    this.#expect(')');
    return args;
  }

  #primary(): Expr {
    const token = this.#next();
    if (token.kind === 'identifier' || this.#is('.')) return this.#named();
    if (this.#accept('(')) {
      const expr = this.#expr();
      this.#expect(')');
      return expr;
    }
    if (this.#is('[')) return this.#list();
    if (this.#is('{')) return this.#map();
    const negative = this.#startsNumber() ? this.#take() : undefined;
    const literal = this.#next();
    const value = parseLiteral(literal, negative !== undefined);
    if (value === undefined) {
      const isFirst = negative === undefined && literal.offset === this.#firstArgument;
      this.#mismatch(isFirst ? OPERAND_OR_END : OPERAND);
    }
    this.#take();
    const { offset } = negative ?? literal;
    if ('error' in value) return this.#report(offset, value.error);
    return { kind: 'literal', id: this.ids.at(offset), value: value.value };
  }

  /** An identifier, a call of a global function, or an object: all may begin with a dot. */
  #named(): Expr {
    const start = this.#next();
    const leading = this.#accept('.') ? '.' : '';
    if (this.#next().kind !== 'identifier') this.#mismatch('IDENTIFIER');
    const typeName = this.#typeName();
    if (typeName !== undefined) return this.#struct(leading + typeName);
    const name = this.#take();
    const open = this.#accept('(');
    if (RESERVED.has(name.text)) {
      if (open !== undefined) this.#arguments();
      return this.#report(start.offset, `reserved identifier: ${name.text}`);
    }
    if (open === undefined) {
      return { kind: 'ident', id: this.ids.at(name.offset), name: leading + name.text };
    }
    return this.#call(this.ids.at(open.offset), leading + name.text, undefined, this.#arguments());
  }

  /** Takes `a.b.C` where a brace follows it. */
  #typeName(): string | undefined {
    let at = this.#at + 1;
    while (this.#tokens[at]?.text === '.' && this.#tokens[at + 1]?.kind === 'identifier') at += 2;
    const next = this.#tokens[at]!;
    if (next.kind !== 'operator' || next.text !== '{') return undefined;
    const names = this.#tokens.slice(this.#at, at).map(({ text }) => text);
    this.#at = at;
    return names.join('');
  }

  #optionalMark(): boolean {
    const mark = this.#accept('?');
    if (mark !== undefined && !this.#options.optionalSyntax)
      this.#report(mark.offset, "unsupported syntax '?'");
    return mark !== undefined;
  }

  /** Comma-separated items up to the closing text; one comma may follow the last. */
  #items(close: string, item: () => void): void {
    while (!this.#accept(close)) {
      if (this.#accept(',')) {
        // Only an empty list may have nothing before its comma.
        this.#expect(close);
        return;
      }
      item();
      while (this.#is(',')) {
        const following = this.#tokens[this.#at + 1];
        if (following?.kind === 'operator' && following.text === close) break;
        this.#take();
        item();
      }
      this.#accept(',');
      if (!this.#is(close)) this.#mismatch(`'${close}'`);
    }
  }

  #list(): Expr {
    const id = this.ids.at(this.#take().offset);
    const elements: Expr[] = [];
    const optionalIndices: number[] = [];
    this.#items(']', () => {
      if (this.#optionalMark()) optionalIndices.push(elements.length);
      elements.push(this.#expr());
    });
    return { kind: 'list', id, elements, optionalIndices };
  }

  #map(): Expr {
    const id = this.ids.at(this.#take().offset);
    const entries: MapEntry[] = [];
    this.#items('}', () => {
      const optional = this.#optionalMark();
      const key = this.#expr();
      const entryId = this.ids.at(this.#expect(':').offset);
      entries.push({ id: entryId, key, value: this.#expr(), optional });
    });
    return { kind: 'map', id, entries };
  }

  #struct(typeName: string): Expr {
    const id = this.ids.at(this.#take().offset);
    const fields: StructField[] = [];
    this.#items('}', () => {
      const optional = this.#optionalMark();
      const name = this.#next();
      if (name.kind !== 'identifier' && name.kind !== 'escapedIdentifier') {
        this.#mismatch('{IDENTIFIER, ESC_IDENTIFIER}');
      }
      this.#take();
      const field = this.#fieldName(name);
      if (field === undefined) this.#report(name.offset, "unsupported syntax: '`'");
      const fieldId = this.ids.at(this.#expect(':').offset);
      fields.push({ id: fieldId, name: field ?? name.text, value: this.#expr(), optional });
    });
    return { kind: 'struct', id, typeName, fields };
  }

  #call(id: number, name: string, target: Expr | undefined, args: Expr[]): Expr {
    const { macros } = this.#options;
    const receiver = target !== undefined;
    const macro =
      macros.get(macroKey(name, args.length, receiver)) ?? macros.get(macroKey(name, 'any', receiver));
    if (macro !== undefined) {
      const context = createMacroContext(this.ids, this.ids.positions.get(id)!, this.#issues);
      const expanded = macro.expand(context, target, args);
      if (expanded !== undefined) return expanded;
    }
    return { kind: 'call', id, function: name, target, args };
  }
}
