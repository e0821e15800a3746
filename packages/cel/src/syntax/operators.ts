/** Names of operators as functions (cel-go: common/operators). */
export const CONDITIONAL = '_?_:_';
export const LOGICAL_AND = '_&&_';
export const LOGICAL_OR = '_||_';
export const LOGICAL_NOT = '!_';
export const NEGATE = '-_';
export const EQUALS = '_==_';
export const NOT_EQUALS = '_!=_';
export const INDEX = '_[_]';
export const OPTIONAL_INDEX = '_[?_]';
export const OPTIONAL_SELECT = '_?._';
export const NOT_STRICTLY_FALSE = '@not_strictly_false';
const IN = '@in';
export const ADD = '_+_';

export const RELATIONS: Readonly<Record<string, string>> = {
  '<': '_<_',
  '<=': '_<=_',
  '>=': '_>=_',
  '>': '_>_',
  '==': EQUALS,
  '!=': NOT_EQUALS,
  in: IN,
};

export const PRODUCTS: Readonly<Record<string, string>> = { '*': '_*_', '/': '_/_', '%': '_%_' };
export const SUMS: Readonly<Record<string, string>> = { '+': ADD, '-': '_-_' };
