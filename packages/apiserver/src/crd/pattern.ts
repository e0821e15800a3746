import { RE2JS } from 're2js';

/**
 * Go's regular expressions (RE2 syntax), matched in time linear in the text, as the patterns of a
 * CustomResourceDefinition come from whoever may create one: JavaScript's own engine tries for ever on `^(a+)+$`.
 */

/** The text is no regular expression of Go; the message is that of Go's `regexp/syntax.Error`. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Tells whether a text has a match anywhere, as Go's `MatchString`. */
export interface Pattern {
  test(text: string): boolean;
}

const compiled = new Map<string, Pattern>();
const MOST_KEPT = 2000;

/** The compiled pattern, shared. Throws `PatternError`; also for two groups of one name, which Go accepts. */
export function compilePattern(pattern: string): Pattern {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = compile(pattern);
    if (compiled.size >= MOST_KEPT) compiled.clear();
    compiled.set(pattern, expression);
  }
  return expression;
}

function compile(pattern: string): Pattern {
  let refusal: PatternError | undefined;
  for (const text of new Set([pattern, withShortNames(pattern)])) {
    try {
      return RE2JS.compile(text);
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.name.startsWith('RE2JS')) throw cause;
      refusal ??= new PatternError(goMessage(cause), { cause });
    }
  }
  throw refusal!;
}

// Go shows the part in question even where there is none.
const goMessage = ({ message }: Error): string =>
  message.endsWith('at end of expression') ? `${message}: \`\`` : message;

// Long names of general categories (Go's unicode.CategoryAliases), without separators.
const CATEGORIES = new Map(
  Object.entries({
    any: 'Any',
    assigned: 'Assigned',
    other: 'C',
    control: 'Cc',
    cntrl: 'Cc',
    format: 'Cf',
    unassigned: 'Cn',
    privateuse: 'Co',
    surrogate: 'Cs',
    letter: 'L',
    casedletter: 'LC',
    lowercaseletter: 'Ll',
    modifierletter: 'Lm',
    otherletter: 'Lo',
    titlecaseletter: 'Lt',
    uppercaseletter: 'Lu',
    mark: 'M',
    combiningmark: 'M',
    spacingmark: 'Mc',
    enclosingmark: 'Me',
    nonspacingmark: 'Mn',
    number: 'N',
    decimalnumber: 'Nd',
    digit: 'Nd',
    letternumber: 'Nl',
    othernumber: 'No',
    punctuation: 'P',
    punct: 'P',
    connectorpunctuation: 'Pc',
    dashpunctuation: 'Pd',
    closepunctuation: 'Pe',
    finalpunctuation: 'Pf',
    initialpunctuation: 'Pi',
    otherpunctuation: 'Po',
    openpunctuation: 'Ps',
    symbol: 'S',
    currencysymbol: 'Sc',
    modifiersymbol: 'Sk',
    mathsymbol: 'Sm',
    othersymbol: 'So',
    separator: 'Z',
    lineseparator: 'Zl',
    paragraphseparator: 'Zp',
    spaceseparator: 'Zs',
  }),
);

const ESCAPES = /\\Q[^]*?(?:\\E|$)|\\([pP])\{(\^?)([^}]*)\}|\\[^]/g;

/**
 * Go takes long names of categories as well, and names in any case; the engine takes `\p{Lu}` and `\p{Greek}` alone.
 */
function withShortNames(pattern: string): string {
  return pattern.replace(ESCAPES, (whole: string, sign?: string, not?: string, name?: string): string => {
    if (sign === undefined || name === undefined) return whole;
    const words = name.toLowerCase().split(/[ _-]+/);
    const category = CATEGORIES.get(words.join(''));
    const script = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('_');
    return `\\${sign}{${not ?? ''}${category ?? (words.join('').length > 2 ? script : name)}}`;
  });
}
