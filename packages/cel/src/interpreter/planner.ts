import type {
  CallExpr,
  ComprehensionExpr,
  Expr,
  ListExpr,
  MapExpr,
  ParsedAst,
  Reference,
  StructExpr,
} from '../ast.js';
import { qualifiedName } from '../checker/qualified-name.js';
import type { Declarations } from '../declarations.js';
import { formatValue } from '../format-value.js';
import * as operators from '../syntax/operators.js';
import type { Type, TypeProvider } from '../types.js';
import { ArrayList, CelError, equal, isError, ListValue, OptionalValue } from '../values.js';
import type { Value } from '../values.js';
import { ValueMap } from '../value-map.js';
import { compileAttribute } from './attribute.js';
import { compileCall } from './call.js';
import { compileFold, growing } from './comprehension.js';
import { implementationOf } from './dispatch.js';
import { Frame } from './frame.js';
import type { Evaluate } from './frame.js';
import { compileLogic, compileOptionalOr } from './logic.js';
import { compileMembership } from './membership.js';
import { addQualifier } from './plan.js';
import type { Attribute, Local, Plan, Qualifier } from './plan.js';
import { invalidKey } from './qualify.js';

export interface PlannerOptions {
  readonly declarations: Declarations;
  readonly provider: TypeProvider | undefined;
  readonly tracked: boolean;
  readonly optimize: boolean;
}

/** A constant part that fails makes the program fail (cel-go: Optimize and RegexOptimization). */
export class PlanError extends Error {
  readonly value: CelError;

  constructor(value: CelError) {
    super(value.message);
    this.value = value;
  }
}

/** Functions that cel-go folds when their argument is constant (overloads.IsTypeConversionFunction). */
const CONVERSIONS = new Set('bool bytes double duration dyn int string timestamp type uint'.split(' '));

const NOTHING = new Frame(new Map(), undefined, undefined);

/** Compiles an expression to closures (cel-go: interpreter/planner.go). */
export class Planner {
  readonly #options: PlannerOptions;
  readonly #references: ReadonlyMap<number, Reference>;
  readonly #checked: boolean;
  readonly #locals: { readonly name: string; readonly local: Local }[] = [];
  #slots = 0;

  constructor(
    ast: ParsedAst & {
      readonly references?: ReadonlyMap<number, Reference>;
      readonly types?: ReadonlyMap<number, Type>;
    },
    options: PlannerOptions,
  ) {
    this.#options = options;
    this.#references = ast.references ?? new Map();
    this.#checked = ast.references !== undefined;
  }

  compile(expr: Expr): Evaluate {
    return this.#evaluate(this.#plan(expr));
  }

  #evaluate(plan: Plan): Evaluate {
    switch (plan.kind) {
      case 'constant': {
        const { value } = plan;
        return () => value;
      }
      case 'computed':
        return plan.evaluate;
      case 'attribute':
        return this.#evaluateAttribute(plan.attribute, plan.presenceTest);
    }
  }

  #evaluateAttribute(attribute: Attribute, presenceTest: boolean): Evaluate {
    const resolve = this.#resolve(attribute);
    const evaluate: Evaluate = presenceTest
      ? (frame) => {
          const value = resolve(frame);
          return value instanceof OptionalValue ? value.value !== undefined : value;
        }
      : resolve;
    // A conditional has no cost of its own, and neither have the chains that it chooses from.
    const conditional = attribute.kind === 'conditional';
    if (!this.#options.tracked || (conditional && !presenceTest)) return evaluate;
    return (frame) => {
      const value = evaluate(frame);
      frame.tracker!.attribute(presenceTest, conditional);
      return value;
    };
  }

  #resolve(attribute: Attribute): Evaluate {
    const typeOfName = (name: string): Value | undefined =>
      this.#options.declarations.identifier(name)?.value;
    return compileAttribute(attribute, typeOfName, this.#options.tracked);
  }

  #plan(expr: Expr): Plan {
    switch (expr.kind) {
      case 'literal':
        return { kind: 'constant', value: expr.value };
      case 'ident':
        return this.#ident(expr.id, expr.name);
      case 'select': {
        const value: Qualifier = {
          kind: 'constant',
          value: expr.field,
          optional: false,
          presenceTest: expr.testOnly,
        };
        return this.#qualified(this.#plan(expr.operand), value, expr.testOnly);
      }
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return this.#comprehension(expr);
    }
  }

  #ident(id: number, name: string): Plan {
    const reference = this.#references.get(id);
    if (reference?.value !== undefined) return { kind: 'constant', value: reference.value };
    const resolved = reference?.name ?? name;
    const local = this.#locals.findLast((candidate) => candidate.name === resolved)?.local;
    if (local !== undefined) {
      return {
        kind: 'attribute',
        attribute: { kind: 'local', slot: local, qualifiers: [] },
        presenceTest: false,
      };
    }
    const attribute: Attribute = this.#checked
      ? { kind: 'variable', name: resolved, qualifiers: [] }
      : {
          kind: 'maybe',
          candidates: [{ names: this.#options.declarations.candidates(name), qualifiers: [] }],
        };
    return { kind: 'attribute', attribute, presenceTest: false };
  }

  #qualified(plan: Plan, qualifier: Qualifier, presenceTest: boolean): Plan {
    const attribute = this.#attribute(plan);
    addQualifier(attribute, qualifier);
    return { kind: 'attribute', attribute, presenceTest };
  }

  #attribute(plan: Plan): Attribute {
    if (plan.kind === 'attribute' && !plan.presenceTest) return plan.attribute;
    return { kind: 'relative', operand: this.#evaluate(plan), qualifiers: [] };
  }

  #call(expr: CallExpr): Plan {
    const { name, args } = this.#callee(expr);
    switch (name) {
      case operators.LOGICAL_AND:
      case operators.LOGICAL_OR:
        return this.#logic(name === operators.LOGICAL_OR, args);
      case operators.CONDITIONAL:
        return this.#conditional(args);
      case operators.INDEX:
        return this.#index(args, false);
      case operators.OPTIONAL_INDEX:
      case operators.OPTIONAL_SELECT:
        return this.#index(args, true);
      case operators.NOT_STRICTLY_FALSE:
        return this.#notStrictlyFalse(args);
    }
    const plans = args.map((arg) => this.#plan(arg));
    const overloadIds = this.#references.get(expr.id)?.overloadIds;
    const overloadId = overloadIds?.length === 1 ? overloadIds[0]! : '';
    if (isOptionalOr(name, overloadId, plans)) {
      const [left, right] = plans.map((plan) => this.#evaluate(plan)) as [Evaluate, Evaluate];
      return { kind: 'computed', evaluate: compileOptionalOr(name === 'orValue', left, right) };
    }
    return this.#function(name, overloadId, plans);
  }

  /** The function that a call of an unchecked expression means: `a.b.c()` may be a function of that name. */
  #callee(expr: CallExpr): { readonly name: string; readonly args: readonly Expr[] } {
    const { target, args } = expr;
    if (this.#checked) return { name: expr.function, args: target === undefined ? args : [target, ...args] };
    const { declarations } = this.#options;
    const prefix = target === undefined ? undefined : qualifiedName(target);
    const qualified =
      prefix === undefined ? undefined : declarations.findFunction(`${prefix}.${expr.function}`);
    if (qualified !== undefined) return { name: qualified.name, args };
    const name = declarations.findFunction(expr.function)?.name ?? expr.function.replace(/^\./, '');
    return { name, args: target === undefined ? args : [target, ...args] };
  }

  #function(name: string, overloadId: string, plans: readonly Plan[]): Plan {
    const { declarations, optimize, tracked } = this.#options;
    const declared = declarations.functions.get(name);
    const constants = plans.map((plan) => (plan.kind === 'constant' ? plan.value : undefined));
    const target = equality(name) ?? {
      name,
      overloadId,
      implementation: implementationOf(name, declared, overloadId),
    };
    if (optimize) {
      const list = constants[1];
      if (overloadId === 'in_list' && list instanceof ListValue) {
        const membership = compileMembership(list, () => this.#evaluate(plans[0]!));
        if (membership !== undefined) return membership;
      }
      if (CONVERSIONS.has(name) && plans.length === 1 && constants[0] !== undefined) {
        const value = target.implementation(constants[0]);
        if (isError(value)) throw new PlanError(value);
        return { kind: 'constant', value };
      }
    }
    const overload = declared?.overloads.find(
      ({ id, args }) => id === overloadId || (overloadId === '' && args.length === plans.length),
    );
    const prepared = optimize ? overload?.prepare?.(constants) : undefined;
    if (prepared instanceof CelError) throw new PlanError(prepared);
    const evaluates = plans.map((plan) => this.#evaluate(plan));
    const call = prepared === undefined ? target : { ...target, implementation: prepared };
    return { kind: 'computed', evaluate: compileCall(call, evaluates, tracked) };
  }

  #logic(decisive: boolean, args: readonly Expr[]): Plan {
    const [left, right] = args.map((arg) => this.compile(arg)) as [Evaluate, Evaluate];
    return { kind: 'computed', evaluate: compileLogic(decisive, left, right) };
  }

  #conditional(args: readonly Expr[]): Plan {
    const condition = this.compile(args[0]!);
    const whenTrue = this.#attribute(this.#plan(args[1]!));
    const whenFalse = this.#attribute(this.#plan(args[2]!));
    const attribute: Attribute = { kind: 'conditional', condition, whenTrue, whenFalse };
    return { kind: 'attribute', attribute, presenceTest: false };
  }

  #index(args: readonly Expr[], optional: boolean): Plan {
    const operand = this.#plan(args[0]!);
    const key = this.#plan(args[1]!);
    const invalid = key.kind === 'constant' ? invalidKey(key.value) : undefined;
    if (invalid !== undefined) throw new PlanError(invalid);
    const qualifier: Qualifier =
      key.kind === 'constant'
        ? { kind: 'constant', value: key.value, optional, presenceTest: false }
        : { kind: 'dynamic', key: this.#attribute(key), optional, presenceTest: false };
    return this.#qualified(operand, qualifier, false);
  }

  #notStrictlyFalse(args: readonly Expr[]): Plan {
    const argument = this.compile(args[0]!);
    if (!this.#options.tracked) return { kind: 'computed', evaluate: (frame) => argument(frame) !== false };
    const evaluate: Evaluate = (frame) => {
      const value = argument(frame);
      frame.tracker!.call(operators.NOT_STRICTLY_FALSE, 'not_strictly_false', [value], value !== false);
      return value !== false;
    };
    return { kind: 'computed', evaluate };
  }

  /** Tells the tracker that a list, map or object was made. */
  #constructed(kind: 'list' | 'map' | 'struct', make: Evaluate): Plan {
    if (!this.#options.tracked) return { kind: 'computed', evaluate: make };
    const evaluate: Evaluate = (frame) => {
      const value = make(frame);
      frame.tracker!.construct(kind);
      return value;
    };
    return { kind: 'computed', evaluate };
  }

  #list(expr: ListExpr): Plan {
    const plans = expr.elements.map((element) => this.#plan(element));
    const elements = plans.map((plan) => this.#evaluate(plan));
    const optional = new Set(expr.optionalIndices);
    const make: Evaluate = (frame) => {
      const items: Value[] = [];
      for (let index = 0; index < elements.length; index++) {
        const value = elements[index]!(frame);
        if (isError(value)) return value;
        if (!optional.has(index)) {
          items.push(value);
        } else if (!(value instanceof OptionalValue)) {
          return new CelError(
            `cannot initialize optional list element from non-optional value ${formatValue(value)}`,
          );
        } else if (value.value !== undefined) {
          items.push(value.value);
        }
      }
      return new ArrayList(items);
    };
    return this.#folded(plans, make) ?? this.#constructed('list', make);
  }

  #folded(plans: readonly Plan[], make: Evaluate): Plan | undefined {
    if (!this.#options.optimize || !plans.every(({ kind }) => kind === 'constant')) return undefined;
    const value = make(NOTHING);
    return { kind: 'constant', value };
  }

  #map(expr: MapExpr): Plan {
    const plans = expr.entries.flatMap(({ key, value }) => [this.#plan(key), this.#plan(value)]);
    const parts = plans.map((plan) => this.#evaluate(plan));
    const { entries } = expr;
    const make: Evaluate = (frame) => {
      const map = new ValueMap();
      for (let index = 0; index < entries.length; index++) {
        const key = parts[2 * index]!(frame);
        if (isError(key)) return key;
        const value = unwrapped(parts[2 * index + 1]!(frame), entries[index]!.optional, key);
        if (value === undefined) map.delete(key);
        else if (isError(value)) return value;
        else if (!map.set(key, value)) return new CelError(`unsupported key type: ${formatValue(key)}`);
      }
      return map;
    };
    return this.#folded(plans, make) ?? this.#constructed('map', make);
  }

  #struct(expr: StructExpr): Plan {
    const { provider } = this.#options;
    const fields = expr.fields.map(({ name, value, optional }) => ({
      name,
      optional,
      value: this.compile(value),
    }));
    const typeName = this.#references.get(expr.id)?.name ?? expr.typeName;
    const make: Evaluate = (frame) => {
      const values = new Map<string, Value>();
      for (const { name, optional, value: evaluate } of fields) {
        const value = unwrapped(evaluate(frame), optional, name);
        if (value === undefined) values.delete(name);
        else if (isError(value)) return value;
        else values.set(name, value);
      }
      return provider?.create?.(typeName, values) ?? new CelError(`unknown type: ${typeName}`);
    };
    return this.#constructed('struct', make);
  }

  #comprehension(expr: ComprehensionExpr): Plan {
    const range = this.compile(expr.iterRange);
    const accumulator = this.#local(expr.accuVar);
    const initial = this.compile(expr.accuInit);
    accumulator.local.initial = (frame) => growing(expr.accuVar, initial(frame));
    const first = this.#local(expr.iterVar);
    const second = expr.iterVar2 === '' ? undefined : this.#local(expr.iterVar2);
    this.#locals.push(accumulator, first);
    if (second !== undefined) this.#locals.push(second);
    const condition = this.compile(expr.loopCondition);
    const step = this.compile(expr.loopStep);
    this.#locals.length -= second === undefined ? 1 : 2;
    const result = this.compile(expr.result);
    this.#locals.pop();
    const evaluate = compileFold({
      range,
      condition,
      step,
      result,
      accuSlot: accumulator.local.index,
      slot: first.local.index,
      slot2: second?.local.index,
    });
    return { kind: 'computed', evaluate };
  }

  #local(name: string): { readonly name: string; readonly local: Local } {
    return { name, local: { index: this.#slots++, initial: undefined } };
  }
}

/** The value to put in, undefined where an optional one is absent. */
const unwrapped = (value: Value, optional: boolean, key: Value): Value | undefined => {
  if (!optional || isError(value)) return value;
  if (value instanceof OptionalValue) return value.value;
  return new CelError(
    `cannot initialize optional entry '${formatValue(key)}' from non-optional value ${formatValue(value)}`,
  );
};

const isOptionalOr = (name: string, overloadId: string, args: readonly Plan[]): boolean =>
  args.length === 2 &&
  ((name === 'or' && (overloadId === '' || overloadId === 'optional_or_optional')) ||
    (name === 'orValue' && (overloadId === '' || overloadId === 'optional_orValue_value')));

/** `==` and `!=` are of the interpreter, and have the overload ids even where types are not known. */
const equality = (
  name: string,
): { name: string; overloadId: string; implementation: (...args: Value[]) => Value } | undefined => {
  if (name === operators.EQUALS)
    return { name, overloadId: 'equals', implementation: (a, b) => equal(a!, b!) };
  if (name !== operators.NOT_EQUALS) return undefined;
  return { name, overloadId: 'not_equals', implementation: (a, b) => !equal(a!, b!) };
};
