import { FormatValue } from '../kubernetes/libraries/format.js';
import { isInt, ListValue, MapValue, OpaqueValue } from '../values.js';
import type { Value } from '../values.js';
import { LIST_CREATE_COST, REGEX_LENGTH_FACTOR, STRING_TRAVERSAL_FACTOR, fixed } from './estimates.js';
import { AUTHORIZATION_CHECK_COST, selectorCost } from './kubernetes-estimates.js';
import { actualSize, utf8Length } from './value-size.js';

/** The cost of a call that took place; undefined: this table does not know it. */
type CallCost = (args: readonly Value[], result: Value, overloadId: string) => number | undefined;

const traversal = (value: Value | undefined, passes = 1): number =>
  Math.ceil(actualSize(value) * passes * STRING_TRAVERSAL_FACTOR);

const nominal: CallCost = () => 1;

const regex = (text: Value | undefined, patternSize: number): number =>
  Math.ceil((1 + actualSize(text)) * STRING_TRAVERSAL_FACTOR) * Math.ceil(patternSize * REGEX_LENGTH_FACTOR);

const ofFirst =
  (passes: number): CallCost =>
  (args) =>
    traversal(args[0], passes);

const overItems: CallCost = (args) => (args.length > 0 ? dataTraversal(args[0]!) : 0);

/** Cost of reading through a tree of data. */
function dataTraversal(value: Value): number {
  if (typeof value === 'string') return Math.floor(utf8Length(value) * STRING_TRAVERSAL_FACTOR);
  if (value instanceof Uint8Array) return Math.floor(value.length * STRING_TRAVERSAL_FACTOR);
  let cost = 0;
  if (value instanceof ListValue) {
    for (const item of value) cost += dataTraversal(item);
    return cost;
  }
  if (value instanceof MapValue) {
    for (const key of value.keys()) cost += dataTraversal(key) + dataTraversal(value.find(key)!);
    return cost;
  }
  return 1;
}

const contains =
  (extra: (network: number) => number, parsing: string): CallCost =>
  (args, _result, overloadId) => {
    if (args.length < 2) return undefined;
    const network = actualSize(args[0]);
    const comparing = Math.ceil(2 * network * STRING_TRAVERSAL_FACTOR) + extra(network);
    return comparing + (overloadId === parsing ? traversal(args[1]) : 0);
  };

const selector: CallCost = (args) =>
  args.length >= 2 ? selectorCost(fixed(actualSize(args[1]))).max : undefined;

const named = (names: string, cost: CallCost): Array<[string, CallCost]> =>
  names.split(' ').map((name) => [name, cost]);

/** By name of function (apiserver `pkg/cel/library/cost.go`, CallCost). */
const KUBERNETES: ReadonlyMap<string, CallCost> = new Map([
  ['check', () => AUTHORIZATION_CHECK_COST],
  ...named(
    'serviceAccount path group resource subresource namespace name allowed reason error errored',
    nominal,
  ),
  ...named('fieldSelector labelSelector', selector),
  ...named('isSorted sum max min indexOf lastIndexOf', overItems),
  ...named('url lowerAscii upperAscii substring trim', ofFirst(1)),
  ...named('replace split', ofFirst(2)),
  ['join', (_args, result) => traversal(result, 2)],
  ...named('find findAll', (args) => (args.length >= 2 ? regex(args[0], actualSize(args[1])) : undefined)),
  ...named('cidr isIP isCIDR quantity isQuantity semver isSemver', ofFirst(1)),
  ['ip', (args, _result, overloadId) => (overloadId === 'cidr_ip' ? 1 : traversal(args[0]))],
  ['ip.isCanonical', ofFirst(2)],
  ...named(
    'masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast',
    nominal,
  ),
  ['containsIP', contains(() => 0, 'cidr_contains_ip_string')],
  [
    'containsCIDR',
    contains((network) => Math.ceil(network * STRING_TRAVERSAL_FACTOR) + 1, 'cidr_contains_cidr_string'),
  ],
  [
    'validate',
    ([format, text]) => (format instanceof FormatValue ? regex(text, format.format.maxRegexSize) : undefined),
  ],
  ['format.named', nominal],
  ...named(
    'sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch',
    nominal,
  ),
  ...named('getScheme getHostname getHost getPort getEscapedPath getQuery', nominal),
  // Values of Kubernetes' own types have a small size, or one that is too dear to know.
  ['_==_', ([left]) => (left instanceof OpaqueValue ? 1 : undefined)],
]);

const allocating = (factor: number, size: number): number => Math.floor(size * factor) + 1 + LIST_CREATE_COST;

function selfComparison(list: Value | undefined): number {
  if (!(list instanceof ListValue) || list.size === 0) return allocating(2, 0);
  const first = list.get(0);
  const textual = typeof first === 'string' || first instanceof Uint8Array;
  return allocating(2 + (textual ? STRING_TRAVERSAL_FACTOR : 0), list.size ** 2);
}

const flatten: CallCost = ([list, depth]) =>
  allocating(depth !== undefined && isInt(depth) ? Number(depth) : 1, actualSize(list));

const outputSize: CallCost = (_args, result) => allocating(1, actualSize(result));

const sets =
  (factor: number): CallCost =>
  ([left, right]) =>
    1 + Math.floor(actualSize(left) * actualSize(right) * factor);

/** By overload: cel-go's extensions (ext/lists.go of version 3, ext/sets.go). */
const EXTENSIONS: ReadonlyMap<string, CallCost> = new Map([
  ...named('list_slice lists_range list_reverse', outputSize),
  ...named('list_flatten list_flatten_int', flatten),
  ['list_distinct', ([list]) => selfComparison(list)],
  ...[
    'int',
    'uint',
    'double',
    'bool',
    'google.protobuf.Duration',
    'google.protobuf.Timestamp',
    'string',
    'bytes',
  ].flatMap((type): Array<[string, CallCost]> => [
    [`list_${type}_sort`, ([list]) => selfComparison(list)],
    [`list_${type}_sortByAssociatedKeys`, ([, keys]) => selfComparison(keys)],
  ]),
  ...named('list_sets_contains_list list_sets_intersects_list', sets(1)),
  ['list_sets_equivalent_list', sets(2)],
]);

const smaller: CallCost = ([left, right]) =>
  Math.ceil(Math.min(actualSize(left), actualSize(right)) * STRING_TRAVERSAL_FACTOR);

/** By overload: the language itself (cel-go: interpreter/runtimecost.go, costCall). */
const STANDARD: ReadonlyMap<string, CallCost> = new Map([
  ...named(
    'starts_with_string ends_with_string string_to_bytes bytes_to_string strings_quote string_format',
    ofFirst(1),
  ),
  ['in_list', (args) => actualSize(args[1])],
  ...named(
    'less_string greater_string less_equals_string greater_equals_string less_bytes greater_bytes less_equals_bytes greater_equals_bytes equals not_equals',
    smaller,
  ),
  ...named('add_string add_bytes', ([left, right]) =>
    Math.ceil((actualSize(left) + actualSize(right)) * STRING_TRAVERSAL_FACTOR),
  ),
  ['matches_string', (args) => regex(args[0], actualSize(args[1]))],
  ['contains_string', (args) => traversal(args[0]) * traversal(args[1])],
]);

/** What a call did cost, in the units of the static estimate. */
export function callCost(
  functionName: string,
  overloadId: string,
  args: readonly Value[],
  result: Value,
): number {
  return (
    EXTENSIONS.get(overloadId)?.(args, result, overloadId) ??
    KUBERNETES.get(functionName)?.(args, result, overloadId) ??
    STANDARD.get(overloadId)?.(args, result, overloadId) ??
    1
  );
}
