import type { RecordedCall } from '@kubewright/client/recording';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { markersNamed } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { RBAC_MARKER, readRbacMarker } from '../rbac/rbac-marker.js';
import { declaredByMarker } from './declared-rule.js';
import type { DeclaredRule } from './declared-rule.js';
import { partsText } from './describe.js';
import { broadRules, missingPermissions, unusedRules } from './find-permissions.js';
import type { IdleRule, MissingPermission } from './find-permissions.js';
import { proposeMarkers } from './propose-markers.js';
import type { MarkerProposals } from './propose-markers.js';

export interface CheckPermissionsOptions {
  /** What was recorded (`readCallLog` of `@kubewright/client/recording`). */
  readonly calls: readonly RecordedCall[];
  /** Those of a program, in the order of files and lines; others than `kubebuilder:rbac` are passed over. Defaults to none. */
  readonly markers?: readonly FileMarker[];
  /** Rules from elsewhere (`rulesOfRoles`). Defaults to none. */
  readonly rules?: readonly DeclaredRule[];
  /** Receives a `MissingRule` for each permission that is missing, an `UnusedRule` and a `BroadRule` for each rule that is too much. */
  readonly diagnostics: Diagnostics;
}

/** What recorded calls say about declared rules. */
export interface PermissionReport extends MarkerProposals {
  /** How many distinct calls were looked at. */
  readonly calls: number;
  /** How many rules were judged. */
  readonly rules: number;
  readonly missing: readonly MissingPermission[];
  readonly unused: readonly IdleRule[];
  /** Rules with wildcards, and what was used of them. */
  readonly broad: readonly IdleRule[];
}

/**
 * Holds what an operator called against the rules it declares, as kube-apiserver would decide (plugin/pkg/auth/authorizer/rbac),
 * the rights that every service account has among them: what no rule allows, what no call used, and the markers that fit.
 */
export async function checkPermissions(options: CheckPermissionsOptions): Promise<PermissionReport> {
  const { calls, rules = [], diagnostics } = options;
  const markers = markersNamed(options.markers ?? [], RBAC_MARKER).map((marker) => ({
    ...readRbacMarker(marker),
    file: marker.file,
  }));
  // The server's rules, which nothing else of the generator needs.
  const { evaluateCalls } = await import('./evaluate-calls.js');
  const evaluation = await evaluateCalls(calls, [...markers.map(declaredByMarker), ...rules]);
  const report = {
    calls: calls.length,
    rules: markers.length + rules.filter(({ judged }) => judged).length,
    missing: missingPermissions(evaluation),
    unused: unusedRules(evaluation),
    broad: broadRules(evaluation),
    ...proposeMarkers(evaluation, markers),
  };
  reportMissing(report.missing, diagnostics);
  for (const { position, source, what, isWhole } of report.unused) {
    const whose = position === undefined ? `${source}: ` : '';
    diagnostics.warn(
      'UnusedRule',
      position,
      isWhole ? `${whose}no call used this rule: ${what}` : `${whose}no call used ${what}`,
    );
  }
  for (const { position, source, what } of report.broad) {
    const whose = position === undefined ? `${source}: ` : '';
    diagnostics.warn('BroadRule', position, `${whose}of what this wildcard allows, only ${what} was used`);
  }
  return report;
}

/** One finding for all verbs of one resource. */
function reportMissing(permissions: readonly MissingPermission[], diagnostics: Diagnostics): void {
  const byResource = new Map<string, MissingPermission[]>();
  for (const permission of permissions) {
    const { group, resource, url, plugin, insteadOf, allowedIn } = permission;
    const key = JSON.stringify([group, resource, url, plugin, insteadOf, allowedIn]);
    byResource.set(key, [...(byResource.get(key) ?? []), permission]);
  }
  for (const same of byResource.values()) {
    const what = partsText(same.map((permission) => ({ ...permission, name: '' })));
    const message = `no rule allows ${what}${placesText(same)}`;
    // There is no key without a permission.
    const { plugin, insteadOf, allowedIn } = same[0] as MissingPermission;
    if (plugin !== undefined) {
      const who = `only servers with the admission plugin ${plugin} ask for it, as OpenShift does`;
      diagnostics.warn('MissingRule', undefined, message, who);
      continue;
    }
    const hint =
      insteadOf !== undefined
        ? `or hold what is granted: ${insteadOf}`
        : allowedIn.length > 0
          ? `a rule allows it in ${allowedIn.join(', ')}: run the tests there, or leave the namespace of the marker out`
          : undefined;
    diagnostics.error('MissingRule', undefined, message, hint);
  }
}

function placesText(permissions: readonly MissingPermission[]): string {
  const places = new Set(permissions.flatMap(({ namespaces }) => namespaces));
  const everywhere = places.delete('');
  if (places.size === 0) return '';
  const names = [...places].sort().join(', ');
  return ` in the namespace${places.size === 1 ? '' : 's'} ${names}${everywhere ? ', and in all' : ''}`;
}
