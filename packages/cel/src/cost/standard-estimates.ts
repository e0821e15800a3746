import type { CallContext, CallEstimate } from './cost-node.js';
import {
  fixed,
  plus,
  REGEX_LENGTH_FACTOR,
  STRING_TRAVERSAL_FACTOR,
  times,
  timesFactor,
} from './estimates.js';
import type { Estimate } from './estimates.js';

type Estimator = (context: CallContext) => CallEstimate | undefined;

const traversal = (size: Estimate): Estimate => timesFactor(size, STRING_TRAVERSAL_FACTOR);

const ofOne =
  (resultSize: (size: Estimate) => Estimate): Estimator =>
  ({ args, sizeOf }) => {
    if (args.length !== 1) return undefined;
    const size = sizeOf(args[0]!);
    return { cost: traversal(size), resultSize: resultSize(size) };
  };

const affix: Estimator = ({ args, sizeOf }) =>
  args.length === 1 ? { cost: traversal(sizeOf(args[0]!)) } : undefined;

const matches: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined || args.length !== 1) return undefined;
  // One more than its length, so that the cost of the expression counts for the empty string too.
  const text = traversal(plus(sizeOf(target), fixed(1)));
  return { cost: times(text, timesFactor(sizeOf(args[0]!), REGEX_LENGTH_FACTOR)) };
};

const contains: Estimator = ({ target, args, sizeOf }) =>
  target === undefined || args.length !== 1
    ? undefined
    : { cost: times(traversal(sizeOf(target)), traversal(sizeOf(args[0]!))) };

const comparison: Estimator = ({ args, sizeOf }) => {
  const max = Math.min(sizeOf(args[0]!).max, sizeOf(args[1]!).max);
  return { cost: traversal({ min: max > 0 ? 1 : 0, max }) };
};

const concatenation: Estimator = ({ args, sizeOf, overloadId }) => {
  if (args.length !== 2) return undefined;
  const resultSize = plus(sizeOf(args[0]!), sizeOf(args[1]!));
  return { cost: overloadId === 'add_list' ? fixed(1) : traversal(resultSize), resultSize };
};

const COMPARISONS = ['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name) => [
  `${name}_string`,
  `${name}_bytes`,
]);

const ESTIMATORS: ReadonlyMap<string, Estimator> = new Map([
  [
    'string_format',
    ({ target, sizeOf }) => (target === undefined ? undefined : { cost: traversal(sizeOf(target)) }),
  ],
  // A character is up to four bytes.
  ['string_to_bytes', ofOne(({ min, max }) => ({ min, max: max * 4 }))],
  ['bytes_to_string', ofOne(({ min, max }) => ({ min: Math.floor(min / 4), max }))],
  ['strings_quote', ofOne(({ min, max }) => ({ min: min + 2, max: max * 2 + 2 }))],
  ['starts_with_string', affix],
  ['ends_with_string', affix],
  ['in_list', ({ args, sizeOf }) => (args.length === 2 ? { cost: sizeOf(args[1]!) } : undefined)],
  ['matches_string', matches],
  ['contains_string', contains],
  ['add_string', concatenation],
  ['add_bytes', concatenation],
  ['add_list', concatenation],
  ...[...COMPARISONS, 'equals', 'not_equals'].map((id): [string, Estimator] => [id, comparison]),
]);

/** Estimates of the standard functions by overload; what is not named costs 1 (cel-go: checker/cost.go, functionCost). */
export const standardEstimate = (context: CallContext): CallEstimate =>
  ESTIMATORS.get(context.overloadId)?.(context) ?? { cost: fixed(1) };
