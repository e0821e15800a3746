import type { PolicyRule } from '@kubewright/api/rbac/v1';
import type { AuthorizationAttributes } from '../pipeline/authorize.js';
import { goStrings } from '../errors/go-text.js';

/** Whether a rule allows what is asked for (plugin/pkg/auth/authorizer/rbac/rbac.go, RuleAllows). */
export function ruleAllows(rule: PolicyRule, attributes: AuthorizationAttributes): boolean {
  if (!includesOrAll(rule.verbs, attributes.verb)) return false;
  if (!attributes.isResource) return urlMatches(rule.nonResourceURLs, attributes.path);
  return (
    includesOrAll(rule.apiGroups, attributes.group) &&
    resourceMatches(rule.resources, attributes) &&
    nameMatches(rule.resourceNames, attributes.name)
  );
}

const ALL = '*';

function includesOrAll(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes(value) || list.includes(ALL));
}

function resourceMatches(
  resources: readonly string[] | undefined,
  { resource, subresource }: AuthorizationAttributes,
): boolean {
  if (resources === undefined) return false;
  if (subresource === '') return includesOrAll(resources, resource);
  return includesOrAll(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

const nameMatches = (names: readonly string[] | undefined, name: string): boolean =>
  names === undefined || names.length === 0 || names.includes(name);

const urlMatches = (urls: readonly string[] | undefined, path: string): boolean =>
  urls?.some((url) => url === ALL || urlCovers(url, path)) === true;

const urlCovers = (url: string, path: string): boolean =>
  url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, '')));

/**
 * What of `wanted` none of `held` covers, in its smallest parts
 * (component-helpers `auth/rbac/validation/policy_comparator.go`, Covers).
 */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(smallestParts).filter((part) => !held.some((rule) => covers(rule, part)));
}

/** One verb, and one resource of one group with at most one name, or one URL. */
function smallestParts(rule: PolicyRule): PolicyRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const parts: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const part: PolicyRule = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (resourceNames.length === 0) parts.push(part);
        for (const name of resourceNames) parts.push({ ...part, resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs)
    for (const verb of verbs) parts.push({ nonResourceURLs: [url], verbs: [verb] });
  return parts;
}

function covers(rule: PolicyRule, part: PolicyRule): boolean {
  const [name] = part.resourceNames ?? [];
  return (
    coversAll(rule.verbs, part.verbs) &&
    coversAll(rule.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => resourceCovered(rule.resources ?? [], resource)) &&
    (part.nonResourceURLs ?? []).every((path) => rule.nonResourceURLs?.some((url) => urlCovers(url, path))) &&
    (name === undefined ? (rule.resourceNames?.length ?? 0) === 0 : nameMatches(rule.resourceNames, name))
  );
}

const coversAll = (held: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  held.includes(ALL) || wanted.every((value) => held.includes(value));

function resourceCovered(held: readonly string[], resource: string): boolean {
  if (includesOrAll(held, resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && held.includes(`*${resource.slice(slash)}`);
}

/**
 * Joins the verbs of parts that differ in nothing else (pkg/registry/rbac/validation/policy_compact.go). URLs stay
 * apart.
 */
export function compactRules(parts: readonly PolicyRule[]): PolicyRule[] {
  const compacted: PolicyRule[] = [];
  const byResource = new Map<string, PolicyRule>();
  for (const part of parts) {
    const { apiGroups, resources, resourceNames, verbs } = part;
    if (resources === undefined) {
      compacted.push(part);
      continue;
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames]);
    const same = byResource.get(key);
    if (same === undefined) byResource.set(key, { ...part, verbs: [...verbs] });
    else same.verbs.push(...verbs);
  }
  return [...compacted, ...byResource.values()];
}

/** A rule as messages show it (pkg/apis/rbac/v1/evaluation_helpers.go, CompactString). */
export function ruleText(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const;
  const texts = parts.flatMap(([name, values = []]) =>
    values.length === 0 ? [] : [`${name}:${goStrings(values)}`],
  );
  return `{${texts.join(', ')}}`;
}
