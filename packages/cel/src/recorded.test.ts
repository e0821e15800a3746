import { describe, expect, it } from 'vitest';
import { formatValue } from './format-value.js';
import { environment, recorded, variables } from './test-support/recorded.js';
import type { Recorded } from './test-support/recorded.js';
import { isError } from './values.js';

/** ANTLR goes on after an error of syntax and words it in its own way: of those only the first place is compared. */
const place = (issues: string): string =>
  /^ERROR: <input>:-?\d+:\d+: Syntax error/.exec(issues)?.[0] ?? issues;

const evaluate = (expression: string): Recorded => {
  const compiled = environment.compile(expression);
  if (compiled.ast === undefined) return { expression, issues: place(String(compiled.issues)) };
  const program = environment.program(compiled.ast);
  if (program.planError !== undefined) return { expression, planError: program.planError.message };
  const value = program.evaluate(variables);
  return isError(value) ? { expression, error: value.message } : { expression, value: formatValue(value) };
};

// What the evaluation costs is compared in cost/.
describe('what cel-go answers', () => {
  it.each(recorded)('$expression', ({ cost: _cost, ...expected }) => {
    const issues = expected.issues === undefined ? {} : { issues: place(expected.issues) };
    expect(evaluate(expected.expression)).toEqual({ ...expected, ...issues });
  });
});
