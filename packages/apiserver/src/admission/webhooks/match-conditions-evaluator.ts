import type { MatchCondition } from '@kubewright/api/admissionregistration/v1';
import type { ApiObject } from '../../kinds/behaviour.js';

/** The conditions of one webhook, compiled. */
export interface MatchConditions {
  evaluate(input: MatchConditionsInput): MatchResult | Promise<MatchResult>;
}

/** What conditions see. */
export interface MatchConditionsInput {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  /** The AdmissionRequest without its objects. */
  readonly request: Readonly<Record<string, unknown>>;
}

export interface MatchResult {
  /** False when a condition is false, whatever became of the others. */
  readonly matches: boolean;
  /** What went wrong, in the words of the real server. */
  readonly errors: readonly string[];
}

export type CompileMatchConditions = (conditions: readonly MatchCondition[]) => MatchConditions;
