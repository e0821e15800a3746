import type { Expr } from '../../ast.js';
import type { ListValue, Value } from '../../values.js';
import { CelError } from '../../values.js';

/** How one version of the strings library writes values. Each method throws {@link FormatFailure} for a type it does not take. */
export interface Formatter {
  string(value: Value): string;
  decimal(value: Value): string;
  fixed(value: Value, precision: number): string;
  scientific(value: Value, precision: number): string;
  binary(value: Value): string;
  hex(value: Value): string;
  octal(value: Value): string;
}

/** Why a value cannot be written; caught by {@link formatString}. */
export class FormatFailure extends Error {
  /** The argument that is of the wrong type, where that is known before evaluation. */
  readonly at: Expr | undefined;

  constructor(message: string, at?: Expr) {
    super(message);
    this.at = at;
  }
}

const DEFAULT_PRECISION = 6;
/** cel-go has no limit; text of this many digits is of no use and would cost memory without a price. */
const MAX_PRECISION = 1000;

const CLAUSE = /%(?:%|(?:\.(\d*))?(.)?)/gsu;

/** `'...'.format([...])` (cel-go: ext/formatting.go). */
export const formatString = (text: string, args: ListValue, formatter: Formatter): Value => {
  try {
    return formatText(text, args, formatter).text;
  } catch (error) {
    if (error instanceof FormatFailure) return new CelError(error.message);
    throw error;
  }
};

/** The text, and how many arguments it took. Throws {@link FormatFailure}. */
export const formatText = (
  text: string,
  args: ListValue,
  formatter: Formatter,
): { readonly text: string; readonly used: number } => {
  let used = 0;
  const formatted = text.replace(
    CLAUSE,
    (clause: string, digits: string | undefined, verb: string | undefined) => {
      if (clause === '%%') return '%';
      if (used >= args.size) throw new FormatFailure(`index ${used} out of range`);
      if (clause === '%') throw new FormatFailure('unexpected end of string');
      return formatClause(verb, precisionOf(digits, verb), args.get(used++), formatter);
    },
  );
  return { text: formatted, used };
};

const UNPARSABLE = 'could not parse formatting clause';

const unparsable = (reason: string): FormatFailure => new FormatFailure(`${UNPARSABLE}: ${reason}`);

const unknownVerb = (verb = ''): never => {
  throw unparsable(`unrecognized formatting clause "${verb}"`);
};

const precisionOf = (digits: string | undefined, verb: string | undefined): number => {
  if (digits === undefined) return DEFAULT_PRECISION;
  const failed = (reason: string): FormatFailure => unparsable(`error while parsing precision: ${reason}`);
  if (verb === undefined) throw failed('could not find end of precision specifier');
  if (digits === '') {
    throw failed('error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax');
  }
  const precision = Number(digits);
  if (precision > MAX_PRECISION) throw failed(`precision ${digits} is larger than ${MAX_PRECISION}`);
  return precision;
};

const formatClause = (
  verb: string | undefined,
  precision: number,
  value: Value,
  formatter: Formatter,
): string => {
  try {
    switch (verb) {
      case 's':
        return formatter.string(value);
      case 'd':
        return formatter.decimal(value);
      case 'f':
        return formatter.fixed(value, precision);
      case 'e':
        return formatter.scientific(value, precision);
      case 'b':
        return formatter.binary(value);
      case 'x':
        return formatter.hex(value);
      case 'X':
        return formatter.hex(value).toUpperCase();
      case 'o':
        return formatter.octal(value);
      default:
        return unknownVerb(verb);
    }
  } catch (error) {
    if (!(error instanceof FormatFailure) || error.message.startsWith(UNPARSABLE)) throw error;
    throw new FormatFailure(`error during formatting: ${error.message}`, error.at);
  }
};
