import type { ParsedAst } from './ast.js';
import type { Declarations } from './declarations.js';
import type { CheckedAst, Program, ProgramOptions } from './environment-types.js';
import { Frame } from './interpreter/frame.js';
import type { Evaluate } from './interpreter/frame.js';
import { PlanError, Planner } from './interpreter/planner.js';
import { EvaluationCancelled } from './tracker.js';
import type { TypeProvider } from './types.js';
import { CelError } from './values.js';

export const createProgram = (
  ast: CheckedAst | ParsedAst,
  { tracker, optimize = true }: ProgramOptions,
  declarations: Declarations,
  provider: TypeProvider | undefined,
): Program => {
  const planned = plan(ast, { declarations, provider, optimize, tracked: tracker !== undefined });
  if (planned instanceof CelError) return { planError: planned, evaluate: () => planned };
  return {
    planError: undefined,
    evaluate: (activation, options = {}) => {
      try {
        return planned(new Frame(activation, options.tracker ?? tracker?.(), options.interrupt));
      } catch (error) {
        if (error instanceof EvaluationCancelled) return new CelError(error.message);
        // Values may nest more deeply than the stack of the process allows.
        if (error instanceof RangeError) return new CelError(error.message);
        throw error;
      }
    },
  };
};

const plan = (
  ast: CheckedAst | ParsedAst,
  options: ConstructorParameters<typeof Planner>[1],
): Evaluate | CelError => {
  try {
    return new Planner(ast, options).compile(ast.expr);
  } catch (error) {
    if (error instanceof PlanError) return error.value;
    throw error;
  }
};
