import type { Expr } from '../../ast.js';
import type { Library, Macro, MacroContext } from '../../library.js';
import { CONDITIONAL } from '../../syntax/operators.js';
import { formatValue } from '../../format-value.js';
import { BOOL, DYN, INT, listType, mapType, optionalType, STRING, typeParam } from '../../types.js';
import {
  ArrayList,
  CelError,
  Double,
  Duration,
  ListValue,
  MapValue,
  ObjectValue,
  OptionalValue,
  Timestamp,
  Uint,
} from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../errors.js';
import { bind } from './bindings.js';

const K = typeParam('K');
const V = typeParam('V');
const OPTIONAL = optionalType(V);
const LIST = listType(V);
const MAP = mapType(K, V);

/** cel-go: traits.Zeroer. A type and an opaque value are never zero. */
const isZero = (value: Value): boolean => {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Double) return value.value === 0;
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0;
  if (value instanceof ObjectValue) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof OptionalValue) return value.value === undefined;
  // Go's zero time is the first instant of year 1, not the epoch.
  return value instanceof Timestamp && value.seconds === -62_135_596_800 && value.nanos === 0;
};

const unwrap = (list: ListValue): Value => {
  const items: Value[] = [];
  for (const item of list) {
    if (!(item instanceof OptionalValue)) return new CelError(`value ${formatValue(item)} is not optional`);
    if (item.value !== undefined) items.push(item.value);
  }
  return new ArrayList(items);
};

const mapping = (name: string, wrap: (context: MacroContext, result: Expr) => Expr): Macro => ({
  name,
  receiver: true,
  arity: 2,
  expand: (context, target, [variable, result]) => {
    if (variable!.kind !== 'ident') {
      return context.error(variable!, `${name}() variable name must be a simple identifier`);
    }
    const value = context.memberCall('value', context.copy(target!));
    return context.call(
      CONDITIONAL,
      context.memberCall('hasValue', target!),
      wrap(context, bind(context, variable!.name, value, result!)),
      context.call('optional.none'),
    );
  },
});

/** Optional values and the functions on them (cel-go: cel.OptionalTypes). Needs {@link EnvironmentOptions.optionalSyntax}. */
export const OPTIONALS_LIBRARY: Library = {
  name: 'cel.lib.optional',
  types: [optionalType(V)],
  macros: [
    mapping('optMap', (context, result) => context.call('optional.of', result)),
    mapping('optFlatMap', (_context, result) => result),
  ],
  functions: [
    {
      name: 'optional.of',
      overloads: [
        {
          id: 'optional_of',
          args: [V],
          result: OPTIONAL,
          implementation: (value) => new OptionalValue(value),
        },
      ],
    },
    {
      name: 'optional.ofNonZeroValue',
      overloads: [
        {
          id: 'optional_ofNonZeroValue',
          args: [V],
          result: OPTIONAL,
          implementation: (value) => (isZero(value!) ? OptionalValue.NONE : new OptionalValue(value)),
        },
      ],
    },
    {
      name: 'optional.none',
      overloads: [
        { id: 'optional_none', args: [], result: OPTIONAL, implementation: () => OptionalValue.NONE },
      ],
    },
    {
      name: 'value',
      overloads: [
        {
          id: 'optional_value',
          member: true,
          args: [OPTIONAL],
          result: V,
          implementation: (value) => (value as OptionalValue).value ?? none(value as OptionalValue),
        },
      ],
    },
    {
      name: 'hasValue',
      overloads: [
        {
          id: 'optional_hasValue',
          member: true,
          args: [OPTIONAL],
          result: BOOL,
          implementation: (value) => (value as OptionalValue).value !== undefined,
        },
      ],
    },
    {
      name: 'or',
      overloads: [{ id: 'optional_or_optional', member: true, args: [OPTIONAL, OPTIONAL], result: OPTIONAL }],
      implementation: noSuchOverload,
    },
    {
      name: 'orValue',
      overloads: [{ id: 'optional_orValue_value', member: true, args: [OPTIONAL, V], result: V }],
      implementation: noSuchOverload,
    },
    {
      name: '_?._',
      overloads: [{ id: 'select_optional_field', args: [DYN, STRING], result: OPTIONAL }],
      implementation: noSuchOverload,
    },
    {
      name: '_[?_]',
      overloads: [
        { id: 'list_optindex_optional_int', args: [LIST, INT], result: OPTIONAL },
        { id: 'optional_list_optindex_optional_int', args: [optionalType(LIST), INT], result: OPTIONAL },
        { id: 'map_optindex_optional_value', args: [MAP, K], result: OPTIONAL },
        { id: 'optional_map_optindex_optional_value', args: [optionalType(MAP), K], result: OPTIONAL },
      ],
      implementation: noSuchOverload,
    },
    {
      name: '_[_]',
      overloads: [
        { id: 'optional_list_index_int', args: [optionalType(LIST), INT], result: OPTIONAL },
        { id: 'optional_map_index_value', args: [optionalType(MAP), K], result: OPTIONAL },
      ],
    },
    {
      name: 'first',
      overloads: [
        {
          id: 'list_first',
          member: true,
          args: [LIST],
          result: OPTIONAL,
          implementation: (list) => at(list as ListValue, 0),
        },
      ],
    },
    {
      name: 'last',
      overloads: [
        {
          id: 'list_last',
          member: true,
          args: [LIST],
          result: OPTIONAL,
          implementation: (list) => at(list as ListValue, (list as ListValue).size - 1),
        },
      ],
    },
    {
      name: 'optional.unwrap',
      overloads: [
        {
          id: 'optional_unwrap',
          args: [listType(OPTIONAL)],
          result: LIST,
          implementation: (list) => unwrap(list as ListValue),
        },
      ],
    },
    {
      name: 'unwrapOpt',
      overloads: [
        {
          id: 'optional_unwrapOpt',
          member: true,
          args: [listType(OPTIONAL)],
          result: LIST,
          implementation: (list) => unwrap(list as ListValue),
        },
      ],
    },
  ],
};

const at = (list: ListValue, index: number): Value =>
  list.size === 0 ? OptionalValue.NONE : new OptionalValue(list.get(index));

const none = ({ value }: OptionalValue): Value =>
  value === undefined ? new CelError('optional.none() dereference') : value;
