import type {
  CallExpr,
  ComprehensionExpr,
  Expr,
  ListExpr,
  MapExpr,
  ParsedAst,
  Reference,
  SelectExpr,
  StructExpr,
} from '../ast.js';
import type { DeclaredFunction, Declarations } from '../declarations.js';
import type { CheckedAst, Issues } from '../environment-types.js';
import { IssueCollector } from '../syntax/issues.js';
import { LOGICAL_AND, LOGICAL_OR, OPTIONAL_SELECT } from '../syntax/operators.js';
import {
  BOOL,
  DYN,
  ERROR,
  formatType,
  INT,
  listType,
  mapType,
  optionalElement,
  optionalType,
  sameType,
} from '../types.js';
import type { Type, TypeProvider } from '../types.js';
import { isNumericCrossType } from './cross-type.js';
import { literalType } from './literal-type.js';
import { qualifiedName } from './qualified-name.js';
import { Scopes } from './scopes.js';
import { instantiate, isDynOrError, mostGeneral, Unification } from './unification.js';

export interface CheckerOptions {
  readonly declarations: Declarations;
  readonly provider: TypeProvider | undefined;
  readonly container: string;
  readonly crossTypeNumericComparisons: boolean;
}

/** Finds the type of every node and what it refers to (cel-go: checker/checker.go). Rewrites nodes in place. */
export const check = (
  parsed: ParsedAst,
  options: CheckerOptions,
): { ast: CheckedAst; issues?: undefined } | { ast?: undefined; issues: Issues } =>
  new Checker(parsed, options).run();

/** Turns a node into one of another kind, keeping its identity and id. */
const rewrite = (node: Expr, replacement: Record<string, unknown>): void => {
  for (const key of Object.keys(node))
    if (key !== 'id') delete (node as unknown as Record<string, unknown>)[key];
  Object.assign(node, replacement);
};

class Checker {
  readonly #parsed: ParsedAst;
  readonly #options: CheckerOptions;
  readonly #issues: IssueCollector;
  readonly #types = new Map<number, Type>();
  readonly #references = new Map<number, Reference>();
  readonly #unification = new Unification();
  readonly #scopes: Scopes;

  constructor(parsed: ParsedAst, options: CheckerOptions) {
    this.#parsed = parsed;
    this.#options = options;
    this.#issues = new IssueCollector(parsed.source);
    this.#scopes = new Scopes(options.declarations);
  }

  run(): { ast: CheckedAst; issues?: undefined } | { ast?: undefined; issues: Issues } {
    const { expr } = this.#parsed;
    this.#check(expr);
    if (!this.#issues.empty) return { issues: this.#issues.toIssues() };
    for (const [id, type] of this.#types) this.#types.set(id, this.#unification.substitute(type, true));
    return {
      ast: {
        ...this.#parsed,
        types: this.#types,
        references: this.#references,
        resultType: this.#types.get(expr.id)!,
      },
    };
  }

  #report(id: number, message: string): void {
    this.#issues.report(this.#parsed.positions.get(id) ?? 0, message);
  }

  #undeclared(id: number, name: string): void {
    this.#types.set(id, ERROR);
    this.#report(id, `undeclared reference to '${name}' (in container '${this.#options.container}')`);
  }

  #mismatch(id: number, expected: Type, actual: Type): void {
    this.#report(id, `expected type '${formatType(expected)}' but found '${formatType(actual)}'`);
  }

  #typeOf(expr: Expr): Type {
    return this.#types.get(expr.id)!;
  }

  #check(expr: Expr): void {
    switch (expr.kind) {
      case 'literal':
        this.#types.set(expr.id, literalType(expr.value));
        return;
      case 'ident':
        if (!this.#resolve(expr, expr.name)) this.#undeclared(expr.id, expr.name);
        return;
      case 'select':
        this.#checkSelect(expr);
        return;
      case 'call':
        this.#checkCall(expr);
        return;
      case 'list':
        this.#checkList(expr);
        return;
      case 'map':
        this.#checkMap(expr);
        return;
      case 'struct':
        this.#checkStruct(expr);
        return;
      case 'comprehension':
        this.#checkComprehension(expr);
        return;
    }
  }

  /** Makes the node an identifier, where one of the name is declared. */
  #resolve(expr: Expr, name: string): boolean {
    const found = this.#scopes.lookup(name);
    if (found === undefined) return false;
    this.#types.set(expr.id, found.type);
    this.#references.set(
      expr.id,
      found.value === undefined ? { name: found.name } : { name: found.name, value: found.value },
    );
    rewrite(expr, { kind: 'ident', name: found.name });
    return true;
  }

  #checkSelect(expr: SelectExpr): void {
    const name = qualifiedName(expr);
    if (name !== undefined && this.#resolve(expr, name)) return;
    const field = this.#fieldType(expr.id, expr.operand, expr.field, false);
    this.#types.set(expr.id, expr.testOnly ? BOOL : this.#unification.substitute(field, false));
  }

  #checkOptionalSelect(expr: CallExpr): void {
    const [operand, field] = expr.args as [Expr, Expr];
    // The parser makes these calls only, with a literal for the field.
    const name = field.kind === 'literal' && typeof field.value === 'string' ? field.value : '';
    const type = this.#fieldType(expr.id, operand, name, true);
    this.#types.set(expr.id, this.#unification.substitute(type, false));
    this.#types.set(field.id, literalType(name));
    this.#references.set(expr.id, { overloadIds: ['select_optional_field'] });
  }

  #fieldType(id: number, operand: Expr, field: string, optional: boolean): Type {
    this.#check(operand);
    const operandType = this.#unification.substitute(this.#typeOf(operand), false);
    const unwrapped = optionalElement(operandType);
    const type = this.#fieldOf(id, unwrapped ?? operandType, field);
    return unwrapped !== undefined || optional ? optionalType(type) : type;
  }

  #fieldOf(id: number, type: Type, field: string): Type {
    switch (type.kind) {
      case 'map':
        return type.parameters[1]!;
      case 'struct':
        return this.#lookupField(id, type.name, field) ?? ERROR;
      case 'typeParam':
        this.#unification.isAssignable(DYN, type);
        return DYN;
      default:
        if (!isDynOrError(type)) {
          this.#report(id, `type '${formatType(type)}' does not support field selection`);
        }
        return DYN;
    }
  }

  #lookupField(id: number, typeName: string, field: string): Type | undefined {
    const { provider } = this.#options;
    if (provider?.findType(typeName) === undefined) {
      this.#report(id, `unexpected failed resolution of '${typeName}'`);
      return undefined;
    }
    const type = provider.findField(typeName, field);
    if (type === undefined) this.#report(id, `undefined field '${field}'`);
    return type;
  }

  #checkCall(expr: CallExpr): void {
    if (expr.function === OPTIONAL_SELECT) {
      this.#checkOptionalSelect(expr);
      return;
    }
    for (const arg of expr.args) this.#check(arg);
    const { declarations } = this.#options;
    if (expr.target === undefined) {
      const declared = declarations.findFunction(expr.function);
      if (declared === undefined) {
        this.#undeclared(expr.id, expr.function);
        return;
      }
      expr.function = declared.name;
      this.#resolveOverload(expr, declared, expr.args, false);
      return;
    }
    // `a.b.c()` is a function of that name, or a member of `a.b`.
    const prefix = qualifiedName(expr.target);
    const qualified =
      prefix === undefined ? undefined : declarations.findFunction(`${prefix}.${expr.function}`);
    if (qualified !== undefined) {
      expr.target = undefined;
      expr.function = qualified.name;
      this.#resolveOverload(expr, qualified, expr.args, false);
      return;
    }
    this.#check(expr.target);
    const declared = declarations.findFunction(expr.function);
    if (declared === undefined) this.#undeclared(expr.id, expr.function);
    else this.#resolveOverload(expr, declared, [expr.target, ...expr.args], true);
  }

  #resolveOverload(expr: CallExpr, declared: DeclaredFunction, args: readonly Expr[], member: boolean): void {
    const argTypes = args.map((arg) => this.#typeOf(arg));
    if (declared.name === LOGICAL_AND || declared.name === LOGICAL_OR) {
      this.#checkLogic(expr, declared, args);
      return;
    }
    const overloadIds: string[] = [];
    let resultType: Type | undefined;
    for (const overload of declared.overloads) {
      if ((overload.member ?? false) !== member) continue;
      if (!this.#options.crossTypeNumericComparisons && isNumericCrossType(overload.id)) continue;
      const [result, ...parameters] = instantiate([overload.result, ...overload.args], () =>
        this.#unification.newVariable(),
      ) as [Type, ...Type[]];
      if (!this.#unification.isAssignableList(argTypes, parameters)) continue;
      overloadIds.push(overload.id);
      const type = this.#unification.substitute(result, false);
      if (resultType === undefined) resultType = type;
      else if (resultType.kind !== 'dyn' && !sameType(type, resultType)) resultType = DYN;
    }
    if (resultType === undefined) {
      this.#types.set(expr.id, ERROR);
      this.#noOverload(expr, declared.name, argTypes, member);
      return;
    }
    this.#types.set(expr.id, resultType);
    this.#references.set(expr.id, { overloadIds });
  }

  #noOverload(expr: CallExpr, name: string, argTypes: readonly Type[], member: boolean): void {
    const texts = argTypes.map((type) => formatType(this.#unification.substitute(type, true)));
    const receiver = member ? `${texts.shift()}.` : '';
    this.#report(
      expr.id,
      `found no matching overload for '${name}' applied to '${receiver}(${texts.join(', ')})'`,
    );
  }

  /** Every term is checked by itself, so that each that is no bool has its message. */
  #checkLogic(expr: CallExpr, declared: DeclaredFunction, terms: readonly Expr[]): void {
    let valid = true;
    for (const term of terms) {
      const type = this.#typeOf(term);
      if (this.#unification.isAssignable(type, BOOL)) continue;
      this.#mismatch(term.id, BOOL, type);
      valid = false;
    }
    this.#types.set(expr.id, valid ? BOOL : ERROR);
    this.#references.set(expr.id, { overloadIds: [declared.overloads[0]!.id] });
  }

  /** The type of an element or value, without the optional where it is written with a question mark. */
  #valueType(value: Expr, optional: boolean): Type {
    const type = this.#typeOf(value);
    if (!optional) return type;
    const unwrapped = optionalElement(type);
    if (unwrapped === undefined && type.kind !== 'dyn') this.#mismatch(value.id, optionalType(type), type);
    return unwrapped ?? type;
  }

  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#unification.isAssignable(previous, current) ? mostGeneral(previous, current) : DYN;
  }

  #checkList(expr: ListExpr): void {
    let type: Type | undefined;
    const optional = new Set(expr.optionalIndices);
    for (const [index, element] of expr.elements.entries()) {
      this.#check(element);
      type = this.#join(type, this.#valueType(element, optional.has(index)));
    }
    this.#types.set(expr.id, listType(type ?? this.#unification.newVariable()));
  }

  #checkMap(expr: MapExpr): void {
    let keyType: Type | undefined;
    let valueType: Type | undefined;
    for (const { key, value, optional } of expr.entries) {
      this.#check(key);
      keyType = this.#join(keyType, this.#typeOf(key));
      this.#check(value);
      valueType = this.#join(valueType, this.#valueType(value, optional));
    }
    const unknown = (): Type => this.#unification.newVariable();
    this.#types.set(expr.id, mapType(keyType ?? unknown(), valueType ?? unknown()));
  }

  #checkStruct(expr: StructExpr): void {
    const found = this.#scopes.lookup(expr.typeName);
    if (found === undefined) {
      this.#undeclared(expr.id, expr.typeName);
      return;
    }
    expr.typeName = found.name;
    this.#references.set(expr.id, { name: found.name });
    let type = ERROR;
    if (found.type.kind !== 'type') {
      this.#report(expr.id, `'${found.type.name}' is not a type`);
    } else if (found.type.parameters[0]?.kind !== 'struct') {
      this.#report(expr.id, `'${found.type.parameters[0]?.name ?? 'type'}' is not a message type`);
    } else {
      type = found.type.parameters[0];
    }
    this.#types.set(expr.id, type);
    for (const { id, name, value, optional } of expr.fields) {
      this.#check(value);
      const fieldType = this.#lookupField(id, expr.typeName, name) ?? ERROR;
      const valueType = this.#valueType(value, optional);
      if (this.#unification.isAssignable(fieldType, valueType)) continue;
      this.#report(
        id,
        `expected type of field '${name}' is '${formatType(fieldType)}' but provided type is '${formatType(valueType)}'`,
      );
    }
  }

  #checkComprehension(expr: ComprehensionExpr): void {
    this.#check(expr.iterRange);
    this.#check(expr.accuInit);
    const rangeType = this.#unification.substitute(this.#typeOf(expr.iterRange), false);
    const accuType = this.#typeOf(expr.accuInit);
    const [first, second] = this.#iterationTypes(expr, rangeType);
    this.#scopes.enter(expr.accuVar, accuType);
    this.#scopes.enter(expr.iterVar, first);
    if (expr.iterVar2 !== '') this.#scopes.enter(expr.iterVar2, second);
    this.#check(expr.loopCondition);
    this.#assertType(expr.loopCondition, BOOL);
    this.#check(expr.loopStep);
    this.#assertType(expr.loopStep, accuType);
    this.#scopes.leave(expr.iterVar2 === '' ? 1 : 2);
    this.#check(expr.result);
    this.#scopes.leave(1);
    this.#types.set(expr.id, this.#unification.substitute(this.#typeOf(expr.result), false));
  }

  #assertType(expr: Expr, type: Type): void {
    const actual = this.#typeOf(expr);
    if (!this.#unification.isAssignable(type, actual)) this.#mismatch(expr.id, type, actual);
  }

  /** Of the one variable or the two of a comprehension over the range. */
  #iterationTypes({ iterRange, iterVar2 }: ComprehensionExpr, range: Type): readonly [Type, Type] {
    switch (range.kind) {
      case 'list':
        return iterVar2 === '' ? [range.parameters[0]!, DYN] : [INT, range.parameters[0]!];
      case 'map':
        return [range.parameters[0]!, range.parameters[1]!];
      case 'dyn':
      case 'error':
      case 'typeParam':
        this.#unification.isAssignable(DYN, range);
        return [DYN, DYN];
      default:
        this.#report(
          iterRange.id,
          `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [ERROR, ERROR];
    }
  }
}
