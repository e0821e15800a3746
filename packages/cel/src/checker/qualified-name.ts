import type { Expr } from '../ast.js';

/** `a.b.c` of a chain of selects on an identifier; undefined of other expressions. */
export const qualifiedName = (expr: Expr): string | undefined => {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
};
