/**
 * The Common Expression Language as Kubernetes evaluates it. It is an engine of our own because Kubernetes' static cost
 * estimation, run-time cost limits, schema-typed declarations and exact error texts need hooks in checker and interpreter.
 * It follows cel-go 0.26, which Kubernetes 1.36 has, in values, errors and texts.
 *
 * @example
 * ```ts
 * const environment = createEnvironment({
 *   libraries: [STANDARD_LIBRARY],
 *   variables: [{ name: 'self', type: DYN }],
 * });
 * const { ast, issues } = environment.compile('self.replicas <= self.maxReplicas');
 * if (ast === undefined) throw new Error(issues.toString());
 * const program = environment.program(ast);
 * program.evaluate(new Map([['self', adaptDynamic({ replicas: 1, maxReplicas: 3 })]])); // true
 * ```
 *
 * @packageDocumentation
 */
export { createEnvironment } from './environment.js';
export type {
  Activation,
  AstValidator,
  CheckedAst,
  Compilation,
  Environment,
  EnvironmentOptions,
  EvaluateOptions,
  Issue,
  Issues,
  ParseResult,
  Program,
  ProgramOptions,
} from './environment-types.js';
export type { ParsedAst, Expr, Location, Reference } from './ast.js';
export type {
  ConstantDeclaration,
  FunctionDeclaration,
  Implementation,
  Library,
  Macro,
  MacroContext,
  Overload,
  VariableDeclaration,
} from './library.js';
export { EvaluationCancelled } from './tracker.js';
export type { EvaluationTracker } from './tracker.js';
export { STANDARD_LIBRARY } from './library/standard.js';
export { BINDINGS_LIBRARY } from './library/extensions/bindings.js';
export { ENCODERS_LIBRARY } from './library/extensions/encoders.js';
export { listsLibrary } from './library/extensions/lists.js';
export { MATH_LIBRARY } from './library/extensions/math.js';
export { OPTIONALS_LIBRARY } from './library/extensions/optionals.js';
export { SETS_LIBRARY } from './library/extensions/sets.js';
export { stringsLibrary } from './library/extensions/strings.js';
export { TWO_VARIABLE_LIBRARY } from './library/extensions/two-variable.js';
export {
  VALIDATE_DURATION_LITERALS,
  VALIDATE_HOMOGENEOUS_LITERALS,
  VALIDATE_REGEX_LITERALS,
  VALIDATE_TIMESTAMP_LITERALS,
} from './validators.js';
export { compare } from './compare.js';
export { formatValue } from './format-value.js';
export { typeOf } from './runtime-type.js';
export { adaptDynamic } from './adapter.js';
export type { Adapter } from './adapter.js';
export { JsonList, JsonMap } from './json-values.js';
export {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  formatType,
  INT,
  listType,
  mapType,
  NULL,
  objectType,
  opaqueType,
  optionalType,
  STRING,
  TIMESTAMP,
  Type,
  TYPE,
  typeParam,
  UINT,
} from './types.js';
export type { TypeKind, TypeProvider } from './types.js';
export {
  ArrayList,
  CelError,
  Double,
  Duration,
  equal,
  int,
  isError,
  isInt,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  Uint,
  uint,
} from './values.js';
export type { Value } from './values.js';
