import { CelError, isError, MapValue, ObjectValue, OptionalValue } from '../values.js';
import type { Value } from '../values.js';
import type { Evaluate, Frame } from './frame.js';
import type { Attribute, Local, Qualifier } from './plan.js';
import { invalidKey, lookup, select } from './qualify.js';

/** Compiles a chain; with tracking, each qualifier that is followed is reported. */
export const compileAttribute = (
  attribute: Attribute,
  typeOfName: (name: string) => Value | undefined,
  tracked: boolean,
): Evaluate => {
  const compile = (inner: Attribute): Evaluate => compileAttribute(inner, typeOfName, tracked);
  switch (attribute.kind) {
    case 'variable':
      return withQualifiers(readVariable(attribute.name), attribute.qualifiers, compile, tracked);
    case 'local':
      return withQualifiers(readLocal(attribute.slot), attribute.qualifiers, compile, tracked);
    case 'relative':
      return withQualifiers(attribute.operand, attribute.qualifiers, compile, tracked);
    case 'conditional': {
      const { condition } = attribute;
      const whenTrue = compile(attribute.whenTrue);
      const whenFalse = compile(attribute.whenFalse);
      return (frame) => {
        const chosen = condition(frame);
        if (chosen === true) return whenTrue(frame);
        if (chosen === false) return whenFalse(frame);
        return isError(chosen) ? chosen : new CelError('no such overload');
      };
    }
    case 'maybe':
      return compileMaybe(attribute, typeOfName, compile, tracked);
  }
};

const readVariable =
  (name: string): Evaluate =>
  (frame) =>
    frame.activation.get(name) ?? missing(frame, name);

/** A Map holds null as it is; only what is not there at all is an error. */
const missing = (frame: Frame, name: string): Value => {
  const value = frame.activation.get(name);
  return value === undefined ? new CelError(`no such attribute(s): ${name}`) : value;
};

const readLocal = (slot: Local): Evaluate => {
  const { index } = slot;
  return (frame) => {
    const value = frame.locals[index];
    return value === undefined ? initialize(frame, slot) : value;
  };
};

const initialize = (frame: Frame, { index, initial }: Local): Value => {
  const value = initial === undefined ? new CelError('no such attribute(s)') : initial(frame);
  frame.locals[index] = value;
  return value;
};

const compileMaybe = (
  attribute: Extract<Attribute, { kind: 'maybe' }>,
  typeOfName: (name: string) => Value | undefined,
  compile: (inner: Attribute) => Evaluate,
  tracked: boolean,
): Evaluate => {
  const choices = attribute.candidates.flatMap(({ names, qualifiers }) =>
    names.map((name) => ({
      name,
      type: qualifiers.length === 0 ? typeOfName(name) : undefined,
      evaluate: withQualifiers(readVariable(name), qualifiers, compile, tracked),
    })),
  );
  const shortest = attribute.candidates.at(-1)!.names.join(', ');
  return (frame) => {
    for (const { name, type, evaluate } of choices) {
      if (frame.activation.get(name) !== undefined) return evaluate(frame);
      if (type !== undefined) return type;
    }
    return new CelError(`no such attribute(s): ${shortest}`);
  };
};

const withQualifiers = (
  root: Evaluate,
  qualifiers: readonly Qualifier[],
  compile: (inner: Attribute) => Evaluate,
  tracked: boolean,
): Evaluate => {
  if (qualifiers.length === 0) return root;
  if (!tracked && qualifiers.every(isPlainField))
    return plainFields(
      root,
      qualifiers.map(({ value }) => value),
    );
  return chain(
    root,
    qualifiers.map((qualifier) => compileQualifier(qualifier, compile)),
    tracked,
  );
};

type PlainField = Qualifier & { readonly kind: 'constant'; readonly value: string };

const isPlainField = (qualifier: Qualifier): qualifier is PlainField =>
  qualifier.kind === 'constant' &&
  typeof qualifier.value === 'string' &&
  !qualifier.optional &&
  !qualifier.presenceTest;

/** `a.b.c`, by far the most common chain. */
const plainFields =
  (root: Evaluate, names: readonly string[]): Evaluate =>
  (frame) => {
    let value = root(frame);
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      if (value instanceof ObjectValue || value instanceof MapValue) {
        const found = value.find(name);
        value = found === undefined ? select(value, name) : found;
        if (value instanceof CelError) return value;
      } else if (value instanceof OptionalValue) {
        return optionalFields(value, names, index);
      } else {
        return isError(value) ? value : select(value, name);
      }
    }
    return value;
  };

/** The rest of a chain from an optional on, which makes the whole optional. */
const optionalFields = (optional: OptionalValue, names: readonly string[], from: number): Value => {
  // Only the root of a chain is unwrapped; a field that holds an optional is no container.
  if (from > 0) return new CelError(`no such key: ${names[from]!}`);
  let value = optional.value;
  for (let index = from; index < names.length && value !== undefined; index++) {
    value = lookup(value, names[index]!);
    if (value instanceof CelError) return value;
  }
  return value === undefined ? OptionalValue.NONE : new OptionalValue(value);
};

interface CompiledQualifier {
  readonly optional: boolean;
  readonly presenceTest: boolean;
  readonly key: Evaluate;
}

const compileQualifier = (
  qualifier: Qualifier,
  compile: (inner: Attribute) => Evaluate,
): CompiledQualifier => {
  const { optional, presenceTest } = qualifier;
  if (qualifier.kind === 'dynamic') return { optional, presenceTest, key: compile(qualifier.key) };
  const { value } = qualifier;
  return { optional, presenceTest, key: () => value };
};

const chain =
  (root: Evaluate, qualifiers: readonly CompiledQualifier[], tracked: boolean): Evaluate =>
  (frame) => {
    let value = root(frame);
    if (isError(value)) return value;
    let optional = false;
    if (value instanceof OptionalValue) {
      if (value.value === undefined) return value;
      value = value.value;
      optional = true;
    }
    for (const qualifier of qualifiers) {
      optional ||= qualifier.optional;
      const key = qualifier.key(frame);
      const found = invalidKey(key) ?? lookup(value, key);
      // An optional step that finds nothing is not reported, and neither is what follows (interpretable.go: evalWatchConstQual).
      if (tracked && (!optional || (found !== undefined && !isError(found)))) {
        frame.tracker!.qualifier();
      }
      if (found !== undefined && isError(found)) return found;
      if (qualifier.presenceTest && !optional) return found !== undefined;
      if (found === undefined) return optional ? OptionalValue.NONE : select(value, key);
      value = found;
    }
    return optional ? new OptionalValue(value) : value;
  };
