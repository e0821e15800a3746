import type { Activation, Value } from '@kubewright/cel';
import { isError } from '@kubewright/cel';
import { evaluate } from '@kubewright/cel/kubernetes';
import type { CompiledRule } from '@kubewright/cel/kubernetes';
import type { ValidationRule } from '@kubewright/api/apiextensions/v1';
import { child, duplicate, forbidden, invalid, OMITTED, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goQuote } from '../errors/go-text.js';

/** One rule at its place in a schema, ready to be evaluated. */
export interface PlacedRule {
  readonly source: ValidationRule;
  readonly compiled: CompiledRule;
  /** Where its errors are shown, below the value it stands at; empty: at the value. */
  readonly fieldPath: string;
}

/** What evaluating a rule came to. */
export interface RuleVerdict {
  /** What is wrong with the value. Only this may be turned into a warning, where the value did not change. */
  readonly violation?: FieldError;
  /** What kept the rule from being evaluated. */
  readonly failure?: FieldError;
  /** What remains to be spent; below zero: nothing more may be evaluated. */
  readonly budget: number;
}

const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';
const LIMIT_EXCEEDED = 'operation cancelled: actual cost limit exceeded';
const MAX_MESSAGE_BYTES = 5 * 1024;

/** The error of a value whose rules are not evaluated any more. */
export const outOfBudget = (path: string, type: string): FieldError => invalid(path, type, OUT_OF_BUDGET);

/**
 * Evaluates a rule for a value. `messageActivation` has the old value as it is, also where the rule sees it as optional.
 * Texts after apiextensions-apiserver's `pkg/apiserver/schema/cel/validation.go`, validateExpressions.
 */
export function judge(
  rule: PlacedRule,
  path: string,
  type: string,
  value: unknown,
  activation: Activation,
  messageActivation: Activation,
  budget: number,
): RuleVerdict {
  const { source, compiled } = rule;
  const outcome = evaluate(compiled.rule!.program, activation);
  if (outcome.cost > budget) return { failure: outOfBudget(path, type), budget: -1 };
  const remaining = budget - outcome.cost;
  if (isError(outcome.value)) {
    const { message } = outcome.value;
    const name = ruleName(source);
    if (message.startsWith('no such overload')) {
      const why = `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
      return { failure: invalid(path, type, why), budget: remaining };
    }
    if (message.startsWith(LIMIT_EXCEEDED)) {
      const why = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
      return { failure: invalid(path, type, why), budget: -1 };
    }
    return { failure: invalid(path, type, `${message} evaluating rule: ${name}`), budget: remaining };
  }
  if (outcome.value === true) return { budget: remaining };
  const at = rule.fieldPath === '' ? path : child(path === NO_PATH ? '' : path, rule.fieldPath);
  const told = messageOf(rule, at, type, messageActivation, remaining);
  if (told.error !== undefined) return { violation: told.error, budget: -1 };
  const shown = type === 'object' || type === 'array' ? OMITTED : value;
  const detail = told.text ?? defaultMessage(source);
  return { violation: errorFor(source.reason, at, shown, detail), budget: told.budget };
}

/** How Go prints the path of the whole object. */
export const NO_PATH = '<nil>';

const defaultMessage = ({ message = '', rule }: ValidationRule): string =>
  message === '' ? `failed rule: ${rule.trim()}` : message.trim();

const ruleName = ({ message = '', rule }: ValidationRule): string =>
  message === '' ? rule.trim() : message.trim();

function errorFor(
  reason: ValidationRule['reason'],
  path: string,
  value: unknown,
  detail: string,
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail);
    case 'FieldValueRequired':
      return required(path, detail);
    case 'FieldValueDuplicate':
      return duplicate(path, value);
    default:
      return invalid(path, value, detail);
  }
}

interface Told {
  /** Undefined where the expression gives no usable text. */
  readonly text?: string;
  /** Why nothing more may be evaluated. */
  readonly error?: FieldError;
  readonly budget: number;
}

function messageOf(
  { source, compiled }: PlacedRule,
  path: string,
  type: string,
  activation: Activation,
  budget: number,
): Told {
  if (compiled.message === undefined) return { budget };
  const { value, cost } = evaluate(compiled.message.program, activation);
  if (cost > budget) {
    const why =
      'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';
    return { error: invalid(path, type, why), budget: -1 };
  }
  if (isError(value) && value.message.startsWith(LIMIT_EXCEEDED)) {
    const why = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${goQuote(source.messageExpression ?? '')}`;
    return { error: invalid(path, type, why), budget: -1 };
  }
  const text = usableText(value);
  return { budget: budget - cost, ...(text === undefined ? {} : { text }) };
}

function usableText(value: Value): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const usable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES;
  return usable ? text : undefined;
}
