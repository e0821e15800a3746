import { formatApiVersion } from '@kubewright/api';
import type { ApiObject } from '../behaviour.js';

// pkg/controlplane/apiserver/aggregator.go, DefaultGenericAPIServicePriorities, and pkg/controlplane/instance.go.
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'resource.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
};
const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  v1: 1,
  'autoscaling/v2': 30,
  'resource.k8s.io/v1': 21,
  'flowcontrol.apiserver.k8s.io/v1': 21,
};
const VERSION_PRIORITY = 15;

/** One APIService for each group-version that the server has itself. */
export function localServices(
  resources: ReadonlyArray<{ readonly group: string; readonly version: string }>,
): Array<Pick<ApiObject, 'metadata' | 'spec'>> {
  const groupVersions = new Map(
    resources.map(({ group, version }) => [formatApiVersion(group, version), { group, version }]),
  );
  return [...groupVersions].flatMap(([groupVersion, { group, version }]) => {
    const groupPriorityMinimum = GROUP_PRIORITIES[group];
    if (groupPriorityMinimum === undefined) return [];
    const versionPriority = VERSION_PRIORITIES[groupVersion] ?? VERSION_PRIORITY;
    const ofGroup = group === '' ? {} : { group };
    return [
      {
        metadata: {
          name: `${version}.${group}`,
          labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
        },
        spec: { ...ofGroup, version, groupPriorityMinimum, versionPriority },
      },
    ];
  });
}
