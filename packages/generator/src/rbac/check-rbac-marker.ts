import { nearest } from '@kubewright/api';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { RbacMarker } from './rbac-marker.js';

/**
 * Reports what kube-apiserver would refuse in the role (pkg/apis/rbac/validation/validation.go, ValidatePolicyRule, in
 * its words) as errors, and what it would accept but no request could ever match as warnings. Returns whether the rule
 * can stand in a role.
 */
export function checkRbacMarker(marker: RbacMarker, diagnostics: Diagnostics): boolean {
  const fault = faultOf(marker);
  if (fault !== undefined) {
    diagnostics.error('InvalidMarker', marker.position, fault.message, fault.hint);
    return false;
  }
  for (const { message, hint } of oddities(marker))
    diagnostics.warn('InvalidMarker', marker.position, message, hint);
  return true;
}

interface Fault {
  readonly message: string;
  readonly hint: string;
}

function faultOf(marker: RbacMarker): Fault | undefined {
  const { groups, resources, resourceNames, urls, verbs, namespace, roleName } = marker;
  if (verbs.length === 0)
    return { message: 'verbs must contain at least one value', hint: 'for example verbs=get;list;watch' };
  for (const [argument, value] of [
    ['namespace', namespace],
    ['roleName', roleName],
  ] as const) {
    if (/^\.\.?$|[/%]/.test(value))
      return {
        message: `${argument} ${JSON.stringify(value)} cannot be the name of an object`,
        hint: "it may not be '.' or '..' nor contain '/' or '%'",
      };
  }
  if (urls.length > 0) {
    if (namespace !== '')
      return {
        message: 'namespaced rules cannot apply to non-resource URLs',
        hint: `leave namespace=${namespace} out: paths such as ${urls[0] ?? ''} are in no namespace`,
      };
    if (groups.length + resources.length + resourceNames.length > 0)
      return {
        message: 'rules cannot apply to both regular resources and non-resource URLs',
        hint: 'write two markers, one with groups and resources, one with urls',
      };
    return undefined;
  }
  if (groups.length === 0)
    return {
      message: 'resource rules must supply at least one api group',
      hint: 'the core group is groups=core or groups=""',
    };
  if (resources.length === 0)
    return {
      message: 'resource rules must supply at least one resource',
      hint: 'for example resources=deployments;deployments/status; all of them is resources=*',
    };
  return undefined;
}

function* oddities(marker: RbacMarker): Generator<Fault> {
  const { groups, resources, resourceNames, urls, verbs } = marker;
  for (const group of groups) {
    const [name, version] = group.split('/', 2);
    if (version === undefined) continue;
    yield {
      message: `no request is of the group ${JSON.stringify(group)}: rules name groups without their version`,
      hint: `write groups=${/^v\d/.test(name ?? '') ? 'core' : (name ?? '')}`,
    };
  }
  for (const resource of resources) {
    if (resource === resource.toLowerCase()) continue;
    yield {
      message: `no request is about ${JSON.stringify(resource)}: rules name resources by their plural in lower case`,
      hint: 'as in the path of the API, deployments for the kind Deployment',
    };
  }
  for (const verb of verbs) {
    const right = urls.length > 0 ? verb.toLowerCase() : rightVerb(verb);
    if (right === verb) continue;
    yield { message: `no request has the verb ${JSON.stringify(verb)}`, hint: `did you mean ${right}?` };
  }
  if (resourceNames.length > 0 && verbs.includes('deletecollection'))
    yield {
      message: 'resourceNames never allow deletecollection: such requests name no object',
      hint: 'give the verb a marker without resourceNames',
    };
  for (const url of urls) {
    if (url === '*' || (url.startsWith('/') && !url.slice(0, -1).includes('*'))) continue;
    yield {
      message: `no request has the path ${JSON.stringify(url)}`,
      hint: 'paths begin with a slash, and only their end may be a *',
    };
  }
}

/** Other names of verbs, after HTTP, SQL and kubectl. */
const VERB_MISTAKES: Readonly<Record<string, string>> = {
  read: 'get',
  put: 'update',
  post: 'create',
  write: 'update',
  apply: 'patch',
  edit: 'update',
  remove: 'delete',
  deleteall: 'deletecollection',
};

/** Those of requests, and those that Kubernetes itself asks about. Verbs are an open set: others are let be. */
const VERBS = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', '*'],
  ...['approve', 'attest', 'bind', 'escalate', 'impersonate', 'sign', 'use'],
];

function rightVerb(verb: string): string {
  const lower = verb.toLowerCase();
  const mistaken = VERB_MISTAKES[lower];
  return mistaken ?? (VERBS.includes(lower) ? lower : (nearest(lower, VERBS, 1) ?? lower));
}
