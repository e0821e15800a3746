import { mergeRules } from '../rbac/merge-rules.js';
import type { RbacMarker } from '../rbac/rbac-marker.js';
import { isBroad } from './declared-rule.js';
import type { RulePart } from './declared-rule.js';
import type { DeniedCall, Evaluation } from './evaluate-calls.js';
import { formatRbacMarker, inVerbOrder } from './format-marker.js';

/** The marker lines that a file needs: all of them, in the order of the file, what is missing among them. */
export interface FileMarkers {
  /** `''` when no file has markers yet. */
  readonly file: string;
  readonly lines: readonly string[];
}

export interface MarkerProposals {
  /** Lines for what is missing, and nothing else. */
  readonly add: readonly string[];
  /** For each file with markers, the fewest lines that allow what was called, and no more. */
  readonly needed: readonly FileMarkers[];
}

type Wanted = Pick<RbacMarker, 'groups' | 'resources' | 'resourceNames' | 'urls' | 'verbs'>;

/** `markers` are those of the program in the order of files and lines. */
export function proposeMarkers(
  evaluation: Evaluation,
  markers: readonly (RbacMarker & { readonly file: string })[],
): MarkerProposals {
  const wanted = evaluation.denied.flatMap(wantedBy);
  const namespace = commonNamespace(markers, evaluation.denied);
  const add = mergeRules(wanted).map((rule) => lineOf({ ...rule, namespace, roleName: '' }));
  return { add: add.map(formatRbacMarker), needed: neededMarkers(evaluation, markers, add) };
}

/** What would allow the call; a name only where the server's docs advise one. */
function wantedBy({ verb, group, resource, subresource, name, path, missingRules }: DeniedCall): Wanted[] {
  const none = { groups: [], resources: [], resourceNames: [], urls: [] };
  if (path !== '') return [{ ...none, urls: [path], verbs: [verb] }];
  // Who holds the rules need not be able to escalate to all others.
  if (verb === 'escalate' && missingRules !== undefined)
    return missingRules.map((rule) => ({
      groups: rule.apiGroups ?? [],
      resources: rule.resources ?? [],
      resourceNames: rule.resourceNames ?? [],
      urls: rule.nonResourceURLs ?? [],
      verbs: rule.verbs,
    }));
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const byName = NAMED_VERBS.includes(verb) && name !== '';
  return [
    { ...none, groups: [group], resources: [full], resourceNames: byName ? [name] : [], verbs: [verb] },
  ];
}

/** Those that give away the rights of others. */
const NAMED_VERBS = ['bind', 'escalate', 'impersonate', 'approve', 'sign'];

/** An operator whose markers all name one namespace gets its new ones there too, if that is where it calls. */
function commonNamespace(markers: readonly RbacMarker[], denied: readonly DeniedCall[]): string {
  const [first] = markers;
  if (first === undefined || !markers.every(({ namespace }) => namespace === first.namespace)) return '';
  return denied.every((call) => call.namespace === first.namespace) ? first.namespace : '';
}

function neededMarkers(
  { parts, used }: Evaluation,
  markers: readonly (RbacMarker & { readonly file: string })[],
  add: readonly RbacMarker[],
): FileMarkers[] {
  const files = new Map<string, RbacMarker[]>();
  for (const marker of markers) {
    const own = parts.filter(({ of }) => of.marker === marker);
    const kept = own.every((part) => used.has(part) && !isBroad(part))
      ? [marker]
      : narrowed(own, used).map((rule) =>
          lineOf({ ...rule, namespace: marker.namespace, roleName: marker.roleName }),
        );
    files.set(marker.file, [...(files.get(marker.file) ?? []), ...kept]);
  }
  for (const rule of add) place(rule, files);
  return [...files]
    .filter(([, lines]) => lines.length > 0)
    .map(([file, lines]) => ({ file, lines: [...new Set(lines.map(formatRbacMarker))] }));
}

/** The used parts of a marker as the fewest rules; of what allows more than one kind of call, the calls. */
function narrowed(parts: readonly RulePart[], used: Evaluation['used']): Wanted[] {
  return mergeRules(
    parts.flatMap((part) => {
      const calls = used.get(part) ?? [];
      if (isBroad(part)) {
        const names = part.name === '' ? [] : [part.name];
        return calls.flatMap(wantedBy).map((rule) => ({ ...rule, resourceNames: names }));
      }
      if (calls.length === 0) return [];
      const { verb, group, resource, name, url } = part;
      return url === ''
        ? [
            {
              groups: [group],
              resources: [resource],
              resourceNames: name === '' ? [] : [name],
              urls: [],
              verbs: [verb],
            },
          ]
        : [{ groups: [], resources: [], resourceNames: [], urls: [url], verbs: [verb] }];
    }),
  );
}

const lineOf = (rule: Wanted & Pick<RbacMarker, 'namespace' | 'roleName'>): RbacMarker => ({
  ...rule,
  verbs: inVerbOrder(rule.verbs),
});

/** With the marker of the same resources, else after the last one of the same group, else at the end of the last file. */
function place(rule: RbacMarker, files: Map<string, RbacMarker[]>): void {
  const same = (list: keyof Wanted, other: RbacMarker): boolean =>
    rule[list].length === other[list].length && rule[list].every((value) => other[list].includes(value));
  for (const lines of files.values())
    for (const [i, line] of lines.entries()) {
      const isSame =
        line.namespace === rule.namespace &&
        (['groups', 'resources', 'resourceNames', 'urls'] as const).every((list) => same(list, line));
      if (!isSame) continue;
      lines[i] = { ...line, verbs: inVerbOrder([...new Set([...line.verbs, ...rule.verbs])]) };
      return;
    }
  for (const lines of files.values()) {
    const last = lines.findLastIndex((line) => line.groups.some((group) => rule.groups.includes(group)));
    if (last < 0) continue;
    lines.splice(last + 1, 0, rule);
    return;
  }
  const lastFile = [...files.keys()].at(-1) ?? '';
  files.set(lastFile, [...(files.get(lastFile) ?? []), rule]);
}
