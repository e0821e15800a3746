import { isInt } from '../values.js';
import type { CallContext, CallEstimate, CostNode } from './cost-node.js';
import {
  fixed,
  LIST_CREATE_COST,
  plus,
  STRING_TRAVERSAL_FACTOR,
  times,
  timesFactor,
  UNBOUNDED,
} from './estimates.js';
import type { Estimate } from './estimates.js';

type Estimator = (context: CallContext) => CallEstimate | undefined;

const CALL_COST = fixed(1);

/** A call that makes a list of that size (cel-go: ext/lists.go, estimateAllocatingListCall). */
const allocating = (factor: number, size: Estimate): CallEstimate => ({
  cost: plus(plus(timesFactor(size, factor), CALL_COST), fixed(LIST_CREATE_COST)),
  resultSize: size,
});

function literalInt(node: CostNode, otherwise: number): number {
  if (node.expr?.kind !== 'literal') return otherwise;
  const { value } = node.expr;
  return isInt(value) ? Math.max(0, Number(value)) : otherwise;
}

const slice: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined || args.length !== 2) return undefined;
  const start = literalInt(args[0]!, 0);
  const size = literalInt(args[1]!, sizeOf(target).max) - start;
  // A difference below zero wraps around in Go.
  return allocating(1, fixed(size < 0 ? UNBOUNDED : size));
};

const flatten: Estimator = ({ target, args, sizeOf }) =>
  target === undefined || args.length > 1
    ? undefined
    : allocating(args.length === 1 ? literalInt(args[0]!, UNBOUNDED) : 1, sizeOf(target));

const range: Estimator = ({ target, args }) =>
  target !== undefined || args.length !== 1
    ? undefined
    : allocating(1, fixed(literalInt(args[0]!, UNBOUNDED)));

const reverse: Estimator = ({ target, args, sizeOf }) =>
  target === undefined || args.length > 0 ? undefined : allocating(1, sizeOf(target));

const selfComparison = (factor: number, size: Estimate): CallEstimate =>
  allocating(factor, times(size, size));

const distinct: Estimator = ({ target, args, sizeOf }) =>
  target === undefined || args.length > 0 ? undefined : selfComparison(2, sizeOf(target));

const sort =
  (factor: number): Estimator =>
  ({ target, args, sizeOf }) =>
    target === undefined || args.length > 0 ? undefined : selfComparison(factor, sizeOf(target));

const sortBy =
  (factor: number): Estimator =>
  ({ target, args, sizeOf }) =>
    target === undefined || args.length !== 1 ? undefined : selfComparison(factor, sizeOf(args[0]!));

const sets =
  (factor: number): Estimator =>
  ({ args, sizeOf }) =>
    args.length !== 2
      ? undefined
      : { cost: plus(timesFactor(times(sizeOf(args[0]!), sizeOf(args[1]!)), factor), CALL_COST) };

const SORTED_TYPES = [
  'int',
  'uint',
  'double',
  'bool',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
  'string',
  'bytes',
];

/** Estimates by overload of cel-go's extensions (ext/lists.go of version 3, ext/sets.go). */
export const EXTENSION_ESTIMATES: ReadonlyMap<string, Estimator> = new Map([
  ['list_slice', slice],
  ['list_flatten', flatten],
  ['list_flatten_int', flatten],
  ['lists_range', range],
  ['list_reverse', reverse],
  ['list_distinct', distinct],
  ...SORTED_TYPES.flatMap((type): Array<[string, Estimator]> => {
    const factor = 2 + (type === 'string' || type === 'bytes' ? STRING_TRAVERSAL_FACTOR : 0);
    return [
      [`list_${type}_sort`, sort(factor)],
      [`list_${type}_sortByAssociatedKeys`, sortBy(factor)],
    ];
  }),
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
]);
