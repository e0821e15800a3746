/**
 * How kube-apiserver decides by rules, without a server: for those who check roles against requests.
 *
 * @packageDocumentation
 */
export { ruleAllows, uncoveredRules } from './policy-rule.js';
export { bootstrapClusterRoleRules, rulesOfServiceAccounts } from './bootstrap-rules.js';
export { ImpersonationModes } from '../pipeline/impersonation-modes.js';
export type { WantedUser } from '../pipeline/impersonation-modes.js';
export type { AuthorizationAttributes, Authorizer, Decision } from '../pipeline/authorize.js';
