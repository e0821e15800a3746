import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { invalid } from '../errors/field-error.js';
import type { FieldError, FieldErrorType } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { RuleCorrelation } from './cel-correlation.js';
import { RuleNode, RUNTIME_COST_BUDGET } from './cel-validator.js';
import { Correlation } from './correlation.js';
import { schemaHas } from './json-schema.js';

/** After such errors the types that rules rely on are not what the schema says. */
const BLOCKING: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** Evaluates the rules of `x-kubernetes-validations` of one schema. */
export interface ExpressionValidator {
  /**
   * The last link of the validation of custom resources. `earlier` are the errors found so far; when these make types
   * unreliable, rules are skipped with an error that says so (`pkg/registry/customresource/strategy.go`,
   * hasBlockingErr). `warn` is told of the violations that an unchanged part of the object is forgiven.
   */
  validate(
    object: ApiObject,
    old: ApiObject | undefined,
    earlier: readonly FieldError[],
    warn: (text: string) => void,
  ): FieldError[];
}

/** Made once for a version; expressions are compiled when they are first evaluated. */
export function expressionValidator(schema: JSONSchemaProps): ExpressionValidator {
  const hasRules = schemaHas(schema, (one) => (one['x-kubernetes-validations']?.length ?? 0) > 0);
  let rules: RuleNode | undefined;
  let made = !hasRules;
  return {
    validate(object, old, earlier, warn) {
      if (!made) {
        rules = RuleNode.of(schema, true);
        made = true;
      }
      if (rules === undefined) return [];
      if (earlier.some(({ type }) => BLOCKING.has(type))) {
        const why =
          'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
        return [invalid('<nil>', null, why)];
      }
      const errors: FieldError[] = [];
      const correlation = old === undefined ? undefined : new Correlation(object, old, schema);
      rules.validate(
        { errors, warn, budget: RUNTIME_COST_BUDGET },
        '',
        object,
        old,
        new RuleCorrelation(correlation),
      );
      return errors;
    },
  };
}

/** The errors of a default under the rules of its schema, as a value that was there before and as a new one. */
export function defaultExpressionErrors(
  path: string,
  schema: JSONSchemaProps,
  isResourceRoot: boolean,
): FieldError[] {
  const rules = RuleNode.of(schema, isResourceRoot);
  if (rules === undefined) return [];
  const errorsWith = (old: unknown): FieldError[] => {
    const errors: FieldError[] = [];
    const run = { errors, warn: () => undefined, budget: RUNTIME_COST_BUDGET };
    rules.validate(run, path, schema.default, old, new RuleCorrelation(undefined));
    return errors;
  };
  const errors = errorsWith(schema.default);
  return errors.length > 0 ? errors : errorsWith(undefined);
}
