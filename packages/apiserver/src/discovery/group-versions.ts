import type { ServedResource } from '../resources/served-resource.js';

/** The resources of one group, by version, the preferred version first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: ReadonlyArray<{
    readonly version: string;
    readonly resources: readonly ServedResource[];
  }>;
}

// kubectl looks for short names in this order; custom groups follow (kube-apiserver's group priorities,
// pkg/controlplane/apiserver/aggregator.go).
const GROUP_ORDER = [
  '',
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
  'flowcontrol.apiserver.k8s.io',
];

/** All groups in the order of discovery, each with its versions in order of preference and its resources by name. */
export function servedGroups(resources: readonly ServedResource[]): ServedGroup[] {
  const groups = grouped(resources, ({ group }) => group);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))
    .map(([group, ofGroup]) => ({
      group,
      versions: [...grouped(ofGroup, ({ version }) => version)]
        .sort(([a], [b]) => compareVersions(a, b))
        .map(([version, ofVersion]) => ({
          version,
          resources: ofVersion.sort((a, b) => compareText(a.plural, b.plural)),
        })),
    }));
}

/** Orders versions as Kubernetes prefers them: v2, v1, v1beta2, v1beta1, v1alpha1, then others by text (apimachinery `version/helpers.go`). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) {
    if (left === right) return compareText(a, b);
    return left === undefined ? 1 : -1;
  }
  return right.stability - left.stability || right.major - left.major || right.minor - left.minor;
}

const STABILITY: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

function parseVersion(version: string): { major: number; stability: number; minor: number } | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return undefined;
  const [, major, stability, minor = '0'] = match;
  return {
    major: Number(major),
    stability: stability === undefined ? 2 : (STABILITY[stability] ?? 0),
    minor: Number(minor),
  };
}

function grouped(
  resources: readonly ServedResource[],
  keyOf: (resource: ServedResource) => string,
): Map<string, ServedResource[]> {
  const groups = new Map<string, ServedResource[]>();
  for (const resource of resources) {
    const members = groups.get(keyOf(resource));
    if (members === undefined) groups.set(keyOf(resource), [resource]);
    else members.push(resource);
  }
  return groups;
}

const rank = (group: string): number => {
  const position = GROUP_ORDER.indexOf(group);
  return position < 0 ? GROUP_ORDER.length : position;
};
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
