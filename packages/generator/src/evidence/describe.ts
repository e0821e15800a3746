import type { RulePart } from './declared-rule.js';
import type { DeniedCall } from './evaluate-calls.js';
import { inVerbOrder } from './format-marker.js';

/** `deployments.apps`, `deployments.apps/scale`, `pods`: as kubectl names them. */
function resourceText(group: string, resource: string): string {
  if (group === '') return resource;
  const slash = resource.indexOf('/');
  return slash < 0 ? `${resource}.${group}` : `${resource.slice(0, slash)}.${group}${resource.slice(slash)}`;
}

/** `get, list of pods; delete of deployments.apps named web`. */
export function partsText(parts: readonly Omit<RulePart, 'of' | 'rule'>[]): string {
  const verbsOf = new Map<string, Set<string>>();
  for (const { verb, group, resource, name, url } of parts) {
    const what = url === '' ? resourceText(group, resource) + (name === '' ? '' : ` named ${name}`) : url;
    verbsOf.set(what, (verbsOf.get(what) ?? new Set()).add(verb));
  }
  return [...verbsOf].map(([what, verbs]) => `${inVerbOrder([...verbs]).join(', ')} of ${what}`).join('; ');
}

/** What a call asked for, as a part without its name. */
export function partOfCall(call: DeniedCall): Omit<RulePart, 'of' | 'rule'> {
  const { verb, group, resource, subresource, path } = call;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  return { verb, group, resource: full, name: '', url: path };
}
