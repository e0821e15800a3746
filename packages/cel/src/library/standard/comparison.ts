import { compare, isComparable } from '../../compare.js';
import type { FunctionDeclaration, Overload } from '../../library.js';
import { BOOL, BYTES, DOUBLE, DURATION, INT, STRING, TIMESTAMP, typeParam, UINT } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError } from '../../values.js';
import { noSuchOverload } from '../errors.js';

const A = typeParam('A');

/** In the order of cel-go, which decides where more than one fits a dyn. */
const COMPARED: readonly (readonly [string, Type, Type])[] = [
  ['bool', BOOL, BOOL],
  ['int64', INT, INT],
  ['int64_double', INT, DOUBLE],
  ['int64_uint64', INT, UINT],
  ['uint64', UINT, UINT],
  ['uint64_double', UINT, DOUBLE],
  ['uint64_int64', UINT, INT],
  ['double', DOUBLE, DOUBLE],
  ['double_int64', DOUBLE, INT],
  ['double_uint64', DOUBLE, UINT],
  ['string', STRING, STRING],
  ['bytes', BYTES, BYTES],
  ['timestamp', TIMESTAMP, TIMESTAMP],
  ['duration', DURATION, DURATION],
];

const relation = (name: string, verb: string, holds: (order: number) => boolean): FunctionDeclaration => ({
  name,
  overloads: COMPARED.map(([types, a, b]): Overload => ({
    id: `${verb}_${types}`,
    args: [a, b],
    result: BOOL,
  })),
  implementation: (a, b) => {
    const order = compare(a!, b!);
    if (typeof order === 'number') return holds(order);
    return isComparable(a!) ? order : new CelError(`no such overload: ${name}`);
  },
});

/** Declared for the checker only: the interpreter has its own code for them. */
const interpreted = (name: string, id: string, args: readonly Type[], result: Type): FunctionDeclaration => ({
  name,
  overloads: [{ id, args, result }],
  implementation: noSuchOverload,
});

/** The operators that compare and those of logic (cel-go: common/stdlib/standard.go). */
export const COMPARISON: readonly FunctionDeclaration[] = [
  interpreted('_?_:_', 'conditional', [BOOL, A, A], A),
  interpreted('_&&_', 'logical_and', [BOOL, BOOL], BOOL),
  interpreted('_||_', 'logical_or', [BOOL, BOOL], BOOL),
  interpreted('@not_strictly_false', 'not_strictly_false', [BOOL], BOOL),
  interpreted('_==_', 'equals', [A, A], BOOL),
  interpreted('_!=_', 'not_equals', [A, A], BOOL),
  {
    name: '!_',
    overloads: [{ id: 'logical_not', args: [BOOL], result: BOOL }],
    implementation: (value) => (typeof value === 'boolean' ? !value : noSuchOverload()),
  },
  relation('_<_', 'less', (order) => order < 0),
  relation('_<=_', 'less_equals', (order) => order <= 0),
  relation('_>_', 'greater', (order) => order > 0),
  relation('_>=_', 'greater_equals', (order) => order >= 0),
];
