import { CelError } from '../values.js';

/** cel-go's errors of evaluation (common/types/err.go). */
export const noSuchOverload = (): CelError => new CelError('no such overload');
export const divisionByZero = (): CelError => new CelError('division by zero');
export const modulusByZero = (): CelError => new CelError('modulus by zero');
export const intOverflow = (): CelError => new CelError('integer overflow');
export const uintOverflow = (): CelError => new CelError('unsigned integer overflow');
export const timestampOverflow = (): CelError => new CelError('timestamp overflow');
