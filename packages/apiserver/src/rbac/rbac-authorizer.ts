import type { PolicyRule, RoleRef } from '@kubewright/api/rbac/v1';
import { aggregateText, goQuote } from '../errors/go-text.js';
import type { Authorizer, UserRules } from '../pipeline/authorize.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { ruleAllows } from './policy-rule.js';
import type { RuleResolver } from './policy-index.js';

/** Members may do everything, whatever the roles say (apiserver `authentication/user/user.go`). */
export const PRIVILEGED_GROUP = 'system:masters';

/**
 * Decides by roles and bindings, as kube-apiserver does with `--authorization-mode=RBAC`
 * (plugin/pkg/auth/authorizer/rbac/rbac.go), members of `system:masters` aside.
 */
export function createRbacAuthorizer(rules: RuleResolver): Authorizer {
  return {
    authorize(attributes) {
      if (attributes.user.groups.includes(PRIVILEGED_GROUP)) return { allowed: true };
      let allowedBy: string | undefined;
      const errors: string[] = [];
      rules.visitRules(attributes.user, attributes.namespace, (found) => {
        if (found.rule === undefined) errors.push(missingText(found.missing));
        else if (ruleAllows(found.rule, attributes)) allowedBy = found.source();
        return allowedBy === undefined;
      });
      if (allowedBy !== undefined) return { allowed: true, reason: `RBAC: allowed by ${allowedBy}` };
      return errors.length === 0
        ? { allowed: false }
        : { allowed: false, reason: `RBAC: ${aggregateText(errors)}` };
    },
    rulesFor: (user, namespace) => userRules(rules, user, namespace),
  };
}

/** All rules of a user in a namespace, and the roles that are missing. */
export function collectRules(
  resolver: RuleResolver,
  user: UserInfo,
  namespace: string,
): { readonly rules: readonly PolicyRule[]; readonly missing: readonly RoleRef[] } {
  const rules: PolicyRule[] = [];
  const missing: RoleRef[] = [];
  resolver.visitRules(user, namespace, (found) => {
    if (found.rule === undefined) missing.push(found.missing);
    else rules.push(found.rule);
    return true;
  });
  return { rules, missing };
}

/** As the errors of the real server's cache name it: in the singular. */
const missingText = ({ kind, name }: RoleRef): string =>
  `${kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(name)} not found`;

function userRules(resolver: RuleResolver, user: UserInfo, namespace: string): UserRules {
  const { rules, missing } = collectRules(resolver, user, namespace);
  return {
    resourceRules: rules.flatMap(({ verbs, apiGroups, resources, resourceNames }) =>
      (resources?.length ?? 0) === 0
        ? []
        : [
            {
              verbs,
              ...(apiGroups === undefined ? {} : { apiGroups }),
              resources: resources as string[],
              ...(resourceNames === undefined ? {} : { resourceNames }),
            },
          ],
    ),
    nonResourceRules: rules.flatMap(({ verbs, nonResourceURLs }) =>
      (nonResourceURLs?.length ?? 0) === 0 ? [] : [{ verbs, nonResourceURLs: nonResourceURLs as string[] }],
    ),
    incomplete: false,
    ...(missing.length === 0 ? {} : { evaluationError: aggregateText(missing.map(missingText)) }),
  };
}
