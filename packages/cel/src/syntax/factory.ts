import type { Expr, MapEntry } from '../ast.js';
import type { MacroContext } from '../library.js';
import type { Value } from '../values.js';
import type { IssueCollector } from './issues.js';

/** Hands out ids of nodes and remembers where they are. */
export class NodeIds {
  readonly positions = new Map<number, number>();
  #last = 0;

  at(offset: number): number {
    const id = ++this.#last;
    this.positions.set(id, offset);
    return id;
  }
}

/** Makes the nodes that one macro call expands to: all of them stand where the call does. */
export const createMacroContext = (ids: NodeIds, offset: number, issues: IssueCollector): MacroContext => {
  const next = (): number => ids.at(offset);
  const call = (name: string, target: Expr | undefined, args: Expr[]): Expr => ({
    kind: 'call',
    id: next(),
    function: name,
    target,
    args,
  });
  return {
    literal: (value: Value) => ({ kind: 'literal', id: next(), value }),
    ident: (name) => ({ kind: 'ident', id: next(), name }),
    select: (operand, field, testOnly = false) => ({ kind: 'select', id: next(), operand, field, testOnly }),
    call: (name, ...args) => call(name, undefined, args),
    memberCall: (name, target, ...args) => call(name, target, args),
    list: (...elements) => ({ kind: 'list', id: next(), elements, optionalIndices: [] }),
    map: (...entries) => ({
      kind: 'map',
      id: next(),
      entries: entries.map(([key, value]): MapEntry => ({ id: next(), key, value, optional: false })),
    }),
    comprehension: (parts) => ({ kind: 'comprehension', id: next(), iterVar2: '', ...parts }),
    copy: (expr) => copyExpr(expr, ids),
    error: (at, message) => {
      issues.report(ids.positions.get(at.id) ?? offset, message);
      return { kind: 'literal', id: next(), value: null };
    },
  };
};

const copyExpr = (expr: Expr, ids: NodeIds): Expr => {
  const copy = (child: Expr): Expr => copyExpr(child, ids);
  const again = (id: number): number => ids.at(ids.positions.get(id) ?? 0);
  const id = again(expr.id);
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return { ...expr, id };
    case 'select':
      return { ...expr, id, operand: copy(expr.operand) };
    case 'call':
      return { ...expr, id, target: expr.target && copy(expr.target), args: expr.args.map(copy) };
    case 'list':
      return { ...expr, id, elements: expr.elements.map(copy) };
    case 'map':
      return {
        ...expr,
        id,
        entries: expr.entries.map((entry) => ({
          ...entry,
          id: again(entry.id),
          key: copy(entry.key),
          value: copy(entry.value),
        })),
      };
    case 'struct':
      return {
        ...expr,
        id,
        fields: expr.fields.map((field) => ({ ...field, id: again(field.id), value: copy(field.value) })),
      };
    case 'comprehension':
      return {
        ...expr,
        id,
        iterRange: copy(expr.iterRange),
        accuInit: copy(expr.accuInit),
        loopCondition: copy(expr.loopCondition),
        loopStep: copy(expr.loopStep),
        result: copy(expr.result),
      };
  }
};
