import { CostTracker } from '../cost/cost-tracker.js';
import type { SizeEstimator } from '../cost/cost-node.js';
import { estimateCost } from '../cost/estimate-cost.js';
import type { Expr } from '../ast.js';
import type { Activation, CheckedAst, Environment, Program } from '../environment-types.js';
import { objectType, optionalType } from '../types.js';
import type { Value } from '../values.js';
import { walk } from '../walk.js';
import { baseEnvironment } from './base-environment.js';
import { patternFault } from './libraries/regex.js';
import { MAX_REQUEST_BYTES, nameTypes } from './schema/decl-type.js';
import type { DeclType } from './schema/decl-type.js';

/** Most that one evaluation may cost (apiserver `pkg/apis/cel/config.go`). */
export const PER_CALL_LIMIT = 1_000_000;

/** An expression that can be evaluated, with what it may cost. */
export interface CompiledExpression {
  readonly program: Program;
  /** The worst case, from the sizes that the schema allows. */
  readonly maxCost: number;
}

/** What became of a rule: its error, or what is needed to evaluate it. */
export interface CompiledRule {
  /** Why the rule cannot be evaluated, in the words of the real server. */
  readonly error?: string;
  readonly rule?: CompiledExpression;
  readonly usesOldSelf: boolean;
  readonly messageError?: string;
  readonly message?: CompiledExpression;
}

/** The texts of a rule of `x-kubernetes-validations`. */
export interface RuleSource {
  readonly rule: string;
  readonly messageExpression?: string;
  readonly optionalOldSelf?: boolean;
}

/**
 * Compiles the rules that stand at one schema, which `self` and `oldSelf` have as their type. After
 * apiextensions-apiserver's `pkg/apiserver/schema/cel/compilation.go`.
 */
export class RuleCompiler {
  /** Worst case of how often the schema's data can stand in one object, where nothing around limits it. */
  readonly maxCardinality: number;
  readonly #declaration: DeclType;
  readonly #environments: { plain?: Environment; optional?: Environment } = {};

  constructor(declaration: DeclType) {
    this.#declaration = declaration;
    this.maxCardinality = Math.floor(MAX_REQUEST_BYTES / (declaration.minSerializedSize + 1));
  }

  compile({ rule, messageExpression = '', optionalOldSelf = false }: RuleSource): CompiledRule {
    if (rule.trim() === '') return { usesOldSelf: false };
    const environment = this.#environment(optionalOldSelf);
    const compiled = environment.compile(rule);
    if (compiled.issues !== undefined)
      return { error: `compilation failed: ${compiled.issues.toString()}`, usesOldSelf: false };
    const { ast } = compiled;
    if (ast.resultType.kind !== 'bool')
      return { error: 'cel expression must evaluate to a bool', usesOldSelf: false };
    const usesOldSelf = [...ast.references.values()].some(({ name }) => name === 'oldSelf');
    const program = programOf(environment, ast);
    if (typeof program === 'string')
      return { error: `program instantiation failed: ${program}`, usesOldSelf };
    const result: CompiledRule = { rule: this.#expression(ast, program), usesOldSelf };
    return messageExpression === ''
      ? result
      : { ...result, ...this.#compileMessage(environment, messageExpression) };
  }

  #compileMessage(environment: Environment, text: string): Partial<CompiledRule> {
    const compiled = environment.compile(text);
    if (compiled.issues !== undefined)
      return { messageError: `messageExpression compilation failed: ${compiled.issues.toString()}` };
    if (compiled.ast.resultType.kind !== 'string')
      return { messageError: 'messageExpression must evaluate to a string' };
    const program = programOf(environment, compiled.ast);
    return typeof program === 'string'
      ? { messageError: `messageExpression instantiation failed: ${program}` }
      : { message: this.#expression(compiled.ast, program) };
  }

  #expression(ast: CheckedAst, program: Program): CompiledExpression {
    return { program, maxCost: estimateCost(ast, sizesOf(this.#declaration)).max };
  }

  #environment(optionalOldSelf: boolean): Environment {
    const { plain, optional } = this.#environments;
    const known = optionalOldSelf ? optional : plain;
    if (known !== undefined) return known;
    // The real server makes up a number for each, so that nobody relies on the name.
    const { type, objects } = nameTypes(this.#declaration, 'selfType0');
    const made = baseEnvironment().extend({
      variables: [
        { name: 'self', type },
        { name: 'oldSelf', type: optionalOldSelf ? optionalType(type) : type },
      ],
      typeProvider: {
        findType: (name) => (objects.has(name) ? objectType(name) : undefined),
        findField: (typeName, field) => objects.get(typeName)?.get(field),
      },
    });
    this.#environments[optionalOldSelf ? 'optional' : 'plain'] = made;
    return made;
  }
}

/** The program of an expression, or why it cannot be made: a constant in it is wrong. */
export function programOf(environment: Environment, ast: CheckedAst): Program | string {
  const fault = wrongPattern(ast.expr);
  if (fault !== undefined) return fault;
  const program = environment.program(ast, { tracker: () => new CostTracker(PER_CALL_LIMIT) });
  return program.planError?.message ?? program;
}

/** What an evaluation came to. */
export interface Outcome {
  /** An error among them. */
  readonly value: Value;
  readonly cost: number;
}

/** Evaluates within the limit of one call. */
export function evaluate(program: Program, activation: Activation): Outcome {
  const tracker = new CostTracker(PER_CALL_LIMIT);
  const value = program.evaluate(activation, { tracker });
  return { value, cost: tracker.cost };
}

/** The fault of a constant pattern of `find` or `findAll`, which Go compiles before anything is evaluated. */
function wrongPattern(root: Expr): string | undefined {
  let fault: string | undefined;
  walk(root, (expr) => {
    if (fault !== undefined || expr.kind !== 'call') return;
    if (expr.function !== 'find' && expr.function !== 'findAll') return;
    const [pattern] = expr.args;
    if (pattern?.kind === 'literal' && typeof pattern.value === 'string') fault = patternFault(pattern.value);
  });
  return fault;
}

/** The sizes that a schema allows, for a path from `self` or `oldSelf`. */
const sizesOf =
  (root: DeclType): SizeEstimator =>
  ({ path }) => {
    if (path === undefined || path.length === 0) return undefined;
    let at: DeclType | undefined = root;
    for (const step of path.slice(1)) {
      if (step === '@items' || step === '@values') at = at.element;
      else if (step === '@keys') at = at.key;
      else at = at.fields?.get(step);
      if (at === undefined) return undefined;
    }
    return { min: 0, max: at.maxElements };
  };
