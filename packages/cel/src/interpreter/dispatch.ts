import type { DeclaredFunction } from '../declarations.js';
import type { Implementation, Overload } from '../library.js';
import { matcherOf, typeOf } from '../runtime-type.js';
import { CelError } from '../values.js';
import type { Value } from '../values.js';

/**
 * The implementation that a call goes to: that of the overload that the checker found, or one that looks at the values
 * first. Values are compared with the signature in either case, as cel-go's guards do, since a dyn may hold anything.
 */
export const implementationOf = (
  name: string,
  declared: DeclaredFunction | undefined,
  overloadId: string,
): Implementation => {
  const overload = declared?.overloads.find(({ id }) => id === overloadId);
  if (overload?.implementation !== undefined) return guarded(name, overload, overload.implementation);
  if (declared?.implementation !== undefined) return declared.implementation;
  return dispatched(name, declared?.overloads ?? []);
};

const guarded = (name: string, overload: Overload, implementation: Implementation): Implementation => {
  const matchers = overload.args.map(matcherOf);
  const [first, second] = matchers;
  switch (matchers.length) {
    case 1:
      return (a) => (first!(a!) ? implementation(a!) : noSuchOverload(name, [a!]));
    case 2:
      return (a, b) => (first!(a!) && second!(b!) ? implementation(a!, b!) : noSuchOverload(name, [a!, b!]));
    default:
      return (...args) =>
        matchers.every((matches, index) => matches(args[index]!))
          ? implementation(...args)
          : noSuchOverload(name, args);
  }
};

const dispatched = (name: string, overloads: readonly Overload[]): Implementation => {
  const candidates = overloads.flatMap(({ args, implementation }) =>
    implementation === undefined ? [] : [{ matchers: args.map(matcherOf), implementation }],
  );
  return (...args) => {
    for (const { matchers, implementation } of candidates) {
      if (matchers.length === args.length && matchers.every((matches, index) => matches(args[index]!))) {
        return implementation(...args);
      }
    }
    return noSuchOverload(name, args);
  };
};

/** cel-go's text where a declared function does not fit the values (decls.MaybeNoSuchOverload). */
const noSuchOverload = (name: string, args: readonly Value[]): CelError =>
  new CelError(`no such overload: ${name}(${args.map((arg) => typeOf(arg).name).join(', ')})`);
