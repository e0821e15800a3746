/**
 * What Kubernetes adds to the language: its libraries, the costs of expressions, and rules on schemas.
 *
 * @packageDocumentation
 */
export { baseEnvironment } from './base-environment.js';
export { AuthorizerValue, ResourceCheckValue } from './libraries/authorization.js';
export { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from './libraries/authorization.js';
export type {
  AuthorizationAnswer,
  AuthorizationCheck,
  AuthorizationQuestion,
  AuthorizationUser,
  ResourceTarget,
} from './libraries/authorization.js';
export { evaluate, PER_CALL_LIMIT, programOf, RuleCompiler } from './rules.js';
export type { CompiledExpression, CompiledRule, Outcome, RuleSource } from './rules.js';
export { declTypeOf } from './schema/decl-type.js';
export type { DeclType } from './schema/decl-type.js';
export { escapeProperty } from './schema/escape.js';
export { adapterOf } from './schema/schema-values.js';
export { withTypeAndObjectMeta } from './schema/structural.js';
export { admissionEnvironment } from './admission-environment.js';
