import { jsonEquals } from '@kubewright/api';
import type { ClusterRole, PolicyRule, RoleBinding } from '@kubewright/api/rbac/v1';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission/admission.js';
import { aggregateText, goQuote, goStrings } from '../errors/go-text.js';
import { forbiddenError, notFoundError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { resourceQuestion } from '../pipeline/authorize.js';
import type { Authorizer } from '../pipeline/authorize.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { compactRules, ruleText, uncoveredRules } from './policy-rule.js';
import type { RuleResolver } from './policy-index.js';
import { collectRules, PRIVILEGED_GROUP } from './rbac-authorizer.js';

const GROUP = 'rbac.authorization.k8s.io';
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Nobody grants what they do not hold: who writes a role must hold its rules, or may `escalate` it; who writes a binding
 * must hold the rules of its role, or may `bind` it (pkg/registry/rbac/clusterrole/policybased/storage.go and the three
 * beside it). It stands last among the plugins that change objects, where the real server wraps its registry.
 */
export function escalationCheck(authorizer: Authorizer, resolver: RuleResolver): AdmissionPlugin {
  return {
    name: 'RBACEscalation',
    operations: ['CREATE', 'UPDATE'],
    resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(
      (plural) => `${plural}.${GROUP}`,
    ),
    subresources: [''],
    async admit(attributes) {
      const { object, oldObject, user } = attributes;
      if (object === undefined || user.groups.includes(PRIVILEGED_GROUP)) return;
      if (oldObject !== undefined && isGarbageCollection(object, oldObject)) return;
      const check = attributes.resource.plural.endsWith('bindings') ? checkBinding : checkRole;
      await check({ authorizer, resolver, attributes, object });
    },
  };
}

interface Check {
  readonly authorizer: Authorizer;
  readonly resolver: RuleResolver;
  readonly attributes: AdmissionAttributes;
  readonly object: ApiObject;
}

async function checkRole({ authorizer, resolver, attributes, object }: Check): Promise<void> {
  const { resource, user, namespace, operation, oldObject } = attributes;
  // A role to be created is asked about without its name, which the request does not carry in its path.
  const name = operation === 'CREATE' ? '' : attributes.name;
  if (await mayDo(authorizer, user, 'escalate', { resource: resource.plural, namespace, name })) return;
  const about = { group: GROUP, resource: resource.plural };
  const role = object as ApiObject & ClusterRole;
  const roleName = object.metadata.name ?? '';
  const missing = missingRights(resolver, attributes, role.rules ?? []);
  if (missing !== undefined) throw forbiddenError(about, roleName, missing);
  if (!aggregates(role) && !aggregates(oldObject)) return;
  if (missingRights(resolver, attributes, EVERYTHING) === undefined) return;
  throw forbiddenError(about, roleName, 'must have cluster-admin privileges to use the aggregationRule');
}

async function checkBinding({ authorizer, resolver, attributes, object }: Check): Promise<void> {
  const { resource, user, namespace } = attributes;
  const { roleRef } = object as ApiObject & RoleBinding;
  const { kind, name } = roleRef;
  if (kind !== 'Role' && kind !== 'ClusterRole') {
    const message = `unsupported role reference kind: ${goQuote(kind)}`;
    throw new StatusError({ code: 500, reason: '', message });
  }
  const target = { resource: kind === 'Role' ? 'roles' : 'clusterroles', namespace, name };
  if (await mayDo(authorizer, user, 'bind', target)) return;
  const about = { group: GROUP, resource: resource.plural };
  const rules = resolver.rulesOf(roleRef, namespace);
  // The real server names the resource of the request here, not that of the role.
  if (rules === undefined) throw notFoundError(about, name);
  const missing = missingRights(resolver, attributes, rules);
  if (missing !== undefined) throw forbiddenError(about, object.metadata.name ?? '', missing);
}

async function mayDo(
  authorizer: Authorizer,
  user: UserInfo,
  verb: string,
  target: { resource: string; namespace: string; name: string },
): Promise<boolean> {
  const question = resourceQuestion(user, { verb, group: GROUP, version: '*', ...target });
  const { allowed } = await authorizer.authorize(question);
  return allowed;
}

/** What a user lacks of some rights, in the words of pkg/registry/rbac/validation/rule.go; undefined when nothing. */
function missingRights(
  resolver: RuleResolver,
  { user, namespace, resource }: AdmissionAttributes,
  wanted: readonly PolicyRule[],
): string | undefined {
  const held = collectRules(resolver, user, namespace);
  const lacking = uncoveredRules(held.rules, wanted);
  if (lacking.length === 0) return undefined;
  const texts = [...new Set(compactRules(lacking).map(ruleText))].sort();
  const who = `user ${goQuote(user.name)} (groups=${goStrings(user.groups)})`;
  const message = `${who} is attempting to grant RBAC permissions not currently held:\n${texts.join('\n')}`;
  if (held.missing.length === 0) return message;
  const errors = held.missing.map(({ name }) => `${resource.plural}.${GROUP} ${goQuote(name)} not found`);
  return `${message}; resolution errors: [${aggregateText(errors)}]`;
}

const aggregates = (role: ApiObject | undefined): boolean =>
  ((role as ClusterRole | undefined)?.aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;

/** Whether nothing changes but what the garbage collector needs (pkg/registry/rbac/helpers.go). */
function isGarbageCollection(object: ApiObject, old: ApiObject): boolean {
  const { ownerReferences, finalizers, managedFields } = old.metadata;
  const same = {
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  const {
    ownerReferences: _ownerReferences,
    finalizers: _finalizers,
    managedFields: _managedFields,
    ...rest
  } = object.metadata;
  return jsonEquals({ ...object, metadata: { ...rest, ...same } }, old);
}
