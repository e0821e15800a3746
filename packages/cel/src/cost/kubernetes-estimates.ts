import { isInt } from '../values.js';
import type { CallContext, CallEstimate, CostNode } from './cost-node.js';
import {
  fixed,
  LIST_CREATE_COST,
  plus,
  REGEX_LENGTH_FACTOR,
  STRING_TRAVERSAL_FACTOR,
  STRUCT_CREATE_COST,
  times,
  timesFactor,
  UNBOUNDED,
  ZERO,
} from './estimates.js';
import type { Estimate } from './estimates.js';

/** The length of a regular expression for which any named format stands. */
const FORMAT_REGEX_SIZE = 128;
const FORMAT_SIZE = 64;
/** Two checks of authorization per expression are affordable. */
export const AUTHORIZATION_CHECK_COST = 350_000;

const traversal = (size: Estimate, passes = 1): Estimate =>
  timesFactor(size, passes * STRING_TRAVERSAL_FACTOR);

/** Cost of parsing a selector: the shortest requirement takes two characters, and makes an object and a list. */
export function selectorCost(length: Estimate): Estimate {
  const requirements = timesFactor(length, 0.5);
  return plus(
    plus(fixed(LIST_CREATE_COST), traversal(length)),
    timesFactor(requirements, LIST_CREATE_COST + STRUCT_CREATE_COST),
  );
}

type Estimator = (context: CallContext) => CallEstimate | undefined;

const nominal: Estimator = () => ({ cost: fixed(1) });

const ofFirst =
  (passes: number, sized = false): Estimator =>
  ({ args, sizeOf }) => {
    if (args.length === 0) return undefined;
    const size = sizeOf(args[0]!);
    return { cost: traversal(size, passes), ...(sized ? { resultSize: size } : {}) };
  };

const ofTarget: Estimator = ({ target, sizeOf }) => {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  return { cost: traversal(size), resultSize: size };
};

/** The items of a list as a node, so that their size can be asked; undefined when the type has no parameter. */
function itemsOf(list: CostNode): CostNode | undefined {
  const [type] = list.type.parameters;
  if (type === undefined) return undefined;
  const path = list.path === undefined ? undefined : [...list.path, '@items'];
  return { path, type, expr: undefined, size: undefined };
}

const overItems: Estimator = ({ target, sizeOf }) => {
  if (target === undefined) return undefined;
  const items = itemsOf(target);
  // indexOf and lastIndexOf are methods of strings too.
  if (items === undefined) return { cost: traversal(sizeOf(target)) };
  const textual = items.type.kind === 'string' || items.type.kind === 'bytes';
  const each = textual ? plus(fixed(1), traversal(sizeOf(items))) : fixed(1);
  return { cost: times(sizeOf(target), each) };
};

const replace: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined || args.length < 2) return undefined;
  const size = sizeOf(target);
  const from = sizeOf(args[0]!);
  const to = sizeOf(args[1]!);
  // The longest result: as many of the shortest pieces as fit are replaced by the longest text, or none.
  const most =
    from.min === 0
      ? { count: Math.min(size.max + 1, UNBOUNDED), kept: size.max }
      : to.max <= from.min
        ? { count: 0, kept: size.max }
        : { count: Math.ceil(size.max / from.min), kept: 0 };
  const least =
    from.max === 0
      ? { count: Math.min(size.min + 1, UNBOUNDED), kept: size.min }
      : from.max <= to.min
        ? { count: 0, kept: size.min }
        : { count: Math.ceil(size.min / from.max), kept: 0 };
  const count = { min: least.count, max: most.count };
  const kept = { min: least.kept, max: most.kept };
  return { cost: traversal(size, 2), resultSize: plus(times(count, to), kept) };
};

const split: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  const limit = args[1]?.expr;
  let { max } = size;
  if (limit?.kind === 'literal' && isInt(limit.value)) {
    max = limit.value < 0 ? UNBOUNDED : Number(limit.value);
  }
  return { cost: traversal(size, 2), resultSize: { min: 0, max } };
};

const join: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined) return undefined;
  const length = sizeOf(target);
  const items = itemsOf(target);
  let size = items === undefined ? ZERO : times(length, sizeOf(items));
  if (args.length > 0) {
    const separators = { min: Math.max(0, length.min - 1), max: Math.max(0, length.max - 1) };
    size = plus(size, times(sizeOf(args[0]!), separators));
  }
  return { cost: traversal(size), resultSize: size };
};

const find: Estimator = ({ target, args, sizeOf }) => {
  if (target === undefined || args.length === 0) return undefined;
  const size = sizeOf(target);
  const text = traversal(plus(size, fixed(1)));
  const regex = timesFactor(sizeOf(args[0]!), REGEX_LENGTH_FACTOR);
  return { cost: times(text, regex), resultSize: { min: 0, max: size.max } };
};

/** Addresses have 4 bytes or 16. */
const ADDRESS: Estimate = { min: 4, max: 16 };
const ADDRESS_COMPARISON = traversal(plus(ADDRESS, ADDRESS));

const containsIp: Estimator = ({ overloadId, args, sizeOf }) => {
  if (args.length === 0) return undefined;
  const parsing = overloadId === 'cidr_contains_ip_string' ? traversal(sizeOf(args[0]!)) : ZERO;
  return { cost: plus(ADDRESS_COMPARISON, parsing) };
};

const containsCidr: Estimator = ({ overloadId, args, sizeOf }) => {
  if (args.length === 0) return undefined;
  const masking = plus(traversal(ADDRESS), fixed(1));
  const parsing = overloadId === 'cidr_contains_cidr_string' ? traversal(sizeOf(args[0]!)) : ZERO;
  return { cost: plus(plus(ADDRESS_COMPARISON, masking), parsing) };
};

const validate: Estimator = ({ args, sizeOf }) =>
  args.length === 0
    ? undefined
    : { cost: timesFactor(traversal(sizeOf(args[0]!)), FORMAT_REGEX_SIZE * REGEX_LENGTH_FACTOR) };

const CONSTANT_EQUALITY = new Set([
  'net.IP',
  'net.CIDR',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
]);

const equality: Estimator = ({ args: [left, right] }) => {
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined;
  const { name } = left.type;
  if (CONSTANT_EQUALITY.has(name)) return { cost: fixed(1) };
  if (name === 'kubernetes.NamedFormat') return { cost: traversal({ min: 1, max: FORMAT_SIZE }) };
  if (name !== 'kubernetes.URL') return undefined;
  return { cost: traversal({ min: 1, max: right.size?.max ?? 1 }) };
};

const named = (names: string, estimator: Estimator): Array<[string, Estimator]> =>
  names.split(' ').map((name) => [name, estimator]);

const ESTIMATORS: ReadonlyMap<string, Estimator> = new Map([
  ['check', () => ({ cost: fixed(AUTHORIZATION_CHECK_COST) })],
  ...named(
    'serviceAccount path group resource subresource namespace name allowed reason error errored',
    nominal,
  ),
  ...named('fieldSelector labelSelector', ({ args, sizeOf }) =>
    args.length === 1 ? { cost: selectorCost(sizeOf(args[0]!)) } : undefined,
  ),
  ...named('isSorted sum max min indexOf lastIndexOf', overItems),
  ...named('url', ofFirst(1, true)),
  ...named('lowerAscii upperAscii substring trim', ofTarget),
  ['replace', replace],
  ['split', split],
  ['join', join],
  ...named('find findAll', find),
  ...named('cidr isIP isCIDR quantity isQuantity semver isSemver', ofFirst(1)),
  ['ip', (context) => (context.overloadId === 'cidr_ip' ? nominal(context) : ofFirst(1)(context))],
  ['ip.isCanonical', ofFirst(2)],
  ...named(
    'masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast',
    nominal,
  ),
  ['containsIP', containsIp],
  ['containsCIDR', containsCidr],
  ['validate', validate],
  ['format.named', nominal],
  ...named(
    'sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch',
    nominal,
  ),
  ...named('getScheme getHostname getHost getPort getEscapedPath getQuery', nominal),
  ['_==_', equality],
]);

/** Estimates of Kubernetes' functions and of those whose cost it reckons itself (apiserver `pkg/cel/library/cost.go`). */
export const kubernetesEstimate: Estimator = (context) => ESTIMATORS.get(context.functionName)?.(context);
