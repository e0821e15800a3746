import { describe, expect, it } from 'vitest';
import { bootstrapClusterRoleRules, rulesOfServiceAccounts } from './bootstrap-rules.js';

describe('the rules that a cluster begins with', () => {
  it('are found by the name of their ClusterRole', () => {
    expect(bootstrapClusterRoleRules('cluster-admin')).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]);
    expect(bootstrapClusterRoleRules('mine')).toBeUndefined();
  });

  it('let service accounts discover what is served and review themselves', () => {
    const rules = rulesOfServiceAccounts();
    expect(rules).toContainEqual({
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    });
    expect(rules.some(({ nonResourceURLs }) => nonResourceURLs?.includes('/openapi/*'))).toBe(true);
    expect(rules.some(({ nonResourceURLs }) => nonResourceURLs?.includes('/openid/v1/jwks'))).toBe(true);
    expect(rules.some(({ resources }) => resources?.includes('*'))).toBe(false);
  });
});
