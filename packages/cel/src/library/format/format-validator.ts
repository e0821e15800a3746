import type { Expr } from '../../ast.js';
import type { AstValidator, CheckedAst } from '../../environment-types.js';
import { opaqueType } from '../../types.js';
import type { TypeKind } from '../../types.js';
import { ArrayList, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { walk } from '../../walk.js';
import { FormatFailure, formatText } from './format-string.js';
import type { Formatter } from './format-string.js';

/** What each clause takes, and how it refuses the rest. */
export interface ClauseTypes {
  readonly decimal: readonly [kinds: readonly TypeKind[], refusal: string];
  readonly fixed: readonly [kinds: readonly TypeKind[], refusal: string];
  readonly scientific: readonly [kinds: readonly TypeKind[], refusal: string];
  readonly binary: readonly [kinds: readonly TypeKind[], refusal: string];
  readonly hex: readonly [kinds: readonly TypeKind[], refusal: string];
  readonly octal: readonly [kinds: readonly TypeKind[], refusal: string];
}

const STRING_KINDS: readonly TypeKind[] = [
  'list',
  'map',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'timestamp',
  'bytes',
  'duration',
  'type',
  'null',
];

export const STRING_REFUSAL =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';

const ARGUMENT = opaqueType('@argument');

/** Stands for the value of an argument that is not known yet. */
class Argument extends OpaqueValue {
  readonly type = ARGUMENT;
  readonly expr: Expr;

  constructor(expr: Expr) {
    super();
    this.expr = expr;
  }

  equals(other: Value): boolean {
    return this === other;
  }
}

/** Checks `'...'.format([...])` with a literal text and list by their types (cel-go: stringFormatValidator). */
export const formatValidator =
  (clauses: ClauseTypes): AstValidator =>
  (ast, report) => {
    walk(ast.expr, (expr) => {
      if (expr.kind !== 'call' || expr.function !== 'format' || expr.target?.kind !== 'literal') return;
      const [list] = expr.args;
      if (typeof expr.target.value !== 'string' || list?.kind !== 'list') return;
      const args = new ArrayList(list.elements.map((element) => new Argument(element)));
      try {
        const { used } = formatText(expr.target.value, args, typeChecker(ast, clauses));
        if (args.size <= used) return;
        report(expr, `too many arguments supplied to string.format (expected ${used}, got ${args.size})`);
      } catch (error) {
        if (!(error instanceof FormatFailure)) throw error;
        report(error.at ?? expr, error.message);
      }
    });
  };

const typeChecker = (ast: CheckedAst, clauses: ClauseTypes): Formatter => {
  const check = (expr: Expr, kinds: readonly TypeKind[], refusal: string): string => {
    const type = ast.types.get(expr.id)!;
    if (type.kind === 'dyn' || kinds.includes(type.kind)) return '';
    throw new FormatFailure(`${refusal}, was given ${type.name}`, expr);
  };
  const checkString = (expr: Expr): string => {
    check(expr, STRING_KINDS, STRING_REFUSAL);
    if (expr.kind === 'list') expr.elements.forEach(checkString);
    if (expr.kind === 'map') expr.entries.forEach(({ key, value }) => checkString(key) + checkString(value));
    return '';
  };
  const clause =
    (name: keyof ClauseTypes) =>
    (value: Value): string => {
      const [kinds, refusal] = clauses[name];
      return check((value as unknown as Argument).expr, kinds, refusal);
    };
  return {
    string: (value) => checkString((value as unknown as Argument).expr),
    decimal: clause('decimal'),
    fixed: clause('fixed'),
    scientific: clause('scientific'),
    binary: clause('binary'),
    hex: clause('hex'),
    octal: clause('octal'),
  };
};
