import { defineKind } from 'kubewright';
import type { Condition, CustomResource } from 'kubewright';

/**
 * What an operator tells the Operator Lifecycle Manager about itself; OLM makes one for each operator that it installs.
 *
 * +kubebuilder:skip
 */
export interface OperatorCondition extends CustomResource<OperatorConditionSpec> {}
export const OperatorCondition = defineKind<OperatorCondition>({
  group: 'operators.coreos.com',
  version: 'v2',
  kind: 'OperatorCondition',
});

export interface OperatorConditionSpec {
  /** What the operator says. */
  conditions?: Condition[];
  /** What an administrator says instead. */
  overrides?: Condition[];
}
