import { isJsonObject } from '@kubewright/api';

/**
 * The JSONPath dialect of kubectl and of printer columns, after client-go's `util/jsonpath`: fields (`.a.b`, with `\.`
 * for a dot in a name), `['name']`, indexes and slices (`[0]`, `[-1:]`), `[*]`, unions (`[0,2]`), `..name`, and filters
 * (`[?(@.type=="Ready")]`). Missing keys give no result.
 */
export type JsonPath = (value: unknown) => unknown[];

/** The text is no path in this dialect. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}

/** Compiles a path such as `.status.conditions[?(@.type=="Ready")].status`. Throws `JsonPathError`. */
export function parseJsonPath(text: string): JsonPath {
  const steps: JsonPath[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [step, length] = nextStep(rest, text);
    if (step !== undefined) steps.push(step);
    rest = rest.slice(length).trimStart();
  }
  return (value) => steps.reduce<unknown[]>((values, step) => values.flatMap(step), [value]);
}

const FIELD = /^(?:\\.|[^\\\s.,[\]$@{}])+/;

function nextStep(rest: string, text: string): [step: JsonPath | undefined, length: number] {
  if (rest.startsWith('[?(')) return filterStep(rest, text);
  if (rest.startsWith('..')) {
    const name = FIELD.exec(rest.slice(2))?.[0] ?? '';
    const field = name === '' ? undefined : fieldStep(name);
    return [
      (value) => (field === undefined ? descendants(value) : descendants(value).flatMap(field)),
      2 + name.length,
    ];
  }
  if (rest.startsWith('@') || rest.startsWith('$')) return [undefined, 1];
  if (rest.startsWith('[')) {
    const end = rest.indexOf(']');
    if (end < 0) throw new JsonPathError(`unterminated array in ${JSON.stringify(text)}`);
    return [bracketStep(rest.slice(1, end), text), end + 1];
  }
  if (rest.startsWith('.')) {
    const name = FIELD.exec(rest.slice(1))?.[0] ?? '';
    return [name === '' ? undefined : fieldStep(name), 1 + name.length];
  }
  throw new JsonPathError(`unrecognized character ${JSON.stringify(rest[0])} in ${JSON.stringify(text)}`);
}

function fieldStep(name: string): JsonPath {
  if (name === '*') return members;
  const key = name.replaceAll('\\', '');
  return (value) => (isJsonObject(value) && Object.hasOwn(value, key) ? [value[key]] : []);
}

function members(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function descendants(value: unknown): unknown[] {
  const below = members(value);
  return below.length === 0 ? [] : [value, ...below.flatMap(descendants)];
}

function bracketStep(inside: string, text: string): JsonPath {
  const parts = inside.split(',');
  if (parts.length > 1) {
    const steps = parts.map((part) => bracketStep(part.trim(), text));
    return (value) => steps.flatMap((step) => step(value));
  }
  if (inside === '*') return members;
  const quoted = /^'([^']*)'$/.exec(inside);
  if (quoted !== null) return fieldStep(quoted[1] ?? '');
  const slice = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inside);
  if (slice === null || inside === '')
    throw new JsonPathError(`invalid array index ${inside} in ${JSON.stringify(text)}`);
  const number = (part: string | undefined): number | undefined => {
    const digits = part?.replace(':', '') ?? '';
    return digits === '' ? undefined : Number(digits);
  };
  const [start, end, step] = [number(slice[1]), number(slice[2]), number(slice[3]) ?? 1];
  if (slice[2] === undefined) return (value) => (Array.isArray(value) ? elementAt(value, start ?? 0) : []);
  return (value) => (Array.isArray(value) ? value.slice(start, end).filter((_, i) => i % step === 0) : []);
}

function elementAt(list: readonly unknown[], i: number): unknown[] {
  const at = i < 0 ? list.length + i : i;
  return at >= 0 && at < list.length ? [list[at]] : [];
}

const OPERATORS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<=': (left, right) => order(left, right) <= 0,
  '>=': (left, right) => order(left, right) >= 0,
  '<': (left, right) => order(left, right) < 0,
  '>': (left, right) => order(left, right) > 0,
};

/** Below 0, 0 or above 0; NaN for values of different types. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return NaN;
}

function filterStep(rest: string, text: string): [step: JsonPath, length: number] {
  const end = filterEnd(rest, text);
  const inside = rest.slice(3, end);
  const match = /^((?:[^!<>='"]|'[^']*'|"(?:[^"\\]|\\.)*")+?)\s*(==|!=|<=|>=|<|>)\s*([\s\S]+)$/.exec(inside);
  const keep =
    (test: (item: unknown) => boolean): JsonPath =>
    (value) =>
      Array.isArray(value) ? value.filter(test) : [];
  if (match === null) {
    const path = operand(inside);
    return [keep((item) => path(item).length > 0), end + 2];
  }
  const [, left = '', operator = '', right = ''] = match;
  const [leftPath, rightPath, compare] = [operand(left), operand(right), OPERATORS[operator]!];
  const test = (item: unknown): boolean => {
    const [lefts, rights] = [leftPath(item), rightPath(item)];
    return lefts.length === 1 && rights.length === 1 && compare(lefts[0], rights[0]);
  };
  return [keep(test), end + 2];
}

function filterEnd(rest: string, text: string): number {
  let quote = '';
  for (let i = 3; i < rest.length; i++) {
    const char = rest[i]!;
    if (quote !== '') {
      if (char === quote && rest[i - 1] !== '\\') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === ')' && rest[i + 1] === ']') return i;
  }
  throw new JsonPathError(`unterminated filter in ${JSON.stringify(text)}`);
}

function operand(text: string): JsonPath {
  const word = text.trim();
  const quoted = /^(?:'([\s\S]*)'|"([\s\S]*)")$/.exec(word);
  if (quoted !== null) {
    const literal = (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1');
    return () => [literal];
  }
  if (/^[+-]?\d+(?:\.\d+)?$/.test(word)) return () => [Number(word)];
  if (word === 'true' || word === 'false') return () => [word === 'true'];
  return parseJsonPath(word);
}
