import { OptionalValue } from '@kubewright/cel';
import type { Activation, Value } from '@kubewright/cel';
import {
  adapterOf,
  declTypeOf,
  escapeProperty,
  RuleCompiler,
  withTypeAndObjectMeta,
} from '@kubewright/cel/kubernetes';
import type { DeclType } from '@kubewright/cel/kubernetes';
import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, fieldErrorMessage, index, invalid, key as keyPath } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import type { RuleCorrelation } from './cel-correlation.js';
import { oldItemFinder } from './cel-old-items.js';
import { judge, NO_PATH, outOfBudget } from './cel-rule.js';
import type { PlacedRule } from './cel-rule.js';
import { followFieldPath } from './field-path.js';
import { additionalPropertiesOf, itemsOf } from './json-schema.js';

/** Most that all rules of one object may cost (apiserver `pkg/apis/cel/config.go`, RuntimeCELCostBudget). */
export const RUNTIME_COST_BUDGET = 10_000_000;

/** What the validation of one object needs on its way through the schema. */
export interface RuleRun {
  readonly errors: FieldError[];
  readonly warn: (text: string) => void;
  /** What remains to be spent; below zero: nothing more is evaluated. */
  budget: number;
}

/**
 * The rules at one schema and those below it. After apiextensions-apiserver's `pkg/apiserver/schema/cel/validation.go`;
 * expressions are compiled when they are first evaluated.
 */
export class RuleNode {
  readonly #schema: JSONSchemaProps;
  readonly #declaration: DeclType;
  readonly #isResourceRoot: boolean;
  readonly #items: RuleNode | undefined;
  readonly #values: RuleNode | undefined;
  readonly #properties: ReadonlyMap<string, RuleNode>;
  #rules: readonly PlacedRule[] | undefined;

  private constructor(schema: JSONSchemaProps, declaration: DeclType, isResourceRoot: boolean) {
    this.#schema = schema;
    this.#declaration = declaration;
    this.#isResourceRoot = isResourceRoot;
    const items = itemsOf(schema);
    this.#items = items && RuleNode.#below(items, declaration.element);
    const values = additionalPropertiesOf(schema);
    this.#values = values && RuleNode.#below(values, declaration.element);
    const properties = new Map<string, RuleNode>();
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const identifier = escapeProperty(name);
      // What expressions cannot name is no field of the declaration, but may have rules of its own.
      const type =
        identifier === undefined
          ? declTypeOf(property, property['x-kubernetes-embedded-resource'] === true)
          : declaration.fields?.get(identifier);
      const node = RuleNode.#below(property, type);
      if (node !== undefined) properties.set(name, node);
    }
    this.#properties = properties;
  }

  /** The rules of a schema; undefined when it has none. */
  static of(schema: JSONSchemaProps, isResourceRoot: boolean): RuleNode | undefined {
    const declaration = declTypeOf(schema, isResourceRoot);
    if (declaration === undefined) return undefined;
    const node = new RuleNode(schema, declaration, isResourceRoot);
    return node.#isEmpty() ? undefined : node;
  }

  static #below(schema: JSONSchemaProps, declaration: DeclType | undefined): RuleNode | undefined {
    if (declaration === undefined) return undefined;
    const node = new RuleNode(schema, declaration, schema['x-kubernetes-embedded-resource'] === true);
    return node.#isEmpty() ? undefined : node;
  }

  #isEmpty(): boolean {
    return (
      (this.#schema['x-kubernetes-validations'] ?? []).length === 0 &&
      this.#items === undefined &&
      this.#values === undefined &&
      this.#properties.size === 0
    );
  }

  /** Evaluates the rules for a value and all within it. `path`: '' for the whole object. */
  validate(run: RuleRun, path: string, value: unknown, old: unknown, correlation: RuleCorrelation): void {
    if (value === null || value === undefined) return;
    this.#validateHere(run, path === '' ? NO_PATH : path, value, old ?? undefined, correlation);
    if (run.budget < 0) return;
    if (Array.isArray(value)) this.#validateItems(run, path, value, old, correlation);
    else if (isJsonObject(value)) this.#validateFields(run, path, value, old, correlation);
  }

  #validateHere(
    run: RuleRun,
    path: string,
    value: unknown,
    old: unknown,
    correlation: RuleCorrelation,
  ): void {
    const rules = this.#compiled();
    if (rules.length === 0) return;
    const type = this.#schema.type ?? '';
    if (run.budget <= 0) {
      run.errors.push(outOfBudget(path, type));
      run.budget = -1;
      return;
    }
    const adapt = adapterOf(this.#isResourceRoot ? withTypeAndObjectMeta(this.#schema) : this.#schema);
    const withOld = rules.some(({ compiled }) => compiled.usesOldSelf);
    const self = adapt(value);
    const oldSelf = withOld && old !== undefined ? adapt(old) : undefined;
    const activation = activationOf(self, oldSelf);
    const optional = withOld ? activationOf(self, new OptionalValue(oldSelf)) : activation;
    for (const rule of rules) {
      const { compiled, source } = rule;
      if (compiled.error !== undefined) {
        run.errors.push(invalid(path, type, `rule compile error: ${compiled.error}`));
        continue;
      }
      const isOptional = source.optionalOldSelf === true;
      // A transition needs something from which to come, unless the rule itself asks.
      if (compiled.rule === undefined || (compiled.usesOldSelf && old === undefined && !isOptional)) continue;
      const verdict = judge(
        rule,
        path,
        type,
        value,
        isOptional ? optional : activation,
        activation,
        run.budget,
      );
      run.budget = verdict.budget;
      if (verdict.failure !== undefined) run.errors.push(verdict.failure);
      if (verdict.violation !== undefined) {
        if (!compiled.usesOldSelf && correlation.isUnchanged())
          run.warn(fieldErrorMessage(verdict.violation));
        else run.errors.push(verdict.violation);
      }
      if (run.budget < 0) return;
    }
  }

  #compiled(): readonly PlacedRule[] {
    if (this.#rules === undefined) {
      const compiler = new RuleCompiler(this.#declaration);
      this.#rules = (this.#schema['x-kubernetes-validations'] ?? []).map((source) => ({
        source,
        compiled: compiler.compile(source),
        fieldPath: normalizedPath(this.#schema, source.fieldPath ?? ''),
      }));
    }
    return this.#rules;
  }

  #validateItems(
    run: RuleRun,
    path: string,
    value: readonly unknown[],
    old: unknown,
    correlation: RuleCorrelation,
  ): void {
    const items = this.#items;
    if (items === undefined) return;
    const oldItem = oldItemFinder(this.#schema, old);
    for (let i = 0; i < value.length && run.budget >= 0; i++)
      items.validate(run, index(path, i), value[i], oldItem(value[i]), correlation.index(i));
  }

  #validateFields(
    run: RuleRun,
    path: string,
    value: Record<string, unknown>,
    old: unknown,
    correlation: RuleCorrelation,
  ): void {
    const before = isJsonObject(old) ? old : undefined;
    const oldOf = (name: string): unknown =>
      before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
    if (this.#values !== undefined) {
      for (const name of Object.keys(value)) {
        this.#values.validate(run, keyPath(path, name), value[name], oldOf(name), correlation.key(name));
        if (run.budget < 0) return;
      }
    }
    for (const [name, node] of this.#properties) {
      if (!Object.hasOwn(value, name)) continue;
      node.validate(run, child(path, name), value[name], oldOf(name), correlation.key(name));
      if (run.budget < 0) return;
    }
  }
}

const activationOf = (self: Value, oldSelf: Value | undefined): Activation => ({
  get: (name) => (name === 'self' ? self : name === 'oldSelf' ? oldSelf : undefined),
});

/** The path of a rule as errors show it; empty when there is none that leads anywhere. */
function normalizedPath(schema: JSONSchemaProps, text: string): string {
  if (text === '') return '';
  const followed = followFieldPath(schema, text, true);
  return 'problem' in followed ? '' : followed.path;
}
