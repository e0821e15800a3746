import type { Implementation } from '../../library.js';
import { CelError } from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../../library/errors.js';
import { ValueSyntaxError } from '../values/syntax-error.js';

/** A function of strings that a syntax error of its argument makes an error. */
export function parsing(parse: (...texts: string[]) => Value, prefix = ''): Implementation {
  return (...args) => {
    if (!args.every((arg) => typeof arg === 'string')) return noSuchOverload();
    return caught(() => parse(...args), prefix);
  };
}

/** Runs a function that may throw `ValueSyntaxError`, which becomes a CEL error. */
export function caught(run: () => Value, prefix = ''): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    return new CelError(`${prefix}${error.message}`);
  }
}

/** Whether a text can be read. */
export function reads(parse: (text: string) => unknown): Implementation {
  return (text) => {
    if (typeof text !== 'string') return noSuchOverload();
    try {
      parse(text);
      return true;
    } catch (error) {
      if (!(error instanceof ValueSyntaxError)) throw error;
      return false;
    }
  };
}
