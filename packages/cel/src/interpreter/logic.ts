import { CelError, isError, OptionalValue } from '../values.js';
import type { Value } from '../values.js';
import type { Evaluate } from './frame.js';

const noBool = (value: Value): Value => (isError(value) ? value : new CelError('no such overload'));

/** `a && b` (`decisive` false) and `a || b` (true): the decisive value wins over an error on either side. */
export const compileLogic =
  (decisive: boolean, left: Evaluate, right: Evaluate): Evaluate =>
  (frame) => {
    const a = left(frame);
    if (a === decisive) return decisive;
    const b = right(frame);
    if (b === decisive) return decisive;
    if (typeof a !== 'boolean') return noBool(a);
    return typeof b === 'boolean' ? !decisive : noBool(b);
  };

/**
 * `a.or(b)` and `a.orValue(b)`: the second is evaluated only where it is needed (cel/decls.go: evalOptionalOr). A value
 * that is no optional is its own result.
 */
export const compileOptionalOr =
  (unwrap: boolean, left: Evaluate, right: Evaluate): Evaluate =>
  (frame) => {
    const optional = left(frame);
    if (!(optional instanceof OptionalValue)) return optional;
    if (optional.value !== undefined) return unwrap ? optional.value : optional;
    return right(frame);
  };
