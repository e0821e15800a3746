import type { PolicyRule } from '@kubewright/api/rbac/v1';
import { describe, expect, it } from 'vitest';
import type { AuthorizationAttributes } from '../pipeline/authorize.js';
import { compactRules, ruleAllows, ruleText, uncoveredRules } from './policy-rule.js';

const rule = (verbs: string, groups: string, resources: string, names?: string): PolicyRule => ({
  verbs: verbs.split(','),
  apiGroups: groups.split(','),
  resources: resources.split(','),
  ...(names === undefined ? {} : { resourceNames: names.split(',') }),
});
const urls = (verbs: string, paths: string): PolicyRule => ({
  verbs: verbs.split(','),
  nonResourceURLs: paths.split(','),
});
const resourceRequest = (text: string): AuthorizationAttributes => {
  const [verb = '', group = '', full = '', name = ''] = text.split(' ');
  const [resource = '', subresource = ''] = full.split('/');
  return {
    ...request,
    isResource: true,
    verb,
    group: group === '-' ? '' : group,
    resource,
    subresource,
    name,
  };
};
const pathRequest = (text: string): AuthorizationAttributes => {
  const [verb = '', path = ''] = text.split(' ');
  return { ...request, verb, path };
};
const request: AuthorizationAttributes = {
  user: { name: 'jane', groups: [] },
  verb: '',
  isResource: false,
  group: '',
  version: 'v1',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
};

describe('a rule', () => {
  it.each<[string, PolicyRule, boolean]>([
    ['get - pods', rule('get', '', 'pods'), true],
    ['list - pods', rule('get', '', 'pods'), false],
    ['list - pods', rule('*', '', 'pods'), true],
    ['get apps pods', rule('get', '', 'pods'), false],
    ['get apps deployments', rule('get', '*', '*'), true],
    ['get - pods/log', rule('get', '', 'pods'), false],
    ['get - pods/log', rule('get', '', 'pods/log'), true],
    ['get - pods/log', rule('get', '', 'pods/*'), false],
    ['get - pods/log', rule('get', '', '*'), true],
    ['update apps deployments/scale', rule('update', 'apps', '*/scale'), true],
    ['update apps deployments', rule('update', 'apps', '*/scale'), false],
    ['update apps deployments/upscale', rule('update', 'apps', '*/scale'), false],
    ['get - configmaps a', rule('get', '', 'configmaps', 'a,b'), true],
    ['get - configmaps c', rule('get', '', 'configmaps', 'a,b'), false],
    ['list - configmaps', rule('list', '', 'configmaps', 'a,b'), false],
    ['get - pods', urls('*', '*'), false],
  ])('for %s: %j allows it: %s', (wanted, given, allowed) => {
    expect(ruleAllows(given, resourceRequest(wanted))).toBe(allowed);
  });

  it.each<[string, PolicyRule, boolean]>([
    ['get /healthz', urls('get', '/healthz'), true],
    ['get /healthz/', urls('get', '/healthz'), false],
    ['get /logs/a', urls('get', '/logs/*'), true],
    ['get /logs', urls('get', '/logs/*'), false],
    ['post /x', urls('get', '*'), false],
    ['post /x', urls('*', '*'), true],
    ['get /x', rule('*', '*', '*'), false],
  ])('for the path %s: %j allows it: %s', (wanted, given, allowed) => {
    expect(ruleAllows(given, pathRequest(wanted))).toBe(allowed);
  });
});

describe('rules that are held', () => {
  it.each<[string, PolicyRule[], PolicyRule[], string[]]>([
    [
      'a verb and a resource at a time',
      [rule('get,list', '', 'pods')],
      [rule('get,list,delete', '', 'pods,secrets')],
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "delete"]}',
      ],
    ],
    [
      'everything',
      [rule('*', '*', '*'), urls('*', '*')],
      [rule('x', 'y', 'z/a', 'n'), urls('get', '/a')],
      [],
    ],
    [
      'not everything by one resource of it',
      [rule('get', '', 'pods')],
      [rule('*', '*', '*')],
      ['{APIGroups:["*"], Resources:["*"], Verbs:["*"]}'],
    ],
    [
      'a subresource by all of its kind',
      [rule('get', 'apps', '*/scale')],
      [rule('get', 'apps', 'a/scale')],
      [],
    ],
    ['some names by all', [rule('get', '', 'secrets')], [rule('get', '', 'secrets', 'a')], []],
    [
      'not all names by some',
      [rule('get', '', 'secrets', 'a')],
      [rule('get', '', 'secrets'), rule('get', '', 'secrets', 'a,b')],
      [
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
        '{APIGroups:[""], Resources:["secrets"], ResourceNames:["b"], Verbs:["get"]}',
      ],
    ],
    [
      'paths by their beginning, each for itself',
      [urls('get', '/logs/*')],
      [urls('get', '/logs/a,/metrics,/x')],
      ['{NonResourceURLs:["/metrics"], Verbs:["get"]}', '{NonResourceURLs:["/x"], Verbs:["get"]}'],
    ],
  ])('cover %s', (_, held, wanted, missing) => {
    expect(compactRules(uncoveredRules(held, wanted)).map(ruleText).sort()).toEqual(missing.sort());
  });
});
