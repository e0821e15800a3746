import { declTypeOf, RuleCompiler } from '@kubewright/cel/kubernetes';
import type { CompiledRule } from '@kubewright/cel/kubernetes';
import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { child, forbidden, index, internal, invalid } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';

// Limits of apiextensions-apiserver's `pkg/apis/apiextensions/validation/validation.go`.
const RULE_COST_LIMIT = 10_000_000;
const TOTAL_COST_LIMIT = 100_000_000;
/** As many of the dearest rules are named when all together cost too much. */
const NAMED_RULES = 4;

/** The estimated cost of all rules of a definition. */
class TotalCost {
  #total = 0;
  #dearest: Array<{ readonly path: string; readonly cost: number }> = [];

  add(path: string, cost: number): void {
    this.#total += cost;
    if (cost < TOTAL_COST_LIMIT / 100) return;
    this.#dearest.push({ path, cost });
    this.#dearest = this.#dearest.sort((a, b) => b.cost - a.cost).slice(0, NAMED_RULES);
  }

  errors(path: string): FieldError[] {
    if (this.#total <= TOTAL_COST_LIMIT) return [];
    const part = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const whole = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#dearest.map((rule) => forbidden(rule.path, part)),
      forbidden(path, costText(whole, this.#total, TOTAL_COST_LIMIT)),
    ];
  }
}

function costText(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const text = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `${name} exceeds budget by factor of ${text} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/**
 * Where the judgement of a definition's rules stands in its schema: how often data of the schema can occur, and whether
 * old values can be found for them. After `pkg/apis/apiextensions/validation/cel_validation.go`.
 */
export class RuleSurroundings {
  readonly #isRoot: boolean;
  /** Undefined: nothing around limits it. */
  readonly #cardinality: number | undefined;
  readonly #uncorrelated: string | undefined;
  readonly #limited: boolean;
  readonly #total: TotalCost;

  private constructor(
    isRoot: boolean,
    cardinality: number | undefined,
    uncorrelated: string | undefined,
    limited: boolean,
    total: TotalCost,
  ) {
    this.#isRoot = isRoot;
    this.#cardinality = cardinality;
    this.#uncorrelated = uncorrelated;
    this.#limited = limited;
    this.#total = total;
  }

  /** `limited`: whether each rule has a limit of cost; rules that were accepted before have none. */
  static root(limited: boolean): RuleSurroundings {
    return new RuleSurroundings(true, 1, undefined, limited, new TotalCost());
  }

  /** Of a schema below; `uncorrelated`: the path of the list around it, where old items cannot be told. */
  below(schema: JSONSchemaProps, uncorrelated?: string): RuleSurroundings {
    const most = maxElements(schema);
    const cardinality =
      this.#cardinality === undefined || most === undefined ? undefined : this.#cardinality * most;
    return new RuleSurroundings(
      false,
      cardinality,
      this.#uncorrelated ?? uncorrelated,
      this.#limited,
      this.#total,
    );
  }

  /** Compiles the rules of a schema; what is wrong with them. */
  errors(path: string, schema: JSONSchemaProps): FieldError[] {
    const rules = schema['x-kubernetes-validations'] ?? [];
    if (rules.length === 0) return [];
    const where = child(path, 'x-kubernetes-validations');
    const isResourceRoot = this.#isRoot || schema['x-kubernetes-embedded-resource'] === true;
    const declaration = declTypeOf(schema, isResourceRoot);
    if (declaration === undefined) {
      const why =
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
      return [internal(where, why)];
    }
    const compiler = new RuleCompiler(declaration);
    const cardinality = this.#cardinality ?? compiler.maxCardinality;
    return rules.flatMap((rule, i) =>
      this.#ruleErrors(index(where, i), rule, compiler.compile(rule), cardinality),
    );
  }

  /** What the rules of the whole definition cost too much. */
  totalErrors(path: string): FieldError[] {
    return this.#total.errors(path);
  }

  #ruleErrors(path: string, rule: ValidationRule, compiled: CompiledRule, cardinality: number): FieldError[] {
    const errors: FieldError[] = [];
    const charge = (field: string, name: string, cost: number): void => {
      const at = child(path, field);
      if (this.#limited && cost > RULE_COST_LIMIT)
        errors.push(forbidden(at, costText(name, cost, RULE_COST_LIMIT)));
      this.#total.add(at, cost);
    };
    charge('rule', 'estimated rule cost', (compiled.rule?.maxCost ?? 0) * cardinality);
    if (compiled.error !== undefined)
      errors.push(invalid(child(path, 'rule'), internalRule(rule), compiled.error));
    if (compiled.messageError !== undefined)
      errors.push(invalid(child(path, 'messageExpression'), internalRule(rule), compiled.messageError));
    else if (compiled.message !== undefined)
      charge('messageExpression', 'estimated messageExpression cost', compiled.message.maxCost);
    if (compiled.usesOldSelf) {
      if (this.#uncorrelated !== undefined) {
        const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${this.#uncorrelated}`;
        errors.push(invalid(child(path, 'rule'), rule.rule, why));
      }
    } else if (rule.optionalOldSelf !== undefined) {
      const why = 'may not be set if oldSelf is not used in rule';
      errors.push(invalid(child(path, 'optionalOldSelf'), rule.optionalOldSelf, why));
    }
    return errors;
  }
}

/** By how much a schema multiplies the data below it; undefined: without limit. */
function maxElements(schema: JSONSchemaProps): number | undefined {
  if (schema.type === 'array')
    return schema.maxItems === undefined ? undefined : Math.max(0, schema.maxItems);
  if (schema.type !== 'object' || schema.additionalProperties === undefined) return 1;
  return schema.maxProperties === undefined ? undefined : Math.max(0, schema.maxProperties);
}

/** A rule as the internal version of the real server has it. */
const internalRule = (rule: ValidationRule): Record<string, unknown> => ({
  Rule: rule.rule,
  Message: rule.message ?? '',
  MessageExpression: rule.messageExpression ?? '',
  Reason: rule.reason ?? null,
  FieldPath: rule.fieldPath ?? '',
  OptionalOldSelf: rule.optionalOldSelf ?? null,
});

/** Whether old values can be told for the values of a map with that type. */
export const mapIsCorrelatable = (schema: JSONSchemaProps): boolean =>
  ['granular', 'atomic'].includes(schema['x-kubernetes-map-type'] ?? 'granular');
