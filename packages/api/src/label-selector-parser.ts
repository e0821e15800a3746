import { checkRequirement, LabelSelectorError } from './label-selector-requirement.js';
import type { LabelOperator, LabelRequirement } from './label-selector-requirement.js';
import { validateLabelKey } from './validation.js';

interface Token {
  readonly kind: 'word' | 'symbol' | 'end';
  readonly text: string;
}

const TOKEN = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g;
const SYMBOLS = ['==', '!=', '=', '!', '(', ')', ',', '>', '<'];
const BINARY_OPERATORS: readonly string[] = ['in', 'notin', '=', '==', '!=', '>', '<'];
/** As apimachinery lists them in its message; `>` and `<` go by the names of selection.GreaterThan and LessThan. */
const EXPECTED_OPERATORS = 'in, notin, =, ==, !=, gt, lt';

/** The requirements of a selector's text in the order of the text. Throws `LabelSelectorError`. */
export function parseRequirements(text: string): LabelRequirement[] {
  const tokens = new Tokens(scan(text));
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const first = tokens.peek();
    if (first.kind === 'end') return requirements;
    if (!startsRequirement(first)) throw expected(first, "!, identifier, or 'end of string'");
    requirements.push(inRequirement(() => parseRequirement(tokens)));
    const next = tokens.next();
    if (next.kind === 'end') return requirements;
    if (!isSymbol(next, ',')) throw expected(next, "',' or 'end of string'");
    if (!startsRequirement(tokens.peek())) throw expected(tokens.peek(), "identifier after ','");
  }
}

function parseRequirement(tokens: Tokens): LabelRequirement {
  const negated = isSymbol(tokens.peek(), '!');
  if (negated) tokens.next();
  const key = tokens.next();
  if (key.kind !== 'word') throw expected(key, 'identifier');
  const faults = validateLabelKey(key.text);
  if (faults.length > 0) {
    throw new LabelSelectorError(`<nil>: Invalid value: ${JSON.stringify(key.text)}: ${faults.join('; ')}`);
  }
  if (negated) return checkRequirement(key.text, '!', []);
  if (endsRequirement(tokens.peek())) return checkRequirement(key.text, 'exists', []);

  const operator = tokens.next();
  if (!BINARY_OPERATORS.includes(operator.text)) throw expected(operator, EXPECTED_OPERATORS);
  const values = operator.text.endsWith('in') ? parseValues(tokens) : [parseValue(tokens)];
  return checkRequirement(key.text, operator.text as LabelOperator, values);
}

function parseValue(tokens: Tokens): string {
  if (endsRequirement(tokens.peek())) return '';
  const value = tokens.next();
  if (value.kind !== 'word') throw expected(value, 'identifier');
  return value.text;
}

/** `(a, b)`; empty places stand for the empty value. The values come sorted and without repetition. */
function parseValues(tokens: Tokens): string[] {
  const open = tokens.next();
  if (!isSymbol(open, '(')) throw new LabelSelectorError(`found '${open.text}' expected: '('`);
  const first = tokens.peek();
  if (first.kind !== 'word' && !isSymbol(first, ',') && !isSymbol(first, ')')) {
    throw expected(first, "',', ')' or identifier");
  }
  const values = new Set<string>();
  for (;;) {
    const value = tokens.peek().kind === 'word' ? tokens.next().text : '';
    values.add(value);
    const next = tokens.next();
    if (isSymbol(next, ')')) return [...values].sort();
    if (!isSymbol(next, ',')) throw expected(next, value === '' ? "',', or identifier" : "',' or ')'");
  }
}

/** What fails inside of a requirement says so. */
function inRequirement<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof LabelSelectorError)) throw error;
    throw new LabelSelectorError(`unable to parse requirement: ${error.message}`, { cause: error });
  }
}

const isSymbol = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;
const startsRequirement = (token: Token): boolean => token.kind === 'word' || isSymbol(token, '!');
const endsRequirement = (token: Token): boolean => token.kind === 'end' || isSymbol(token, ',');
const expected = (token: Token, what: string): LabelSelectorError =>
  new LabelSelectorError(`found '${token.text}', expected: ${what}`);

class Tokens {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '' };
  }

  next(): Token {
    const token = this.peek();
    this.#position++;
    return token;
  }
}

function scan(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ([token]) => ({
    kind: SYMBOLS.includes(token) ? 'symbol' : 'word',
    text: token,
  }));
}
