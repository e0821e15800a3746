import { validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import type { FunctionDeclaration, Implementation, Library, Overload } from '../../library.js';
import { BOOL, objectType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../../library/errors.js';

export const AUTHORIZER_TYPE: Type = objectType('kubernetes.authorization.Authorizer');
const PATH_CHECK_TYPE: Type = objectType('kubernetes.authorization.PathCheck');
const GROUP_CHECK_TYPE: Type = objectType('kubernetes.authorization.GroupCheck');
export const RESOURCE_CHECK_TYPE: Type = objectType('kubernetes.authorization.ResourceCheck');
const DECISION_TYPE: Type = objectType('kubernetes.authorization.Decision');

/** Who asks, for the check of an expression. */
export interface AuthorizationUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What an expression asks to be allowed: a verb on a resource or on a path. */
export type AuthorizationQuestion =
  | { readonly user: AuthorizationUser; readonly verb: string; readonly path: string }
  | {
      readonly user: AuthorizationUser;
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
      /** As written in the expression; empty: none. What cannot be parsed does not restrict the question. */
      readonly fieldSelector: string;
      readonly labelSelector: string;
    };

export interface AuthorizationAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  /** Why the question could not be answered in full. */
  readonly error?: string;
}

/** The port through which expressions ask the server's authorizer. Must not throw. */
export type AuthorizationCheck = (question: AuthorizationQuestion) => AuthorizationAnswer;

/** A value that has methods alone: equal to itself. */
abstract class Receiver extends OpaqueValue {
  equals(other: Value): boolean {
    return other === this;
  }
}

/** The variable `authorizer`. */
export class AuthorizerValue extends Receiver {
  readonly type = AUTHORIZER_TYPE;
  readonly user: AuthorizationUser;
  readonly check: AuthorizationCheck;

  constructor(user: AuthorizationUser, check: AuthorizationCheck) {
    super();
    this.user = user;
    this.check = check;
  }
}

class PathCheckValue extends Receiver {
  readonly type = PATH_CHECK_TYPE;
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
}

class GroupCheckValue extends Receiver {
  readonly type = GROUP_CHECK_TYPE;
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

/** What of a resource a check names. */
export interface ResourceTarget {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** A check of a resource; the variable `authorizer.requestResource` is one. */
export class ResourceCheckValue extends Receiver {
  readonly type = RESOURCE_CHECK_TYPE;
  readonly authorizer: AuthorizerValue;
  readonly target: ResourceTarget;
  readonly fieldSelector: string;
  readonly labelSelector: string;

  constructor(
    authorizer: AuthorizerValue,
    target: ResourceTarget,
    fieldSelector: string = '',
    labelSelector: string = '',
  ) {
    super();
    this.authorizer = authorizer;
    this.target = target;
    this.fieldSelector = fieldSelector;
    this.labelSelector = labelSelector;
  }
}

class DecisionValue extends Receiver {
  readonly type = DECISION_TYPE;
  readonly answer: AuthorizationAnswer;

  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }
}

const member = (
  name: string,
  id: string,
  args: readonly Type[],
  result: Type,
  implementation: Implementation,
): FunctionDeclaration => ({ name, overloads: [{ id, member: true, args, result, implementation }] });

/** A method that names one more part of the resource. */
const narrowing = (
  name: string,
  id: string,
  narrow: (check: ResourceCheckValue, text: string) => ResourceCheckValue,
): FunctionDeclaration =>
  member(name, id, [RESOURCE_CHECK_TYPE, STRING], RESOURCE_CHECK_TYPE, (check, text) =>
    check instanceof ResourceCheckValue && typeof text === 'string' ? narrow(check, text) : noSuchOverload(),
  );

const withTarget = (check: ResourceCheckValue, part: Partial<ResourceTarget>): ResourceCheckValue =>
  new ResourceCheckValue(
    check.authorizer,
    { ...check.target, ...part },
    check.fieldSelector,
    check.labelSelector,
  );

const ofDecision = (
  name: string,
  id: string,
  result: Type,
  read: (answer: AuthorizationAnswer) => Value,
): FunctionDeclaration =>
  member(name, id, [DECISION_TYPE], result, (decision) =>
    decision instanceof DecisionValue ? read(decision.answer) : noSuchOverload(),
  );

const checks: readonly Overload[] = [
  {
    id: 'pathcheck_check',
    member: true,
    args: [PATH_CHECK_TYPE, STRING],
    result: DECISION_TYPE,
    implementation: (check: Value, verb: Value): Value => {
      if (!(check instanceof PathCheckValue) || typeof verb !== 'string') return noSuchOverload();
      const { user, check: ask } = check.authorizer;
      return new DecisionValue(ask({ user, verb, path: check.path }));
    },
  },
  {
    id: 'resourcecheck_check',
    member: true,
    args: [RESOURCE_CHECK_TYPE, STRING],
    result: DECISION_TYPE,
    implementation: (check: Value, verb: Value): Value => {
      if (!(check instanceof ResourceCheckValue) || typeof verb !== 'string') return noSuchOverload();
      const { authorizer, target, fieldSelector, labelSelector } = check;
      return new DecisionValue(
        authorizer.check({ user: authorizer.user, verb, ...target, fieldSelector, labelSelector }),
      );
    },
  },
];

/** `authorizer.group('').resource('pods').check('list').allowed()` (apiserver `pkg/cel/library/authz.go`). */
export const authorizationLibrary: Library = {
  name: 'kubernetes.authz',
  functions: [
    member('path', 'authorizer_path', [AUTHORIZER_TYPE, STRING], PATH_CHECK_TYPE, (authorizer, path) => {
      if (!(authorizer instanceof AuthorizerValue) || typeof path !== 'string') return noSuchOverload();
      return path.trim() === ''
        ? new CelError('path must not be empty')
        : new PathCheckValue(authorizer, path);
    }),
    member('group', 'authorizer_group', [AUTHORIZER_TYPE, STRING], GROUP_CHECK_TYPE, (authorizer, group) =>
      authorizer instanceof AuthorizerValue && typeof group === 'string'
        ? new GroupCheckValue(authorizer, group)
        : noSuchOverload(),
    ),
    member(
      'serviceAccount',
      'authorizer_serviceaccount',
      [AUTHORIZER_TYPE, STRING, STRING],
      AUTHORIZER_TYPE,
      serviceAccount,
    ),
    member(
      'resource',
      'groupcheck_resource',
      [GROUP_CHECK_TYPE, STRING],
      RESOURCE_CHECK_TYPE,
      (check, resource) => {
        if (!(check instanceof GroupCheckValue) || typeof resource !== 'string') return noSuchOverload();
        if (resource.trim() === '') return new CelError('resource must not be empty');
        const { group, authorizer } = check;
        return new ResourceCheckValue(authorizer, {
          group,
          resource,
          subresource: '',
          namespace: '',
          name: '',
        });
      },
    ),
    narrowing('subresource', 'resourcecheck_subresource', (check, subresource) =>
      withTarget(check, { subresource }),
    ),
    narrowing('namespace', 'resourcecheck_namespace', (check, namespace) => withTarget(check, { namespace })),
    narrowing('name', 'resourcecheck_name', (check, name) => withTarget(check, { name })),
    narrowing(
      'fieldSelector',
      'authorizer_fieldselector',
      (check, selector) =>
        new ResourceCheckValue(check.authorizer, check.target, selector, check.labelSelector),
    ),
    narrowing(
      'labelSelector',
      'authorizer_labelselector',
      (check, selector) =>
        new ResourceCheckValue(check.authorizer, check.target, check.fieldSelector, selector),
    ),
    { name: 'check', overloads: checks },
    ofDecision('errored', 'decision_errored', BOOL, ({ error }) => error !== undefined),
    ofDecision('error', 'decision_error', STRING, ({ error = '' }) => error),
    ofDecision('allowed', 'decision_allowed', BOOL, ({ allowed }) => allowed),
    ofDecision('reason', 'decision_reason', STRING, ({ reason }) => reason),
  ],
};

function serviceAccount(...[authorizer, namespace, name]: Value[]): Value {
  if (!(authorizer instanceof AuthorizerValue) || typeof namespace !== 'string' || typeof name !== 'string') {
    return noSuchOverload();
  }
  if (validateDns1123Subdomain(name).length > 0) return new CelError('Invalid service account name');
  if (validateDns1123Label(namespace).length > 0) return new CelError('Invalid service account namespace');
  const user: AuthorizationUser = {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
  return new AuthorizerValue(user, authorizer.check);
}
