import { compare } from '../../compare.js';
import type { Expr } from '../../ast.js';
import type { FunctionDeclaration, Implementation, Library, Macro, Overload } from '../../library.js';
import { BOOL, DOUBLE, DYN, INT, listType, UINT } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, Double, int, isInt, Uint } from '../../values.js';
import type { ListValue, Value } from '../../values.js';
import { intOverflow } from '../errors.js';

type Int = number | bigint;

const NUMBERS = [DOUBLE, INT, UINT];

const isNumber = (value: Value): boolean => isInt(value) || value instanceof Uint || value instanceof Double;

/** The lesser (`sign` 1) or greater (-1) of two, the first where they are equal. */
const choose = (name: string, sign: 1 | -1) => {
  return (a: Value, b: Value): Value => {
    const order = compare(a, b);
    if (typeof order !== 'number') return new CelError(`${order.message}: math.${name}`);
    return order === sign ? b : a;
  };
};

const chooseOf = (name: string, pair: (a: Value, b: Value) => Value) => {
  return (list: ListValue): Value => {
    if (list.size === 0) return new CelError(`math.${name}(list) argument must not be empty`);
    let chosen = list.get(0);
    for (let index = 1; index < list.size && !(chosen instanceof CelError); index++) {
      chosen = pair(chosen, list.get(index));
    }
    return isNumber(chosen) || chosen instanceof CelError
      ? chosen
      : new CelError(`no such overload: math.${name}`);
  };
};

const extreme = (name: '@min' | '@max', sign: 1 | -1): FunctionDeclaration => {
  const pair = choose(name, sign);
  const ofList = chooseOf(name, pair);
  return {
    name: `math.${name}`,
    overloads: [
      ...NUMBERS.map((type): Overload => ({
        id: `math_${name}_${type.name}`,
        args: [type],
        result: type,
        implementation: (value) => value!,
      })),
      ...NUMBERS.flatMap((a) =>
        NUMBERS.map((b): Overload => ({
          id: `math_${name}_${a.name}_${b.name}`,
          args: [a, b],
          result: a === b ? a : DYN,
          implementation: pair as Implementation,
        })),
      ),
      ...NUMBERS.map((type): Overload => ({
        id: `math_${name}_list_${type.name}`,
        args: [listType(type)],
        result: type,
        implementation: (list) => ofList(list as ListValue),
      })),
    ],
  };
};

const isNumericArgument = (arg: Expr): boolean => {
  if (arg.kind === 'literal') return isNumber(arg.value);
  return arg.kind !== 'list' && arg.kind !== 'map' && arg.kind !== 'struct';
};

const isNumericList = (arg: Expr): boolean =>
  arg.kind === 'list' && arg.elements.length > 0 && arg.elements.every(isNumericArgument);

const macro = (name: 'least' | 'greatest', functionName: string): Macro => ({
  name,
  receiver: true,
  arity: 'any',
  expand: (context, target, args) => {
    if (target?.kind !== 'ident' || target.name !== 'math') return undefined;
    const [first] = args;
    if (first === undefined) return context.error(target, `math.${name}() requires at least one argument`);
    if (args.length === 1) {
      return isNumericList(first) || isNumericArgument(first)
        ? context.call(functionName, first)
        : context.error(first, `math.${name}() invalid single argument value`);
    }
    const wrong = args.find((arg) => !isNumericArgument(arg));
    if (wrong !== undefined) {
      return context.error(wrong, `math.${name}() simple literal arguments must be numeric`);
    }
    return args.length === 2
      ? context.call(functionName, ...args)
      : context.call(functionName, context.list(...args));
  },
});

const ofDouble = (name: string, result: Type, compute: (value: number) => Value): FunctionDeclaration => ({
  name: `math.${name}`,
  overloads: [
    {
      id: `math_${name}_double`,
      args: [DOUBLE],
      result,
      implementation: (value) => compute((value as Double).value),
    },
  ],
});

const rounded = (name: string, compute: (value: number) => number): FunctionDeclaration =>
  ofDouble(name, DOUBLE, (value) => new Double(compute(value)));

/** Go's math.Round: halves away from zero. */
const round = (value: number): number => {
  const truncated = Math.trunc(value);
  return Math.abs(value - truncated) >= 0.5 ? truncated + Math.sign(value) : truncated;
};

const ofEach = (
  name: string,
  results: readonly Type[],
  compute: {
    readonly double: (value: Double) => Value;
    readonly int: (value: Int) => Value;
    readonly uint: (value: Uint) => Value;
  },
): FunctionDeclaration => ({
  name: `math.${name}`,
  overloads: NUMBERS.map((type, index): Overload => ({
    id: `math_${name}_${type.name}`,
    args: [type],
    result: results[index]!,
    implementation: compute[type.name as 'double' | 'int' | 'uint'] as Implementation,
  })),
});

const absolute = (value: Int): Value => (value < 0 ? (int(-BigInt(value)) ?? intOverflow()) : value);
const signOf = (value: Int): Value => (value > 0 ? 1 : value < 0 ? -1 : 0);
const root = (value: Int): Value => new Double(Math.sqrt(Number(value)));

const asInt = (value: bigint): Value => int(BigInt.asIntN(64, value))!;
const asUint = (value: bigint): Value => new Uint(BigInt.asUintN(64, value));

const bitwise = (name: string, compute: (a: bigint, b: bigint) => bigint): FunctionDeclaration => ({
  name: `math.${name}`,
  overloads: [
    {
      id: `math_${name}_int_int`,
      args: [INT, INT],
      result: INT,
      implementation: (a, b) => asInt(compute(BigInt(a as Int), BigInt(b as Int))),
    },
    {
      id: `math_${name}_uint_uint`,
      args: [UINT, UINT],
      result: UINT,
      implementation: (a, b) => asUint(compute((a as Uint).value, (b as Uint).value)),
    },
  ],
});

const BIT_NOT: FunctionDeclaration = {
  name: 'math.bitNot',
  overloads: [
    {
      id: 'math_bitNot_int_int',
      args: [INT],
      result: INT,
      implementation: (value) => asInt(~BigInt(value as Int)),
    },
    {
      id: 'math_bitNot_uint_uint',
      args: [UINT],
      result: UINT,
      implementation: (value) => asUint(~(value as Uint).value),
    },
  ],
};

/** Shifts of 64 and more leave nothing. A shift right is of the bits, without the sign. */
const shifted = (name: string, compute: (bits: bigint, by: bigint) => bigint): FunctionDeclaration => {
  const shift = (bits: bigint, by: Int, wrap: (value: bigint) => Value): Value => {
    if (by < 0) return new CelError(`math.${name}() negative offset: ${by}`);
    return wrap(by >= 64 ? 0n : compute(BigInt.asUintN(64, bits), BigInt(by)));
  };
  return {
    name: `math.${name}`,
    overloads: [
      {
        id: `math_${name}_int_int`,
        args: [INT, INT],
        result: INT,
        implementation: (value, by) => shift(BigInt(value as Int), by as Int, asInt),
      },
      {
        id: `math_${name}_uint_int`,
        args: [UINT, INT],
        result: UINT,
        implementation: (value, by) => shift((value as Uint).value, by as Int, asUint),
      },
    ],
  };
};

/** Numeric functions (cel-go: ext.Math). Kubernetes does not enable them. */
export const MATH_LIBRARY: Library = {
  name: 'cel.lib.ext.math',
  macros: [macro('least', 'math.@min'), macro('greatest', 'math.@max')],
  functions: [
    extreme('@min', 1),
    extreme('@max', -1),
    rounded('ceil', Math.ceil),
    rounded('floor', Math.floor),
    rounded('round', round),
    rounded('trunc', Math.trunc),
    ofDouble('isInf', BOOL, (value) => Math.abs(value) === Infinity),
    ofDouble('isNaN', BOOL, Number.isNaN),
    ofDouble('isFinite', BOOL, Number.isFinite),
    ofEach('abs', NUMBERS, {
      double: ({ value }) => new Double(Math.abs(value)),
      int: absolute,
      uint: (value) => value,
    }),
    ofEach('sign', NUMBERS, {
      double: ({ value }) => new Double(Math.sign(value)),
      int: signOf,
      uint: ({ value }) => new Uint(value === 0n ? 0n : 1n),
    }),
    ofEach('sqrt', [DOUBLE, DOUBLE, DOUBLE], {
      double: ({ value }) => new Double(Math.sqrt(value)),
      int: root,
      uint: ({ value }) => root(value),
    }),
    bitwise('bitAnd', (a, b) => a & b),
    bitwise('bitOr', (a, b) => a | b),
    bitwise('bitXor', (a, b) => a ^ b),
    BIT_NOT,
    shifted('bitShiftLeft', (bits, by) => bits << by),
    shifted('bitShiftRight', (bits, by) => bits >> by),
  ],
};
