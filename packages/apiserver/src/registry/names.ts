import { validateDns1035Label, validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import type { KindBehaviour } from '../kinds/behaviour.js';

/** The rule for `metadata.name` of a kind. */
export function nameRuleOf(rules: KindBehaviour): (name: string) => readonly string[] {
  const { nameRule = 'dnsSubdomain' } = rules;
  return typeof nameRule === 'function' ? nameRule : NAME_RULES[nameRule];
}

/** Names that can stand in a path (apimachinery `api/validation/path`). */
function validatePathSegment(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%']
    .filter((illegal) => name.includes(illegal))
    .map((illegal) => `may not contain '${illegal}'`);
}

const NAME_RULES = {
  dnsSubdomain: validateDns1123Subdomain,
  dnsLabel: validateDns1123Label,
  dns1035Label: validateDns1035Label,
  pathSegment: validatePathSegment,
} as const;
