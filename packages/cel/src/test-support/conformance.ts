import type { FunctionDeclaration, Overload, VariableDeclaration } from '../library.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  INT,
  listType,
  mapType,
  NULL,
  opaqueType,
  STRING,
  TIMESTAMP,
  typeParam,
  typeType,
  TYPE,
  UINT,
} from '../types.js';
import type { Type } from '../types.js';
import { typeOf } from '../runtime-type.js';
import {
  ArrayList,
  Double,
  Duration,
  equal,
  int,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  uint,
} from '../values.js';
import type { Value } from '../values.js';
import { ValueMap } from '../value-map.js';
import { messageOf, messagesOf, textOf } from './textproto.js';
import type { TextMessage } from './textproto.js';

/** One case of a file of cel-spec. */
export interface ConformanceCase {
  readonly name: string;
  readonly expression: string;
  readonly container: string;
  readonly unchecked: boolean;
  readonly checkOnly: boolean;
  readonly variables: readonly VariableDeclaration[];
  readonly functions: readonly FunctionDeclaration[];
  readonly bindings: ReadonlyMap<string, Value>;
  readonly expected: Value | 'error' | undefined;
  readonly type: Type | undefined;
}

/** Values and types of protobuf messages and enums, which Kubernetes has none of. */
const MESSAGES =
  /TestAllTypes|NestedTestAllTypes|TestRequired|GlobalEnum|NestedEnum|google\.protobuf\.(?!Timestamp|Duration|type)[A-Z]\w+|message_type|wrapper:|enum_value|\bANY\b|proto\.(get|has)Ext/;

export const isOfMessages = (test: TextMessage): boolean => MESSAGES.test(flatten(test));

/** All names and texts of a message in one text. */
const flatten = (message: TextMessage): string =>
  [...message]
    .flatMap(([name, values]) => [
      `${name}:`,
      ...values.map((value) => {
        if (typeof value === 'string') return value;
        return value instanceof Uint8Array ? new TextDecoder().decode(value) : flatten(value);
      }),
    ])
    .join(' ');

export const conformanceCase = (path: string, test: TextMessage): ConformanceCase => {
  const typed = messageOf(test, 'typed_result');
  const value = messageOf(test, 'value') ?? messageOf(typed, 'result');
  const deduced = messageOf(typed, 'deduced_type');
  return {
    name: `${path}/${textOf(test, 'name') ?? ''}`,
    expression: textOf(test, 'expr') ?? '',
    container: textOf(test, 'container') ?? '',
    unchecked: textOf(test, 'disable_check') === 'true',
    checkOnly: textOf(test, 'check_only') === 'true',
    variables: messagesOf(test, 'type_env').flatMap(variable),
    functions: messagesOf(test, 'type_env').flatMap(declaredFunction),
    bindings: new Map(
      messagesOf(test, 'bindings').map((binding) => [
        textOf(binding, 'key')!,
        toValue(messageOf(messageOf(binding, 'value'), 'value')!),
      ]),
    ),
    expected: test.has('eval_error') ? 'error' : value === undefined ? undefined : toValue(value),
    type: deduced === undefined ? undefined : toType(deduced),
  };
};

const variable = (declaration: TextMessage): VariableDeclaration[] => {
  const ident = messageOf(declaration, 'ident');
  return ident === undefined
    ? []
    : [{ name: textOf(declaration, 'name')!, type: toType(messageOf(ident, 'type')!) }];
};

const declaredFunction = (declaration: TextMessage): FunctionDeclaration[] => {
  const overloads = messagesOf(messageOf(declaration, 'function'), 'overloads').map((overload): Overload => ({
    id: textOf(overload, 'overload_id')!,
    member: textOf(overload, 'is_instance_function') === 'true',
    args: messagesOf(overload, 'params').map(toType),
    result: toType(messageOf(overload, 'result_type')!),
  }));
  return overloads.length === 0 ? [] : [{ name: textOf(declaration, 'name')!, overloads }];
};

const PRIMITIVES: Readonly<Record<string, Type>> = {
  BOOL,
  INT64: INT,
  UINT64: UINT,
  DOUBLE,
  STRING,
  BYTES,
};

const toType = (message: TextMessage): Type => {
  const [kind] = message.keys();
  const inner = messageOf(message, kind!);
  switch (kind) {
    case 'primitive':
      return PRIMITIVES[textOf(message, kind)!]!;
    case 'well_known':
      return textOf(message, kind) === 'TIMESTAMP' ? TIMESTAMP : DURATION;
    case 'list_type':
      return listType(toType(messageOf(inner, 'elem_type')!));
    case 'map_type':
      return mapType(toType(messageOf(inner, 'key_type')!), toType(messageOf(inner, 'value_type')!));
    case 'abstract_type':
      return opaqueType(textOf(inner, 'name')!, ...messagesOf(inner, 'parameter_types').map(toType));
    case 'type':
      return inner!.size === 0 ? TYPE : typeType(toType(inner!));
    case 'type_param':
      return typeParam(textOf(message, kind)!);
    case 'null':
      return NULL;
    case 'error':
      return ERROR;
    case 'dyn':
      return DYN;
    default:
      throw new Error(`type ${kind}`);
  }
};

const TYPES = new Map(
  [BOOL, INT, UINT, DOUBLE, STRING, BYTES, TIMESTAMP, DURATION, TYPE, NULL].map((type) => [type.name, type]),
);

const toValue = (message: TextMessage): Value => {
  const [kind] = message.keys();
  const text = textOf(message, kind!);
  const inner = messageOf(message, kind!);
  switch (kind) {
    case 'null_value':
      return null;
    case 'bool_value':
      return text === 'true';
    case 'int64_value':
      return int(BigInt(text!.startsWith('-') ? -BigInt(text!.slice(1)) : text!))!;
    case 'uint64_value':
      return uint(BigInt(text!))!;
    case 'double_value':
      return new Double(toNumber(text!));
    case 'string_value':
      return text!;
    case 'bytes_value':
      return message.get(kind)![0] as Uint8Array;
    case 'list_value':
      return new ArrayList(messagesOf(inner, 'values').map(toValue));
    case 'map_value': {
      const map = new ValueMap();
      for (const entry of messagesOf(inner, 'entries')) {
        map.set(toValue(messageOf(entry, 'key')!), toValue(messageOf(entry, 'value')!));
      }
      return map;
    }
    case 'type_value':
      return TYPES.get(text!) ?? opaqueType(text!);
    case 'object_value': {
      const [name] = inner!.keys();
      const fields = messageOf(inner, name!);
      const seconds = Number(textOf(fields, 'seconds') ?? 0);
      const nanos = Number(textOf(fields, 'nanos') ?? 0);
      if (name!.endsWith('Timestamp]')) return new Timestamp(seconds, nanos);
      return new Duration(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
    }
    default:
      throw new Error(`value ${kind}`);
  }
};

const toNumber = (text: string): number => {
  const named = /^([-+]?)(inf|infinity|nan)$/i.exec(text);
  if (named === null) return Number(text);
  const value = named[2]!.toLowerCase() === 'nan' ? NaN : Infinity;
  return named[1] === '-' ? -value : value;
};

/** Equal in type too, which `==` of the language is not; NaN is the same as NaN. */
export const isSame = (a: Value, b: Value): boolean => {
  if (a instanceof ListValue && b instanceof ListValue) {
    return a.size === b.size && [...a].every((value, index) => isSame(value, b.get(index)));
  }
  if (a instanceof MapValue && b instanceof MapValue) {
    return (
      a.size === b.size &&
      a.keys().every((key) => b.find(key) !== undefined && isSame(a.find(key)!, b.find(key)!))
    );
  }
  if (a instanceof OptionalValue && b instanceof OptionalValue) return equal(a, b);
  if (a instanceof Double && b instanceof Double) return Object.is(a.value + 0, b.value + 0);
  return typeOf(a).name === typeOf(b).name && equal(a, b);
};
