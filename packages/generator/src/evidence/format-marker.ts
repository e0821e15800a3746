import { RBAC_MARKER } from '../rbac/rbac-marker.js';
import type { RbacMarker } from '../rbac/rbac-marker.js';

/** The order in which kubebuilder writes verbs. */
const VERB_ORDER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** The marker as a line of TypeScript: `// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list`. */
export function formatRbacMarker(marker: RbacMarker): string {
  const { groups, resources, resourceNames, urls, verbs, namespace, roleName } = marker;
  const parts: ReadonlyArray<readonly [argument: string, values: readonly string[]]> = [
    ['groups', groups.map((group) => (group === '' ? 'core' : group))],
    ['resources', resources],
    ['resourceNames', resourceNames],
    ['urls', urls],
    ['verbs', verbs],
    ['namespace', namespace === '' ? [] : [namespace]],
    ['roleName', roleName === '' ? [] : [roleName]],
  ];
  const text = parts
    .filter(([, values]) => values.length > 0)
    .map(([argument, values]) => `${argument}=${values.map(quoted).join(';')}`);
  return `// +${RBAC_MARKER}:${text.join(',')}`;
}

/** Verbs as people expect them: reading, then writing, then all others by the alphabet. */
export function inVerbOrder(verbs: readonly string[]): string[] {
  const rank = (verb: string): number => {
    const at = VERB_ORDER.indexOf(verb);
    return at < 0 ? VERB_ORDER.length : at;
  };
  return [...verbs].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** What the grammar of markers would end at. */
const quoted = (value: string): string => (/[,;:}"'`\s]/.test(value) ? JSON.stringify(value) : value);
