import { ClusterRole, Role } from '@kubewright/api/rbac/v1';
import type { PolicyRule } from '@kubewright/api/rbac/v1';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { markersNamed } from '../model/marker.js';
import type { Marker } from '../model/marker.js';
import { checkRbacMarker } from './check-rbac-marker.js';
import { mergeRules } from './merge-rules.js';
import type { RuleLists } from './merge-rules.js';
import { RBAC_MARKER, readRbacMarker } from './rbac-marker.js';
import type { RbacMarker } from './rbac-marker.js';

export interface CreateRolesOptions {
  /** Those of a program (`ProgramModel.fileMarkers`), in the order of files and lines; others than `kubebuilder:rbac` are passed over. */
  readonly markers: readonly Marker[];
  /** Name of the roles whose markers name none. Defaults to `manager-role`, as kubebuilder's projects have it. */
  readonly roleName?: string;
  /** Receives what is wrong with markers; rules that the server would refuse are left out. */
  readonly diagnostics: Diagnostics;
}

/**
 * The roles that the `kubebuilder:rbac` markers describe: one ClusterRole for each role name, and one Role for each
 * namespace and role name, in the order of namespaces and names. Rules are merged and sorted as controller-gen does
 * (controller-tools `pkg/rbac/parser.go`), so that regenerating changes nothing. None when there are no markers.
 */
export function createRoles(options: CreateRolesOptions): Array<ClusterRole | Role> {
  const { markers, roleName = 'manager-role', diagnostics } = options;
  const byRole = new Map<string, { namespace: string; name: string; rules: RbacMarker[] }>();
  for (const marker of markersNamed(markers, RBAC_MARKER).map(readRbacMarker)) {
    if (!checkRbacMarker(marker, diagnostics)) continue;
    const { namespace } = marker;
    const name = marker.roleName || roleName;
    const key = JSON.stringify([namespace, name]);
    const role = byRole.get(key);
    if (role === undefined) byRole.set(key, { namespace, name, rules: [marker] });
    else role.rules.push(marker);
  }
  return [...byRole.values()]
    .sort((a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name))
    .map(({ namespace, name, rules }) => {
      const merged = mergeRules(rules).map(policyRule);
      return namespace === ''
        ? ClusterRole({ metadata: { name }, rules: merged })
        : Role({ metadata: { name, namespace }, rules: merged });
    });
}

/** Fields in the order of the alphabet, as controller-gen writes them; empty lists are left out. */
function policyRule({ groups, resources, resourceNames, urls, verbs }: RuleLists): PolicyRule {
  return {
    ...(groups.length === 0 ? {} : { apiGroups: [...groups] }),
    ...(urls.length === 0 ? {} : { nonResourceURLs: [...urls] }),
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
    ...(resources.length === 0 ? {} : { resources: [...resources] }),
    verbs: [...verbs],
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
