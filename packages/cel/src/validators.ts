import type { Expr, ListExpr, MapExpr } from './ast.js';
import type { AstValidator, CheckedAst } from './environment-types.js';
import { parseDuration } from './go/parse.js';
import { parseTimestamp } from './go/time.js';
import { compileRegex } from './regex.js';
import { formatType, optionalElement } from './types.js';
import type { Type } from './types.js';
import type { Value } from './values.js';
import { walk } from './walk.js';

/** Looks at the first argument of every call of a function, where it is a literal (cel-go: newFormatValidator). */
const literalValidator =
  (name: string, isValid: (value: Value) => boolean): AstValidator =>
  (ast, report) => {
    walk(ast.expr, (expr) => {
      if (expr.kind !== 'call' || expr.function !== name) return;
      const [arg] = expr.args;
      if (arg?.kind === 'literal' && !isValid(arg.value)) report(arg, `invalid ${name} argument`);
    });
  };

/** `duration('x')` does not type-check. */
export const VALIDATE_DURATION_LITERALS: AstValidator = literalValidator(
  'duration',
  (value) => typeof value === 'string' && parseDuration(value) !== undefined,
);

/** `timestamp('x')` does not type-check. */
export const VALIDATE_TIMESTAMP_LITERALS: AstValidator = literalValidator('timestamp', (value) =>
  typeof value === 'string' ? typeof parseTimestamp(value) === 'object' : typeof value === 'number',
);

/** `s.matches('(')` does not type-check. Of the global form it looks at the text, not the pattern, as cel-go does. */
export const VALIDATE_REGEX_LITERALS: AstValidator = literalValidator(
  'matches',
  (value) => typeof value !== 'string' || typeof compileRegex(value) !== 'string',
);

/** Lists in a call of these may hold different types (cel.validator.homogeneous_literals.exempt). */
const EXEMPT = new Set(['format']);

/** `[1, 'a']` does not type-check (cel-go: ValidateHomogeneousAggregateLiterals). */
export const VALIDATE_HOMOGENEOUS_LITERALS: AstValidator = (ast, report) => {
  walk(ast.expr, (expr, around) => {
    if (expr.kind !== 'list' && expr.kind !== 'map') return;
    if (around.some((outer) => outer.kind === 'call' && EXEMPT.has(outer.function))) return;
    const mismatch = (at: Expr, expected: Type, actual: Type): void =>
      report(at, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`);
    if (expr.kind === 'list') validateList(ast, expr, mismatch);
    else validateMap(ast, expr, mismatch);
  });
};

type Mismatch = (at: Expr, expected: Type, actual: Type) => void;

const valueType = (ast: CheckedAst, expr: Expr, optional: boolean): Type => {
  const type = ast.types.get(expr.id)!;
  return optional ? (optionalElement(type) ?? type) : type;
};

const validateList = (ast: CheckedAst, list: ListExpr, mismatch: Mismatch): void => {
  let first: Type | undefined;
  for (const [index, element] of list.elements.entries()) {
    const type = valueType(ast, element, list.optionalIndices.includes(index));
    first ??= type;
    if (isEquivalent(first, type)) continue;
    mismatch(element, first, type);
    return;
  }
};

const validateMap = (ast: CheckedAst, map: MapExpr, mismatch: Mismatch): void => {
  let keyType: Type | undefined;
  let itemType: Type | undefined;
  for (const { key, value, optional } of map.entries) {
    const ofKey = valueType(ast, key, false);
    const ofValue = valueType(ast, value, optional);
    keyType ??= ofKey;
    itemType ??= ofValue;
    if (!isEquivalent(keyType, ofKey)) mismatch(key, keyType, ofKey);
    if (!isEquivalent(itemType, ofValue)) mismatch(value, itemType, ofValue);
  }
};

/** The same type, type parameters by whatever name (cel-go: Type.IsEquivalentType). */
const isEquivalent = (a: Type, b: Type): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.parameters.length === b.parameters.length &&
    (a.kind === 'typeParam' || a.name === b.name) &&
    a.parameters.every((parameter, index) => isEquivalent(parameter, b.parameters[index]!)));
