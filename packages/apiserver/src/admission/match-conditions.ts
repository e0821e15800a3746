import { adaptDynamic, formatType, isError } from '@kubewright/cel';
import type { Activation, Program, Value } from '@kubewright/cel';
import {
  admissionEnvironment,
  AuthorizerValue,
  evaluate,
  programOf,
  ResourceCheckValue,
} from '@kubewright/cel/kubernetes';
import type { AuthorizationCheck, AuthorizationUser } from '@kubewright/cel/kubernetes';
import type { MatchCondition } from '@kubewright/api/admissionregistration/v1';
import { internal, invalid } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import type { Authorizer } from '../pipeline/authorize.js';
import type {
  CompileMatchConditions,
  MatchConditionsInput,
  MatchResult,
} from './webhooks/match-conditions-evaluator.js';

/** Most that all conditions of one webhook may cost (apiserver `pkg/apis/cel/config.go`). */
const COST_BUDGET = 2_500_000;

const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';

type Compiled = { readonly program: Program } | { readonly error: string };

/**
 * What is wrong with the expression of a match condition, when a configuration is written; undefined: nothing. Constants
 * that cannot be converted are internal errors of the real server.
 */
export function matchConditionError(path: string, expression: string): FieldError | undefined {
  const compiled = compile(expression);
  if (!('error' in compiled)) return undefined;
  return compiled.error.startsWith(INSTANTIATION)
    ? internal(path, compiled.error)
    : invalid(path, expression, compiled.error);
}

const INSTANTIATION = 'program instantiation failed: ';

function compile(expression: string): Compiled {
  const environment = admissionEnvironment();
  const { ast, issues } = environment.compile(expression);
  if (issues !== undefined) return { error: `compilation failed: ${issues.toString()}` };
  if (ast.resultType.kind !== 'bool')
    return { error: `must evaluate to bool but got ${formatType(ast.resultType)}` };
  const program = programOf(environment, ast);
  return typeof program === 'string' ? { error: `${INSTANTIATION}${program}` } : { program };
}

/**
 * Compiles the conditions of a webhook when they are first asked. Each sees `object`, `oldObject`, `request`, and
 * `authorizer` for the user of the request, whose answers come from the given authorizer. A condition that is false
 * decides, whatever became of the others; otherwise what went wrong is told, and the failure policy decides. After
 * apiserver's `pkg/admission/plugin/webhook/matchconditions/matcher.go` and `plugin/cel/condition.go`.
 */
export const compileMatchConditions =
  (authorizer: Authorizer): CompileMatchConditions =>
  (conditions) => {
    let compiled: ReadonlyArray<{ readonly source: MatchCondition; readonly compiled: Compiled }> | undefined;
    return {
      evaluate(input): MatchResult {
        compiled ??= conditions.map((source) => ({ source, compiled: compile(source.expression) }));
        return evaluateAll(compiled, activationOf(input, checkWith(authorizer)));
      },
    };
  };

function evaluateAll(
  conditions: ReadonlyArray<{ readonly source: MatchCondition; readonly compiled: Compiled }>,
  activation: Activation,
): MatchResult {
  const errors: string[] = [];
  let matches = true;
  let budget = COST_BUDGET;
  for (const { source, compiled } of conditions) {
    if ('error' in compiled) {
      errors.push(`compilation error: ${compiled.error}`);
      continue;
    }
    const { value, cost } = evaluate(compiled.program, activation);
    // The real server then gives up on all conditions, those before among them.
    if (cost > budget) return { matches: true, errors: [OUT_OF_BUDGET] };
    budget -= cost;
    if (isError(value)) errors.push(`expression '${source.expression}' resulted in error: ${value.message}`);
    else if (value === false) matches = false;
  }
  return { matches, errors };
}

interface RequestParts {
  readonly requestResource?: { readonly group: string; readonly resource: string };
  readonly requestSubResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly userInfo?: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
}

function activationOf(
  { object, oldObject, request }: MatchConditionsInput,
  check: AuthorizationCheck,
): Activation {
  const { requestResource, requestSubResource, name, namespace, userInfo }: RequestParts = request;
  const user: AuthorizationUser = {
    name: userInfo?.username ?? '',
    groups: userInfo?.groups ?? [],
    ...(userInfo?.uid === undefined ? {} : { uid: userInfo.uid }),
    ...(userInfo?.extra === undefined ? {} : { extra: userInfo.extra }),
  };
  const authorizer = new AuthorizerValue(user, check);
  const variables: Readonly<Record<string, () => Value>> = {
    object: () => adaptDynamic(object ?? null),
    oldObject: () => adaptDynamic(oldObject ?? null),
    // Conditions of webhooks are not told of the namespace.
    namespaceObject: () => null,
    request: () => adaptDynamic(request),
    authorizer: () => authorizer,
    'authorizer.requestResource': () =>
      new ResourceCheckValue(authorizer, {
        group: requestResource?.group ?? '',
        resource: requestResource?.resource ?? '',
        subresource: requestSubResource ?? '',
        namespace: namespace ?? '',
        name: name ?? '',
      }),
  };
  return { get: (variable) => (Object.hasOwn(variables, variable) ? variables[variable]!() : undefined) };
}

const checkWith =
  (authorizer: Authorizer): AuthorizationCheck =>
  (question) => {
    const { user, verb } = question;
    const resource = 'path' in question ? undefined : question;
    const decision = authorizer.authorize({
      user: {
        name: user.name,
        groups: [...user.groups],
        ...(user.uid === undefined ? {} : { uid: user.uid }),
        ...(user.extra === undefined
          ? {}
          : {
              extra: Object.fromEntries(Object.entries(user.extra).map(([key, texts]) => [key, [...texts]])),
            }),
      },
      verb,
      isResource: resource !== undefined,
      group: resource?.group ?? '',
      version: resource === undefined ? '' : '*',
      resource: resource?.resource ?? '',
      subresource: resource?.subresource ?? '',
      namespace: resource?.namespace ?? '',
      name: resource?.name ?? '',
      path: 'path' in question ? question.path : '',
    });
    // Expressions are evaluated in one go: an answer that takes time comes too late for them.
    if (decision instanceof Promise)
      return { allowed: false, reason: '', error: 'the authorizer did not answer at once' };
    return { allowed: decision.allowed, reason: decision.reason ?? '' };
  };
