import { describe, expect, it } from 'vitest';
import { formatValue } from '../format-value.js';
import { environment, recorded, variables } from '../test-support/recorded.js';
import { isError } from '../values.js';
import { CostTracker } from './cost-tracker.js';

const evaluated = recorded.filter(({ cost }) => cost !== undefined);

describe('what evaluations cost in cel-go', () => {
  it.each(evaluated)('$expression', ({ expression, cost, value, error }) => {
    const tracker = new CostTracker(1e9);
    const program = environment.program(environment.compile(expression).ast!, { tracker: () => tracker });
    const result = program.evaluate(variables);
    expect(isError(result) ? result.message : formatValue(result)).toBe(value ?? error);
    expect(tracker.cost).toBe(cost);
  });
});
