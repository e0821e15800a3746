import type { Expr } from './ast.js';

/** Visits a node and all below it, each with the nodes around it, the nearest last. */
export const walk = (
  expr: Expr,
  visit: (expr: Expr, around: readonly Expr[]) => void,
  around: readonly Expr[] = [],
): void => {
  visit(expr, around);
  const inner = [...around, expr];
  for (const child of childrenOf(expr)) walk(child, visit, inner);
};

const childrenOf = (expr: Expr): readonly Expr[] => {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
};
