import { ACCUMULATOR } from '../ast.js';
import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from '../ast.js';
import type { CheckedAst } from '../environment-types.js';
import { DYN, optionalElement } from '../types.js';
import type { Type } from '../types.js';
import type { CallContext, CallEstimate, CostNode, SizeEstimator } from './cost-node.js';
import {
  fixed,
  LIST_CREATE_COST,
  MAP_CREATE_COST,
  plus,
  SELECT_AND_IDENT_COST,
  STRUCT_CREATE_COST,
  times,
  union,
  UNBOUNDED,
  UNKNOWN_SIZE,
  ZERO,
} from './estimates.js';
import type { Estimate } from './estimates.js';
import { EXTENSION_ESTIMATES } from './extension-estimates.js';
import { kubernetesEstimate } from './kubernetes-estimates.js';
import { standardEstimate } from './standard-estimates.js';

/**
 * What evaluating the expression costs at least and at most, by the sizes that the data may have. A test of presence
 * costs nothing, as Kubernetes has it. After cel-go's checker/cost.go: any deviation changes which rules a server takes.
 */
export function estimateCost(ast: CheckedAst, sizes: SizeEstimator): Estimate {
  return new Coster(ast, sizes).cost(ast.expr);
}

/** Sizes of the entries of a list or map that the expression itself makes. */
interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Estimate;
  readonly value: Estimate;
}

interface LocalVariable {
  readonly path: readonly string[] | undefined;
  readonly size: Estimate | undefined;
  readonly entrySize: EntrySize | undefined;
}

const SELECT_COST = fixed(SELECT_AND_IDENT_COST);

class Coster {
  readonly #ast: CheckedAst;
  readonly #sizes: SizeEstimator;
  readonly #paths = new Map<number, readonly string[]>();
  readonly #locals = new Map<string, LocalVariable[]>();
  readonly #computedSizes = new Map<number, Estimate>();
  readonly #entrySizes = new Map<number, EntrySize>();

  constructor(ast: CheckedAst, sizes: SizeEstimator) {
    this.#ast = ast;
    this.#sizes = sizes;
  }

  cost(expr: Expr): Estimate {
    switch (expr.kind) {
      case 'literal':
        return ZERO;
      case 'ident': {
        const local = this.#local(expr.name);
        const path = local === undefined ? [expr.name] : local.path;
        if (path !== undefined) this.#paths.set(expr.id, path);
        return SELECT_COST;
      }
      case 'select':
        return this.#costSelect(expr);
      case 'call':
        return this.#costCall(expr);
      case 'list':
        return this.#costList(expr);
      case 'map':
        return this.#costMap(expr);
      case 'struct':
        return plus(this.#sum(expr.fields.map(({ value }) => value)), fixed(STRUCT_CREATE_COST));
      case 'comprehension':
        return isBinding(expr) ? this.#costBinding(expr) : this.#costComprehension(expr);
    }
  }

  #sum(exprs: readonly Expr[]): Estimate {
    return exprs.reduce((sum, expr) => plus(sum, this.cost(expr)), ZERO);
  }

  #costSelect(expr: SelectExpr): Estimate {
    const operand = this.cost(expr.operand);
    if (expr.testOnly) return operand;
    const { kind } = this.#typeOf(expr.operand);
    this.#paths.set(expr.id, [...(this.#pathOf(expr.operand) ?? []), expr.field]);
    return kind === 'map' || kind === 'struct' || kind === 'typeParam' ? plus(operand, SELECT_COST) : operand;
  }

  #costCall(expr: CallExpr): Estimate {
    if (expr.function === 'dyn') {
      const arg = expr.args[0]!;
      const cost = plus(fixed(1), this.cost(arg));
      this.#copySizes(expr, arg);
      return cost;
    }
    const argCosts: Estimate[] = [];
    const args: CostNode[] = [];
    for (const arg of expr.args) {
      argCosts.push(this.cost(arg));
      args.push(this.#node(arg));
    }
    const overloads = this.#ast.references.get(expr.id)?.overloadIds ?? [];
    if (overloads.length === 0) return ZERO;
    let sum = ZERO;
    let target: CostNode | undefined;
    if (expr.target !== undefined) {
      sum = this.cost(expr.target);
      target = this.#node(expr.target);
    }
    // The range covers those of all overloads that the call may turn out to be.
    let callCost: Estimate = { min: UNBOUNDED, max: 0 };
    let resultSize: Estimate | undefined;
    for (const overloadId of overloads) {
      const estimate = this.#costOverload(expr, overloadId, target, args, argCosts);
      callCost = union(callCost, estimate.cost);
      if (estimate.resultSize !== undefined)
        resultSize = resultSize === undefined ? estimate.resultSize : union(resultSize, estimate.resultSize);
      if (overloadId === 'index_list' || overloadId === 'index_map') {
        const container = expr.args[0]!;
        resultSize = this.#entrySize(container)?.value;
        const step = overloadId === 'index_list' ? '@items' : '@values';
        this.#paths.set(expr.id, [...(this.#pathOf(container) ?? []), step]);
      }
      resultSize ??= this.#sizeOf(expr);
    }
    if (resultSize !== undefined) this.#computedSizes.set(expr.id, resultSize);
    return plus(sum, callCost);
  }

  #costOverload(
    expr: CallExpr,
    overloadId: string,
    target: CostNode | undefined,
    args: readonly CostNode[],
    argCosts: readonly Estimate[],
  ): CallEstimate {
    // The size of its own that a node has, where functions of the language itself ask.
    const own = (node: CostNode): Estimate => node.size ?? UNKNOWN_SIZE;
    const asked = (node: CostNode): Estimate => node.size ?? this.#sizes(node) ?? UNKNOWN_SIZE;
    const context: CallContext = { functionName: expr.function, overloadId, target, args, sizeOf: asked };
    const withArguments = ({ cost, ...rest }: CallEstimate): CallEstimate => ({
      cost: plus(argCosts.reduce(plus, ZERO), cost),
      ...rest,
    });
    const special = EXTENSION_ESTIMATES.get(overloadId)?.(context) ?? kubernetesEstimate(context);
    if (special !== undefined) return withArguments(special);
    const [first, second, third] = argCosts;
    if (overloadId === 'logical_or' || overloadId === 'logical_and') {
      return { cost: { min: first!.min, max: plus(first!, second!).max } };
    }
    if (overloadId === 'conditional') {
      const entries = unionEntries(this.#entrySize(expr.args[1]!), this.#entrySize(expr.args[2]!));
      if (entries !== undefined) this.#entrySizes.set(expr.id, entries);
      return { cost: plus(first!, union(second!, third!)), resultSize: union(own(args[1]!), own(args[2]!)) };
    }
    if (overloadId.startsWith('add_') && args.length === 2) {
      const entries = unionEntries(this.#entrySize(expr.args[0]!), this.#entrySize(expr.args[1]!));
      if (entries !== undefined) this.#entrySizes.set(expr.id, entries);
    }
    return withArguments(standardEstimate({ ...context, sizeOf: own }));
  }

  #costList(expr: ListExpr): Estimate {
    let size: Estimate = { min: expr.elements.length === 0 ? 0 : UNBOUNDED, max: 0 };
    let sum = ZERO;
    for (const element of expr.elements) {
      sum = plus(sum, this.cost(element));
      size = union(size, this.#sizeOrUnknown(element));
    }
    this.#entrySizes.set(expr.id, { container: 'list', key: fixed(1), value: size });
    return plus(sum, fixed(LIST_CREATE_COST));
  }

  #costMap(expr: MapExpr): Estimate {
    const none = { min: expr.entries.length === 0 ? 0 : UNBOUNDED, max: 0 };
    let [keySize, valueSize]: [Estimate, Estimate] = [none, none];
    let sum = ZERO;
    for (const { key, value } of expr.entries) {
      sum = plus(sum, plus(this.cost(key), this.cost(value)));
      keySize = union(keySize, this.#sizeOrUnknown(key));
      valueSize = union(valueSize, this.#sizeOrUnknown(value));
    }
    this.#entrySizes.set(expr.id, { container: 'map', key: keySize, value: valueSize });
    return plus(sum, fixed(MAP_CREATE_COST));
  }

  #costBinding(expr: ComprehensionExpr): Estimate {
    let sum = plus(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#pushLocal(expr.accuVar, expr.accuInit);
    sum = plus(sum, this.cost(expr.result));
    this.#pop(expr.accuVar);
    this.#copySizes(expr, expr.result);
    return sum;
  }

  #costComprehension(expr: ComprehensionExpr): Estimate {
    let sum = plus(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#pushLocal(expr.accuVar, expr.accuInit);
    const hasTwo = expr.iterVar2 !== '';
    if (hasTwo) {
      this.#pushIteration(expr.iterVar, expr.iterRange, 'key');
      this.#pushIteration(expr.iterVar2, expr.iterRange, 'value');
    } else this.#pushIteration(expr.iterVar, expr.iterRange, 'only');
    const loop = plus(this.cost(expr.loopCondition), this.cost(expr.loopStep));
    this.#pop(expr.iterVar);
    if (hasTwo) this.#pop(expr.iterVar2);
    sum = plus(sum, this.cost(expr.result));
    this.#pop(expr.accuVar);
    const count = this.#sizeOrUnknown(expr.iterRange);
    sum = plus(sum, times(count, loop));
    const { accuInit } = expr;
    if (accuInit.kind === 'literal') {
      const size = this.#sizeOf(accuInit);
      if (size !== undefined) this.#computedSizes.set(expr.id, size);
    } else if (accuInit.kind === 'list' || accuInit.kind === 'map') {
      this.#computedSizes.set(expr.id, count);
      const entries = this.#entrySize(expr.loopStep);
      if (entries !== undefined) this.#entrySizes.set(expr.id, entries);
    }
    return sum;
  }

  #pushIteration(name: string, range: Expr, role: 'key' | 'value' | 'only'): void {
    const entries = this.#entrySize(range);
    const isList = (entries?.container ?? this.#typeOf(range).kind) === 'list';
    const asKey = role === 'key' || (role === 'only' && !isList);
    const step = asKey ? (isList ? '@indices' : '@keys') : isList ? '@items' : '@values';
    this.#push(name, {
      path: [...(this.#pathOf(range) ?? []), step],
      size: asKey ? entries?.key : entries?.value,
      entrySize: undefined,
    });
  }

  #pushLocal(name: string, expr: Expr): void {
    this.#push(name, {
      path: this.#pathOf(expr),
      size: this.#sizeOf(expr),
      entrySize: this.#entrySize(expr),
    });
  }

  #push(name: string, variable: LocalVariable): void {
    const stack = this.#locals.get(name);
    if (stack === undefined) this.#locals.set(name, [variable]);
    else stack.push(variable);
  }

  #pop(name: string): void {
    this.#locals.get(name)?.pop();
  }

  #local(name: string): LocalVariable | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #typeOf(expr: Expr): Type {
    return this.#ast.types.get(expr.id) ?? DYN;
  }

  #pathOf(expr: Expr): readonly string[] | undefined {
    if (expr.kind === 'ident') {
      const local = this.#local(expr.name);
      if (local !== undefined) return local.path;
    }
    return this.#paths.get(expr.id);
  }

  #node(expr: Expr): CostNode {
    const path = this.#pathOf(expr);
    // Accumulators come from no variable.
    const rooted = path?.[0] === ACCUMULATOR || path?.[0] === '__result__' ? undefined : path;
    return { path: rooted, type: this.#typeOf(expr), expr, size: this.#sizeOf(expr) };
  }

  #copySizes(to: Expr, from: Expr): void {
    const size = this.#sizeOf(from);
    if (size !== undefined) this.#computedSizes.set(to.id, size);
    const entries = this.#entrySize(from);
    if (entries !== undefined) this.#entrySizes.set(to.id, entries);
  }

  #sizeOrUnknown(expr: Expr): Estimate {
    return this.#sizeOf(expr) ?? UNKNOWN_SIZE;
  }

  #sizeOf(expr: Expr): Estimate | undefined {
    const known = this.#computedSizes.get(expr.id) ?? literalSize(expr);
    if (known !== undefined) return known;
    const type = this.#typeOf(expr);
    const told = this.#sizes({ path: this.#pathOf(expr), type, expr, size: undefined });
    if (told !== undefined) {
      this.#computedSizes.set(expr.id, told);
      return told;
    }
    if (isScalar(type)) return fixed(1);
    return expr.kind === 'ident' ? this.#local(expr.name)?.size : undefined;
  }

  #entrySize(expr: Expr): EntrySize | undefined {
    const known = this.#entrySizes.get(expr.id);
    if (known !== undefined || expr.kind !== 'ident') return known;
    return this.#local(expr.name)?.entrySize;
  }
}

/** Whether the fold is no loop but gives a name to a value, as in `optMap`. */
const isBinding = ({ iterRange, loopCondition }: ComprehensionExpr): boolean =>
  iterRange.kind === 'list' &&
  iterRange.elements.length === 0 &&
  loopCondition.kind === 'literal' &&
  loopCondition.value === false;

const unionEntries = (a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined =>
  a === undefined || b === undefined
    ? undefined
    : { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };

function literalSize(expr: Expr): Estimate | undefined {
  if (expr.kind === 'list') return fixed(expr.elements.length);
  if (expr.kind === 'map') return fixed(expr.entries.length);
  if (expr.kind !== 'literal') return undefined;
  const { value } = expr;
  if (typeof value === 'string') return fixed([...value].length);
  return fixed(value instanceof Uint8Array ? value.length : 1);
}

const SCALARS = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

/** Whether values of the type all have one size, that of a scalar. */
function isScalar(type: Type): boolean {
  const optional = optionalElement(type);
  return optional === undefined ? SCALARS.has(type.kind) : isScalar(optional);
}
