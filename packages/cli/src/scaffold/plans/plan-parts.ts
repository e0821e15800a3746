import type { ScaffoldParts, ScaffoldPlan } from '../model.js';

/** Several plans as one, in their order. */
export function joinPlans(...plans: ReadonlyArray<Partial<ScaffoldPlan> | ScaffoldParts>): ScaffoldPlan {
  return {
    files: plans.flatMap(({ files = [] }) => files),
    insertions: plans.flatMap(({ insertions = [] }) => insertions),
    sections: plans.flatMap((plan) => ('sections' in plan ? (plan.sections ?? []) : [])),
    removals: plans.flatMap((plan) => ('removals' in plan ? (plan.removals ?? []) : [])),
  };
}
